cdef int SHORT


cdef class Moves:
    cdef list short
    cdef dict long
    cdef readonly object deck
    cdef object named(self, int code)
