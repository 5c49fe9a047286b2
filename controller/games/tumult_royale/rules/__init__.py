"""The rules of Tumult Royale, pure functions. Start with ``engine.py``, then ``state.py`` and ``actions.py``.

What taps and presses mean is in ``referee/``, what people see and hear in ``show/``.
"""
