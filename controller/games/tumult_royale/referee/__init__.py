"""What taps, presses and the end of the hourglass mean now. Start with ``referee.py``.

``waiting.py`` says what the table waits for; ``rules/`` decides what is legal.
"""
