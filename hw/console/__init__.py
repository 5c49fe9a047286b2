"""What people turn, press, see or hear: knob, buttons, lamps, buzzer, all on gpiozero pins."""
