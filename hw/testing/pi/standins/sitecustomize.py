"""Started by Python in a program of `royaltable-pi run`."""

from hw.testing.pi import command

command.begin_in_program()
