"""Setting a table up: one device after the other waits for a person to use it.

Begin with `setup_run.py`, which calls the tests of `console.py` and `gate.py`. What needs no hands belongs to the
doctor.
"""
