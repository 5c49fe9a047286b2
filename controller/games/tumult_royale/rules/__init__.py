"""The rules of Tumult Royale, pure functions. Start with ``engine.py``, then ``state.py`` and ``actions.py``.

The meaning of taps and presses is in ``referee/``, what people see and hear in ``show/``.
"""
