"""The command line `royaltable`, one module for each group of commands.

Start with `controller/__main__.py`, which lists the commands, then `options.py`, which all share. A command parses its
options and prints the result; the work belongs in the layers below `cli`.
"""
