"""What taps, presses and the end of the hourglass mean in the present state. Start with ``referee.py``.

What the table waits for is in ``waiting.py``. Whether an action is legal is for ``rules/`` to say.
"""
