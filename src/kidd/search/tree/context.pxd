cimport cython
from kidd.rules.board cimport Features
from kidd.search.tree.transposition_table cimport TranspositionTable

cdef int NO_PLY
cdef int MOST_JUDGED
cdef int PORT_CLASSES
cdef int PIECE_CLASSES
cdef int LONGEST_PAST
cdef int HISTORY_SIZE
cdef unsigned long long WORD


@cython.final
cdef class Keys:
    cdef unsigned long long common
    cdef unsigned long long exact
    cdef int mirror


@cython.final
cdef class Context:
    cdef readonly TranspositionTable table
    cdef unsigned long long port_key[1080]
    cdef unsigned long long kind_key[64]
    cdef int ports[1080]
    cdef int undo[12]
    cdef int mirrors
    cdef double token_weight[3600]
    cdef double aspect_weight[16]
    cdef int aspects
    cdef double bias[3]
    cdef int port_class[90]
    cdef int kind_class[20]
    cdef readonly int players
    cdef readonly bint crews_fall
    cdef bint has_die
    cdef bint lands_on_others
    cdef bint follows_captures
    cdef readonly int root
    cdef readonly long long nodes
    cdef long long node_limit
    cdef double deadline
    cdef public bint stopped
    cdef int cycle_ply
    cdef unsigned long long path[256]
    cdef unsigned long long past[512]
    cdef int past_size
    cdef int history[12288]
    cdef int overlooked
    cdef int noise
    cdef unsigned long long seed
    cdef unsigned long long factor[32]
    cdef int excluded[2048]
    cdef int tried_code[2048]
    cdef int tried_score[2048]
    cdef int tries

    cdef void look_at_clock(self) noexcept nogil
    @cython.locals(s=int, i=int, best="unsigned long long", key="unsigned long long")
    cdef void find_keys(self, Features features, Keys keys) noexcept nogil
    @cython.locals(i=int)
    cdef int find_repetition(self, unsigned long long key, int ply) noexcept nogil
    @cython.locals(x=double, i=int, k=int, colour=int, theirs=int)
    cdef int weigh(self, Features features, int side, int turn) noexcept nogil
    cdef int weight_index(self, int theirs, int kind, int port) noexcept nogil
    @cython.locals(port=int, origin=int, hatch=int)
    cdef int mirror_code(self, int code, int mirror) noexcept nogil
    @cython.locals(i=int)
    cdef void add_merit(self, int at, int merit) noexcept nogil
    cdef void note_root_score(self, int code, int score) noexcept nogil
    cdef bint overlooks(self, unsigned long long key, int code) noexcept nogil
    cdef int misjudges(self, unsigned long long key) noexcept nogil
