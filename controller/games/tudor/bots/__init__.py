"""Bots of Tudor: what they want (``sensible``, ``random_play``), and hands that say it by gates and knob (``hand``).

Start at ``sensible.sensible_move``. A bot decides by what its seat sees; what is legal is for ``rules.options``.
"""
