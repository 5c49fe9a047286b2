"""What taps and presses mean in the present state of Tudor, and what the table asks.

Start at ``referee.judge`` for an input and ``asking.waiting`` for the console; ``meaning.read`` is what both ask. The
referee proposes actions and changes nothing: what is legal is for ``rules``.
"""
