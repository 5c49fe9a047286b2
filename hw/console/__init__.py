"""What people turn, press, see or hear: knob, buttons, lamps, buzzer, all on gpiozero pins.

Start with `knob.py` and, for castles, `panel.py`. What a press means belongs in `controller/play`.
"""
