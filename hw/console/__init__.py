"""Knob, buttons, lamps and buzzer on gpiozero pins.

Start with `knob.py` and, for castles, `panel.py`. A press's meaning belongs in `controller/play`.
"""
