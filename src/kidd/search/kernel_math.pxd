# Only the header is compiled: there is no extension module of this name.
cdef extern from "kernel_math.h" nogil:
    double seconds_now()
    int points(double judgement, int most)
    unsigned long long *word_room(unsigned long long words)
    int *int_room(int numbers)
    double *double_room(int numbers)
    void give_back(void *room)
    void fetch(unsigned long long *words, unsigned long long at)
    int drawn(unsigned long long key, int limit)
