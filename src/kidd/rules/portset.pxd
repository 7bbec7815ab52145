# Only the header is compiled: there is no extension module of this name.
cdef extern from "portset.h" nogil:
    ctypedef unsigned long long PortSet  # as wide as the header says
    int lowest(PortSet ports)
    int count(PortSet ports)
    int listed(PortSet ports, int *into, int at)
    unsigned long long stir(unsigned long long seed)
