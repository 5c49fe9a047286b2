"""Handlers of the actions, one module for each chapter of the rules; ``shared.py`` has common helpers.

A handler takes a state and an action, appends events, and returns the next state or raises ``Refusal``.
"""
