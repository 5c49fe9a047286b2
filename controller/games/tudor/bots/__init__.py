"""Bots of Tudor: strategies (``sensible``, ``random_play``), and a hand that enters their moves at gates and knob.

Start at ``sensible.sensible_move``. A bot sees only what its seat sees; ``rules.options`` lists its legal moves.
"""
