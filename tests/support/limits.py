"""Other values of documented limits (docs/limits.md) for a test."""

import pytest

from controller import limits


def set_limits(monkeypatch: pytest.MonkeyPatch, **values: float) -> None:
    """Set limits of `controller.limits` until the test ends."""
    for name, value in values.items():
        monkeypatch.setattr(limits, name, value)
