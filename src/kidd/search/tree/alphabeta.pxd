cimport cython
from kidd.rules.board cimport Board, Features, MoveList
from kidd.search.tree.context cimport Context, Keys

cdef int WIN
cdef int PROVEN
cdef int NO_PLY
cdef int MOST_JUDGED
cdef int MOST_PLIES
cdef int EXACT
cdef int AT_LEAST
cdef int AT_MOST


@cython.final
cdef class Node:
    cdef readonly Board board
    cdef MoveList moves
    cdef Features features
    cdef Keys keys
    cdef Context context
    cdef Node below
    cdef readonly int ply
    cdef long long order[2048]
    cdef int killer[2]
    cdef int line[128]
    cdef int line_size
    cdef int excluded
    cdef readonly int root_code
    cdef readonly int root_score

    @cython.locals(score=int)
    cpdef int think(self, int depth, int alpha, int beta)
    @cython.locals(node=Node)
    cpdef begin(self, Board board)
    cpdef tuple find_keys(self)
    @cython.locals(seen=Features, tokens=list, aspects=list, i=int, k=int, other=int)
    cpdef tuple list_features(self, int colour)
    cpdef int judge_for(self, int colour)
    @cython.locals(score=int)
    cdef int judge(self) noexcept nogil
    @cython.locals(winner=int)
    cdef int final_score(self) noexcept nogil
    @cython.locals(sharing=int, colour=int, score=int)
    cdef int draw_score(self) noexcept nogil
    cdef inline bint must_stop(self) noexcept nogil
    @cython.locals(n=int, i=int, code=int, score=int, best=int, best_code=int, earlier=int, entry="unsigned long long", hint=int, bound=int, first=int, lowest_cycle=int, storable=bint, tried=int, keyed=bint, leaf=bint)
    cdef int search(self, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(score=int, bound=int)
    cdef inline bint decides(self, unsigned long long entry, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(score=int, better=int, cut=int)
    cdef inline int search_move(self, int code, int tried, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(same=bint)
    cdef int search_below(self, int depth, int alpha, int beta) noexcept nogil
    cdef void prefer_root_move(self, int code, int score) noexcept nogil
    @cython.locals(score=int)
    cdef int stored_score(self, unsigned long long entry) noexcept nogil
    cdef void store(self, int code, int score, int depth, int bound) noexcept nogil
    @cython.locals(n=int, i=int, code=int, score=int, best=int)
    cdef int quiesce(self, int n, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(total=int, wins=int, losses=int, least=int, most=int, left=int, die=int, score=int, low=int, high=int)
    cdef int average_rolls(self, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(least=int, most=int, die=int, score=int)
    cdef int prove_rolls(self, int depth, int alpha, int beta) noexcept nogil
    cdef int search_roll(self, int die, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(i=int, code=int, merit="long long", takes=bint, first=int)
    cdef void order_moves(self, int n, int hint) noexcept nogil
    @cython.locals(j=int, at=int, best="long long")
    cdef int pick_move(self, int i, int n) noexcept nogil
    cdef int first_success(self) noexcept nogil
    @cython.locals(i=int)
    cdef bint is_excluded(self, int code) noexcept nogil
    @cython.locals(i=int)
    cdef void lead_line(self, int code) noexcept nogil
    cdef void note_cutoff(self, int code, int depth) noexcept nogil
    cdef bint captures(self, int code) noexcept nogil
