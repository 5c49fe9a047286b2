"""A simulated Pico: the real firmware in a real MicroPython."""
