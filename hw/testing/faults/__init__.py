"""Faults of a simulated table, switched on by name."""
