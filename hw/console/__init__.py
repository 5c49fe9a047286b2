"""What hands touch and ears hear: knob, buttons, lamps, buzzer, all on gpiozero pins."""
