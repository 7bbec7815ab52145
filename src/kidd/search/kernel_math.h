/* Small sums that a search does at every node; sums.py says the same in Python. */
#ifndef KIDD_SUMS_H
#define KIDD_SUMS_H
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

static inline double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int points(double judgement, int most) {
    double x = judgement < 0 ? -judgement / 2 : judgement / 2;
    double share = x < 3 ? x * (27 + x * x) / (27 + 9 * x * x) : 1;
    int sum = (int)((double)(most - 100) * share + 100 * x / (x + 3));
    return judgement < 0 ? -sum : sum;
}

static inline int drawn(unsigned long long key, int limit) {
    key ^= key >> 31;
    return (int)((key * 6364136223846793005ULL >> 40) % (unsigned long long)limit);
}

/* Zeroed words on large pages where the system has them: a table read at random then misses less. 0 if there is no room. */
static inline unsigned long long *word_room(unsigned long long words) {
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

static inline int *int_room(int numbers) {
    return (int *)calloc((size_t)numbers, sizeof(int));
}

static inline double *double_room(int numbers) {
    return (double *)calloc((size_t)numbers, sizeof(double));
}

static inline void give_back(void *room) {
    free(room);
}

static inline void fetch(unsigned long long *words, unsigned long long at) {
    __builtin_prefetch(words + at);
}

#endif
