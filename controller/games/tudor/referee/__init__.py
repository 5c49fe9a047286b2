"""Turn taps, presses and turns of the knob into actions of Tudor, and say what the table waits for.

Start at ``referee.judge`` for an input and ``asking.waiting`` for the console; both call
``interpretation.interpret_inputs``. The referee proposes actions and changes no state; ``rules`` decides what is legal.
"""
