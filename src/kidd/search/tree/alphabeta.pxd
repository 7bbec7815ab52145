cimport cython
from kidd.rules.board cimport Board, Census, Found
from kidd.search.tree.context cimport Mind

cdef int WIN
cdef int PROVEN
cdef int FAR
cdef int SURE
cdef int LONGEST
cdef int EXACT
cdef int AT_LEAST
cdef int AT_MOST
cdef int ROLL
cdef int PASS


@cython.final
cdef class Node:
    cdef readonly Board board
    cdef Found found
    cdef Census census
    cdef Mind mind
    cdef Node below
    cdef readonly int ply
    cdef long long order[2048]
    cdef int killer[2]
    cdef int line[128]
    cdef int line_size
    cdef int bars
    cdef readonly int root_code
    cdef readonly int root_score

    @cython.locals(score=int)
    cpdef int think(self, int depth, int alpha, int beta)
    @cython.locals(node=Node)
    cpdef begin(self, Board board)
    cpdef unsigned long long key(self)
    @cython.locals(seen=Census, tokens=list, aspects=list, i=int, k=int, other=int)
    cpdef tuple features(self, int colour)
    cpdef int judgement(self, int colour)
    @cython.locals(score=int)
    cdef int judge(self) noexcept nogil
    @cython.locals(winner=int)
    cdef int verdict(self) noexcept nogil
    @cython.locals(same=bint)
    cdef int child(self, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(n=int, i=int, code=int, score=int, best=int, best_code=int, known_better=int, cut=int, seen=int, stored="unsigned long long", key="unsigned long long", exact="unsigned long long", mirror=int, hint=int, bound=int, first=int, taint=int, all_taint=int, clean=bint, tried=int, known=bint, leaf=bint)
    cdef int search(self, int depth, int alpha, int beta) noexcept nogil
    cdef void promise(self, int code, int score) noexcept nogil
    @cython.locals(score=int)
    cdef int score_of(self, unsigned long long stored) noexcept nogil
    cdef void store(self, unsigned long long key, int code, int score, int depth, int bound) noexcept nogil
    @cython.locals(n=int, i=int, code=int, score=int, best=int)
    cdef int quiesce(self, int n, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(total=int, wins=int, losses=int, least=int, most=int, left=int, die=int, score=int, low=int, high=int)
    cdef int expect(self, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(least=int, most=int, die=int, score=int)
    cdef int prove(self, int depth, int alpha, int beta) noexcept nogil
    cdef int rolled(self, int die, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(i=int, code=int, value="long long", first=int, takes=bint)
    cdef void sort(self, int n, int hint) noexcept nogil
    @cython.locals(j=int, at=int, best="long long")
    cdef int pick(self, int i, int n) noexcept nogil
    @cython.locals(i=int)
    cdef bint is_barred(self, int code) noexcept nogil
    @cython.locals(i=int)
    cdef void lead(self, int code) noexcept nogil
    cdef void cut_off(self, int code, int depth) noexcept nogil
    cdef bint captures(self, int code) noexcept nogil
