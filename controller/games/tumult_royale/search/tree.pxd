# What C knows of tree.py, as core.pxd of core.py.
# cython: language_level=3
cimport cython

from controller.games.tumult_royale.search.core cimport Core

cdef int FIRST, GREEDY, PRICES, LEAST, MOST, PASS, FIELDS, NODES, DEPTH, WIDTH
cdef int[7] BY_STATUES
cdef double EXPLORATION, WON, EVEN, A_STATUE

cdef int price_of(int move) noexcept
cdef int field_of(int move) noexcept
cdef int payment_of(int move) noexcept

@cython.final
cdef class Tree:
    cdef public Core root, game
    cdef int[::1] move, first, children, visits
    cdef double[::1] value
    cdef int[128] moves
    cdef int[64] path
    cdef public int[4] won
    cdef public int used

    cpdef void search(self, int playouts) noexcept
    cpdef tuple best_move(self)
    cdef void play_once(self) noexcept
    @cython.locals(spread=double)
    cdef int choose_child(self, int node, int seat) noexcept
    cdef void add_result(self, int depth) noexcept
    cdef void list_children(self, int node) noexcept
    cdef int list_first_fields(self) noexcept
    cdef int list_builds(self) noexcept
    cdef int insert(self, int field, int begin, int end) noexcept
    cdef void play(self, int move) noexcept
