"""Sentences that come out of a loudspeaker, by programs of the system or a twin.

Start with `programs.py`. What is said, and when, belongs in `controller/show/voice.py`.
"""
