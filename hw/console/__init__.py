"""Knob, buttons, lamps and buzzer on gpiozero pins.

Start with `knob.py` and, for castles, `panel.py`. The meaning of a press belongs in `controller/play`.
"""
