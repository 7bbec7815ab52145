/* Small sums that a search does at every node, and the sizes of its arrays; kernel_math.py says the same in Python. */
#ifndef KIDD_KERNEL_MATH_H
#define KIDD_KERNEL_MATH_H
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

/* Zeroed words on large pages where the system has them: a table read at random then misses less. 0 if there is no room. */
static inline unsigned long long *allocate_words(unsigned long long words) {
    unsigned long long whole = (8 * words + 0x1fffff) & ~0x1fffffULL;
    void *room = aligned_alloc(0x200000, whole);
    if (room) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        madvise(room, whole, MADV_HUGEPAGE);
#endif
        memset(room, 0, whole);
    }
    return (unsigned long long *)room;
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
