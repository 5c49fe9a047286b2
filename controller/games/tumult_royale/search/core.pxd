# What C knows of core.py: the type of every attribute and function, and of variables that hold a set of fields.
# cython: language_level=3
cimport cython

ctypedef long long Half
ctypedef unsigned long long Word

cdef bint COMPILED
cdef int FIRST, SPIN, ASIDE, ROB, LATE, BUILD, CROWN, OVER
cdef int HALF_FIELDS, KINDS, PRICES, MOST_SYMBOLS, STATUES, ROUNDS, GAP_ROUND
cdef int TUMULT_COST, CROWN_COST, HELP, CONSOLATION, ASIDE_EACH, CARRIED, SURPLUS, LOOKS
cdef int RANDOM, GREEDY, ROBBED, TENTHS_LATE, TENTHS_PASSED
cdef int BY_CHANCE, LEAST, MOST
cdef int[7] PRICES_BY_STATUES
cdef Half ONE, HALF, COLUMN, BELOW_TOP, ABOVE_BOTTOM
cdef Word LOW32, MASK64, PAIRS, QUADS, NIBBLES, BYTES

cdef int popcount(Word bits) noexcept
cdef int nth_field(Half left, Half right, int number) noexcept

@cython.final
cdef class Box:
    cdef public int players, supporters, regions
    cdef public bint gambler, tracked
    cdef public int[9] tiles
    cdef public int[21] costs
    cdef public int[7] statues
    cdef public int[5] gaps
    cdef public int[36] demands, degrees
    cdef public int[2304] lands
    cdef public int[1155] affordable
    cdef public int[3] symbols
    cdef public double[3] mean_symbols
    cdef public double mean_demand

@cython.final
cdef class Core:
    cdef public Box box
    cdef public int phase, round, rank, winner, able, blamed, late, merciful, aside, due, face_down, gains
    cdef public bint built
    cdef public long long decisions
    cdef public Word lying, chance
    cdef public int[4] ranked, supporters, placed, carried
    cdef public int[3] demand, last_demand
    cdef public int[36] tiles
    cdef public int[9] people, paid
    cdef public Half[8] fields
    cdef public Half[2] free
    cdef public Half[10] kinds
    cdef public int[1200] ways
    cdef public int[400] surplus

    cpdef void copy_from(self, Core other) noexcept
    @cython.locals(bits=Word)
    cdef int below(self, int number) noexcept
    cdef int tiles_left(self) noexcept
    cdef int draw_tile(self) noexcept

    cpdef void place_first(self, int field) noexcept
    @cython.locals(bit=Half)
    cdef void occupy(self, int seat, int field) noexcept
    cdef void begin_round(self) noexcept
    cpdef void spin(self, int number) noexcept
    cpdef void forget_spin(self) noexcept
    cdef void end_spin(self) noexcept
    cpdef void set_aside(self, int face) noexcept
    cpdef void collect(self) noexcept
    cpdef void rob(self, int seat, int face) noexcept
    cpdef void stop(self) noexcept
    cpdef void count(self) noexcept

    cdef int symbols(self, int seat, int commodity) noexcept
    cdef void resolve_tumults(self) noexcept
    cdef void resolve_tumult(self, int commodity) noexcept
    cdef int supply(self) noexcept
    cdef void pay_supporters(self, int seat, int due) noexcept
    cdef void gain_supporters(self, int seat, int due) noexcept

    cpdef int affordable(self, int seat) noexcept
    cdef Half around(self, Half left, Half right, int half) noexcept
    cdef Half near(self, int seat, int half) noexcept
    cpdef Half sites(self, int seat, int price, int half) noexcept
    cpdef int number_of_sites(self, int seat, int price) noexcept
    cpdef int site(self, int seat, int price, int number) noexcept
    @cython.locals(bit=Half, near=Half)
    cpdef int promise(self, int field) noexcept
    @cython.locals(near=Half, free=Half)
    cdef bint can_build(self, int seat) noexcept
    cpdef int list_ways(self, int seat, int commodity, int due) noexcept
    cpdef void choose_payment(self, int seat, int price, int how) noexcept
    cdef void take_way(self, int commodity, int way) noexcept

    cpdef void build(self, int price, int field) noexcept
    cdef void place(self, int seat, int number) noexcept
    cpdef void pass_turn(self) noexcept
    cpdef void pass_stuck(self) noexcept
    cdef void give_turn(self) noexcept
    cdef void end_placing(self) noexcept
    cdef void rank_and_crown(self) noexcept
    cpdef void turn_up(self, int slot, int region, int turns) noexcept
    cdef void end_round(self) noexcept
    cdef void end_game(self, int winner) noexcept

    cpdef void play_out(self, int policy) noexcept
    cpdef void step(self, int policy) noexcept
    @cython.locals(left=Half, right=Half)
    cdef void step_first(self) noexcept
    cdef void step_spin(self) noexcept
    cdef void step_rob(self, int policy) noexcept
    cdef bint wants(self, int seat, int face) noexcept
    cdef void step_build(self, int policy) noexcept
    cdef void step_reveal(self) noexcept
