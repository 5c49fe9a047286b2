"""The spinner: an arrow on a 28BYJ-48 stepper with a Hall sensor for its home mark."""
