"""What taps, presses and the end of the hourglass mean in the present state. Start with ``referee.py``.

``waiting.py`` says what the table waits for. Whether an action is legal is decided in ``rules/``.
"""
