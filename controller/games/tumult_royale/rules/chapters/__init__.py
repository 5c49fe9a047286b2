"""Handlers of actions, one module per chapter of the rules; ``shared.py`` has common helpers.

A handler takes state and action, appends events, and returns the next state or raises ``Refusal``.
"""
