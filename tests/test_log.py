"""The daemon's log: one line an event, which programs can take apart and journald can rank."""

import logging

import pytest

from controller import log


def test_a_line_is_key_and_value_and_what_is_not_plain_is_quoted() -> None:
    assert log.line("device_lost", device="blue panel", fault='no "answer"\n', at=3) == (
        'event=device_lost device="blue panel" fault="no \\"answer\\"\\n" at=3'
    )


def test_for_journald_a_line_begins_with_its_priority(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    log.to_standard_error(logging.INFO)
    log.info("start", actions=2)
    log.warning("device_lost", device="oled")
    assert capsys.readouterr().err == "<6>event=start actions=2\n<4>event=device_lost device=oled\n"


def test_for_people_it_begins_with_the_time_and_below_the_level_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    log.to_standard_error(logging.WARNING)
    log.info("start")
    log.warning("device_lost", device="oled")
    said = capsys.readouterr().err
    assert said.startswith("time=20")
    assert said.endswith(" level=warning event=device_lost device=oled\n")
    assert said.count("\n") == 1
