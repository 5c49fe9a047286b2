"""An emulated RP2040 that runs the real firmware in cycles of its own."""
