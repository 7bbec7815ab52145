# Only the header is compiled: there is no extension module of this name.
cdef extern from "bit_fields.h" nogil:
    unsigned long long pack_entry(int code, int score, int depth, int bound)
    int entry_code(unsigned long long entry)
    int entry_score(unsigned long long entry)
    int entry_depth(unsigned long long entry)
    int entry_bound(unsigned long long entry)
    long long pack_order(long long merit, int place)
    int order_place(long long order)
