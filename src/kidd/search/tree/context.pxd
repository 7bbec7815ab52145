cimport cython
from kidd.rules.board cimport Board, Census
from kidd.search.tree.transposition_table cimport Table

cdef int NOWHERE
cdef int PASS
cdef int STRIDE
cdef int FAR
cdef unsigned long long MASK
cdef int SURE
cdef int ESCAPE_SHIFT
cdef int ENTRY_SHIFT


@cython.final
cdef class Mind:
    cdef readonly Table table
    cdef unsigned long long port_key[1080]
    cdef unsigned long long kind_key[64]
    cdef int ports[1080]
    cdef int undo[12]
    cdef int mirrors
    cdef double worth[3600]
    cdef double aspect_weight[16]
    cdef int aspects
    cdef double bias[3]
    cdef int orbit[90]
    cdef int class_of[20]
    cdef int players
    cdef bint chancy
    cdef bint takes
    cdef bint chases
    cdef readonly int root
    cdef readonly long long nodes
    cdef long long node_limit
    cdef double deadline
    cdef public bint stopped
    cdef int taint
    cdef unsigned long long path[256]
    cdef unsigned long long before[512]
    cdef int seen_before
    cdef int history[12288]
    cdef int blind
    cdef int noise
    cdef unsigned long long seed
    cdef readonly unsigned long long exact
    cdef readonly int mirror
    cdef unsigned long long factor[32]
    cdef int barred[2048]
    cdef int tried_code[2048]
    cdef int tried_score[2048]
    cdef int tries

    cdef void look_at_clock(self) noexcept nogil
    @cython.locals(s=int, i=int, best="unsigned long long", key="unsigned long long")
    cdef unsigned long long key_of(self, Census census) noexcept nogil
    @cython.locals(ply=int)
    cdef int repeated(self, unsigned long long key, int ply) noexcept nogil
    @cython.locals(x=double, i=int, k=int, colour=int, theirs=int)
    cdef int weigh(self, Census census, int side, int turn) noexcept nogil
    cdef int token_index(self, int theirs, int kind, int port) noexcept nogil
    @cython.locals(port=int, origin=int, hatch=int)
    cdef int turned(self, int code, int mirror) noexcept nogil
    @cython.locals(i=int)
    cdef void praise(self, int at, int merit) noexcept nogil
    cdef void note(self, int code, int score) noexcept nogil
    cdef bint overlooks(self, unsigned long long key, int code) noexcept nogil
    cdef int misjudges(self, unsigned long long key) noexcept nogil
