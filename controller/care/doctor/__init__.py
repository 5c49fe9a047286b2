"""The doctor: looks at machine or devices, changes nothing, says cause with cure.

Begin with `examination.py`; `problems.toml` has every code with its words. Nothing here writes a file.
"""
