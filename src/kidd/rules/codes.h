/* The numbers of codes.py for the compiled rule books, so that the compiler knows them; a test compares the two. */
#ifndef KIDD_CODES_H
#define KIDD_CODES_H

enum {
    KIDD_PORT = 127,
    KIDD_ORIGIN_SHIFT = 7,
    KIDD_SEVERAL = 1 << 12,
    KIDD_ENTRY_SHIFT = 13,
    KIDD_ESCAPE_SHIFT = 18,
    KIDD_FIELD = 31,
    KIDD_NOWHERE = 31,
    KIDD_PASS = 1 << 26,
    KIDD_ROLL = KIDD_PASS,
    KIDD_RED = KIDD_PASS + 4,
    KIDD_BLUE = KIDD_PASS + 5
};

#endif
