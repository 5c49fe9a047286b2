"""Speech output by system programs or a twin.

Start with `programs.py`. Choosing what to say belongs in `controller/show/voice.py`.
"""
