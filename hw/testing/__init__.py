"""The public testing kit: a clock that jumps, a whole table of twins, faults by name."""
