"""What one can type: the command `royaltable`, one module a subject.

`controller/__main__.py` lists the commands, and imports one when it is called; begin there, then with `options.py`,
which all share. A command reads options and prints sentences: what it does belongs to the packages below.
"""
