"""A simulated Raspberry Pi for unmodified programs: their `spidev`, `RPi.GPIO` and `lgpio` act on twins.

Start with `machine.py`; `standins/` has the modules that a program imports, `nodes.py` the device nodes. A chip's
behaviour belongs to its twin.
"""
