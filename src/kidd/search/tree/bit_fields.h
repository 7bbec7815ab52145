/* Several numbers in one integer, as the tree keeps them; bit_fields.py says the same in Python. */
#ifndef KIDD_BIT_FIELDS_H
#define KIDD_BIT_FIELDS_H

enum {
    KIDD_CODE_BITS = 27,
    KIDD_SCORE_BITS = 16,
    KIDD_DEPTH_BITS = 8,
    KIDD_BOUND_BITS = 2,
    KIDD_SCORE_SHIFT = KIDD_CODE_BITS,
    KIDD_DEPTH_SHIFT = KIDD_SCORE_SHIFT + KIDD_SCORE_BITS,
    KIDD_BOUND_SHIFT = KIDD_DEPTH_SHIFT + KIDD_DEPTH_BITS,
    KIDD_NO_SCORE = 1 << (KIDD_SCORE_BITS - 1),
    KIDD_DEEPEST_STORED = (1 << KIDD_DEPTH_BITS) - 1,
    KIDD_PLACE_BITS = 11,
    KIDD_LAST_PLACE = (1 << KIDD_PLACE_BITS) - 1
};

static inline unsigned long long pack_entry(int code, int score, int depth, int bound) {
    return (unsigned long long)code
        | (unsigned long long)(score + KIDD_NO_SCORE) << KIDD_SCORE_SHIFT
        | (unsigned long long)(depth < KIDD_DEEPEST_STORED ? depth : KIDD_DEEPEST_STORED) << KIDD_DEPTH_SHIFT
        | (unsigned long long)bound << KIDD_BOUND_SHIFT;
}

static inline int entry_code(unsigned long long entry) {
    return (int)(entry & ((1ULL << KIDD_CODE_BITS) - 1));
}

static inline int entry_score(unsigned long long entry) {
    return (int)(entry >> KIDD_SCORE_SHIFT & ((1ULL << KIDD_SCORE_BITS) - 1)) - KIDD_NO_SCORE;
}

static inline int entry_depth(unsigned long long entry) {
    return (int)(entry >> KIDD_DEPTH_SHIFT & KIDD_DEEPEST_STORED);
}

static inline int entry_bound(unsigned long long entry) {
    return (int)(entry >> KIDD_BOUND_SHIFT & ((1ULL << KIDD_BOUND_BITS) - 1));
}

static inline long long pack_order(long long merit, int place) {
    return merit << KIDD_PLACE_BITS | (KIDD_LAST_PLACE - place);
}

static inline int order_place(long long order) {
    return KIDD_LAST_PLACE - (int)(order & KIDD_LAST_PLACE);
}

#endif
