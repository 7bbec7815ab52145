# Only the header is compiled: there is no extension module of this name.
cdef extern from "kernel_math.h" nogil:
    enum:
        PORTS "KIDD_PORTS"
        KINDS "KIDD_KINDS"
        ASPECTS "KIDD_ASPECTS"
    double seconds_now()
    int to_points(double judgement, int most)
    int pick_number(unsigned long long key, int limit)
    unsigned long long *allocate_words(unsigned long long words, bint large)
    void release_words(unsigned long long *words)
    int *allocate_ints(int numbers)
    double *allocate_doubles(int numbers)
    void release(void *room)
    void prefetch(unsigned long long *words, unsigned long long at)
