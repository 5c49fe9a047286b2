"""Rings of WS2812 pixels at castle boards: the twin; the firmware's `ring.py` drives them."""
