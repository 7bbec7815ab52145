/* Sets of ports as the bits of one integer: 30 spaces of three ports need 90 of them. portset.py says the same in Python. */
#ifndef KIDD_PORTSET_H
#define KIDD_PORTSET_H

typedef unsigned __int128 PortSet;

static inline int lowest(PortSet ports) {
    unsigned long long low = (unsigned long long)ports;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((unsigned long long)(ports >> 64));
}

static inline int count(PortSet ports) {
    return __builtin_popcountll((unsigned long long)ports) + __builtin_popcountll((unsigned long long)(ports >> 64));
}

/* Writes the ports of a set into a list from a place on, the smallest first, and returns the place behind them. */
static inline int listed(PortSet ports, int *into, int at) {
    unsigned long long low = (unsigned long long)ports, high = (unsigned long long)(ports >> 64);
    for (; low; low &= low - 1) into[at++] = __builtin_ctzll(low);
    for (; high; high &= high - 1) into[at++] = 64 + __builtin_ctzll(high);
    return at;
}

/* The next number of a linear congruential generator modulo 2**64 (Knuth's MMIX); its high bits are the good ones. */
static inline unsigned long long stir(unsigned long long seed) {
    return seed * 6364136223846793005ULL + 1442695040888963407ULL;
}

#endif
