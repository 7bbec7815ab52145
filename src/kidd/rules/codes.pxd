# Only the header is compiled: there is no extension module of this name.
cdef extern from "codes.h" nogil:
    enum:
        PORT "KIDD_PORT"
        ORIGIN_SHIFT "KIDD_ORIGIN_SHIFT"
        SEVERAL "KIDD_SEVERAL"
        ENTRY_SHIFT "KIDD_ENTRY_SHIFT"
        ESCAPE_SHIFT "KIDD_ESCAPE_SHIFT"
        FIELD "KIDD_FIELD"
        NOWHERE "KIDD_NOWHERE"
        PASS "KIDD_PASS"
        ROLL "KIDD_ROLL"
        RED "KIDD_RED"
        BLUE "KIDD_BLUE"
