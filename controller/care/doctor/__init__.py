"""The doctor: examines machine and devices without changing anything, and reports causes and cures.

Start with `examination.py`; `problems.toml` has every code with its texts. Nothing here writes a file.
"""
