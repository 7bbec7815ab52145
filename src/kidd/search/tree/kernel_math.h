/* Small sums that a search does at every node, and the sizes of its arrays; kernel_math.py says the same in Python. */
#ifndef KIDD_KERNEL_MATH_H
#define KIDD_KERNEL_MATH_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum {
    KIDD_PORTS = 90,
    KIDD_KINDS = 20,
    KIDD_ASPECTS = 8
};

static inline double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int to_points(double judgement, int most) {
    double x = judgement < 0 ? -judgement / 2 : judgement / 2;
    double share = x < 3 ? x * (27 + x * x) / (27 + 9 * x * x) : 1;
    int sum = (int)((double)(most - 100) * share + 100 * x / (x + 3));
    return judgement < 0 ? -sum : sum;
}

static inline int pick_number(unsigned long long key, int limit) {
    key ^= key >> 31;
    return (int)((key * 6364136223846793005ULL >> 40) % (unsigned long long)limit);
}

/* Zeroed words, 0 if there is no room. The system gives zeroed pages when they are first touched, so that nothing is
   wiped here. On large pages, where there are some, a table read at random misses less; but each is wiped whole, which
   a short search does not get back. */
static inline unsigned long long *allocate_words(unsigned long long words, int large) {
    uintptr_t line = 8 * words < 0x200000 ? 64 : 0x200000; /* a line of the cache, or a large page */
    size_t whole = (8 * (size_t)words + line - 1) & ~(line - 1);
    char *room = (char *)calloc(1, whole + line);
    unsigned long long *found;
    if (!room) {
        return 0;
    }
    found = (unsigned long long *)(((uintptr_t)room + line) & ~(line - 1));
    found[-1] = (unsigned long long)(uintptr_t)room; /* for release_words: malloc aligns to 16, so there is room before it */
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (large && line > 64) {
        madvise(found, whole, MADV_HUGEPAGE);
    }
#else
    (void)large;
#endif
    return found;
}

static inline void release_words(unsigned long long *words) {
    if (words) {
        free((void *)(uintptr_t)words[-1]);
    }
}

static inline int *allocate_ints(int numbers) {
    return (int *)calloc((size_t)numbers, sizeof(int));
}

static inline double *allocate_doubles(int numbers) {
    return (double *)calloc((size_t)numbers, sizeof(double));
}

static inline void release(void *room) {
    free(room);
}

static inline void prefetch(unsigned long long *words, unsigned long long at) {
    __builtin_prefetch(words + at);
}

#endif
