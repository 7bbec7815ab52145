cimport cython
from kidd.rules.portset cimport PortSet
from kidd.rules.board cimport Board, Features, MoveList

cdef int CAPTIVES_TO_END


@cython.no_gc
cdef class QuedahMerchant(Board):
    cdef PortSet holds
    cdef readonly int die
    cdef bint fresh
    cdef bint any_roll

    @cython.locals(twin=QuedahMerchant)
    cpdef Board blank(self)
    cdef void assign(self, Board other) noexcept nogil
    @cython.final
    cdef void become(self, QuedahMerchant that) noexcept nogil
    @cython.final
    cdef bint is_first(self) noexcept nogil
    @cython.locals(hatches=PortSet, n=int)
    cdef int moves(self, MoveList found) noexcept nogil
    @cython.final
    @cython.locals(tokens=PortSet, back=int)
    cdef int with_die(self, MoveList found, int die) noexcept nogil
    @cython.final
    @cython.locals(space=int, port=int, bit=PortSet, vacant=PortSet, foes=PortSet, land=PortSet, enters=bint, code=int)
    cdef void token_moves(self, MoveList found, int back, int die) noexcept nogil
    @cython.final
    @cython.locals(ways=PortSet, bit=PortSet, way=int, port=int)
    cdef void free(self, MoveList found, int code, int before, int back, PortSet vacant, PortSet foes, bint enters) noexcept nogil
    @cython.final
    @cython.locals(hatches=PortSet)
    cdef void add(self, MoveList found, int code, PortSet vacant, bint enters) noexcept nogil
    @cython.locals(mover=int, port=int, origin=int, hatch=int, escapes=int, ways=PortSet, bit=PortSet, held=PortSet)
    cdef void make(self, int code) noexcept nogil
    @cython.final
    @cython.locals(bit=PortSet)
    cdef void land(self, int mover, int port) noexcept nogil
    @cython.locals(i=int)
    cdef void features(self, Features into) noexcept nogil
    @cython.locals(colour=int, die=int, foes=PortSet, hit=PortSet, found=PortSet, landings=int, useless=int)
    cdef void aspects(self, Features into) noexcept nogil
    @cython.final
    @cython.locals(found=PortSet, tokens=PortSet, back=int, vacant=PortSet)
    cdef PortSet landings_of(self, int colour, int die, PortSet foes) noexcept nogil
    @cython.locals(red=int, blue=int)
    cdef int winner(self) noexcept nogil
    cdef bint is_chance(self) noexcept nogil
