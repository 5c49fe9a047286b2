"""What each action brings about, a module for each chapter of the rules. Each handler takes a state and an action.

It appends what events, and returns the next state or raises ``Refusal``. ``shared.py`` has what several need.
"""
