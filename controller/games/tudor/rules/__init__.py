"""The rules as pure functions of values."""
