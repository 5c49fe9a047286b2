"""The rules as pure functions. Start with ``engine.py``, then ``state.py`` and ``actions.py``.

Taps and presses are in ``referee/``, what people see and hear in ``show/``.
"""
