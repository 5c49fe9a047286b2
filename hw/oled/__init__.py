"""The console's display of 128 x 64 pixels: its driver, its twin behind the bus, its pictures."""
