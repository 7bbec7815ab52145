# Only the header is compiled: there is no extension module of this name.
cdef extern from "portset.h" nogil:
    ctypedef unsigned long long PortSet  # as wide as the header says
    int lowest(PortSet ports)
    int count(PortSet ports)
    unsigned long long stir(unsigned long long seed)
