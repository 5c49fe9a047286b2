"""Shutting down by the knob can switch off the whole Pi."""

import sys

import click
import pytest

from controller.cli import serving


def test_the_machine_s_own_command_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "POWER_OFF", (sys.executable, "-c", "pass"))
    serving._switch_off()


@pytest.mark.parametrize(
    "command", [("a-command-that-is-not-there",), (sys.executable, "-c", "raise SystemExit('not allowed')")]
)
def test_where_it_fails_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
    monkeypatch.setattr(serving, "POWER_OFF", command)
    with pytest.raises(click.ClickException, match="set poweroff = false in \\[console\\]"):
        serving._switch_off()
