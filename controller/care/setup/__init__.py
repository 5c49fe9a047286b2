"""Guided set-up: test one device after the other with a person's help.

Start with `setup_run.py`, which calls the tests of `console.py` and `gate.py`. `doctor` has tests without a person.
"""
