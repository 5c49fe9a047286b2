"""The daemon's log: one line an event, which programs can take apart and journald can rank."""

import asyncio
import logging

import pytest

from controller import limits, log


def test_a_line_has_keys_and_quoted_values() -> None:
    assert log.format_log_line("device_lost", device="blue panel", fault='no "answer"\n', at=3) == (
        'event=device_lost device="blue panel" fault="no \\"answer\\"\\n" at=3'
    )


def test_for_journald_a_line_begins_with_its_priority(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    log.configure_logging(logging.INFO)
    log.info("start", actions=2)
    log.warning("device_lost", device="oled")
    assert capsys.readouterr().err == "<6>event=start actions=2\n<4>event=device_lost device=oled\n"


def test_without_journald_a_line_has_the_time_and_lower_levels_are_dropped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    log.configure_logging(logging.WARNING)
    log.info("start")
    log.warning("device_lost", device="oled")
    said = capsys.readouterr().err
    assert said.startswith("time=20")
    assert said.endswith(" level=warning event=device_lost device=oled\n")
    assert said.count("\n") == 1


def test_the_latest_lines_of_our_own_are_kept_within_a_bound() -> None:
    log.configure_logging(logging.INFO)
    logging.getLogger("uvicorn.error").warning("a body with hunter2")
    for number in range(limits.LOG_LINES_KEPT):
        log.info("noise", number=number)
    log.warning("device_lost", device="oled")
    kept = log.recent_lines()
    assert [(line.warning, line.text) for line in kept[-2:]] == [
        (False, "event=noise number=199"),
        (True, "event=device_lost device=oled"),
    ]
    assert len(kept) == 200
    assert [line for line in kept if "hunter2" in line.text] == []


def recorded(
    bounded: log.LogLineBudget, at_s: float, message: str = "event=noise", fault: BaseException | None = None
) -> str | None:
    """What a line becomes that is said at this moment; None if it is left out."""
    about = None if fault is None else (type(fault), fault, fault.__traceback__)
    record = logging.LogRecord("royaltable", logging.WARNING, "", 0, message, (), about)
    record.created = at_s
    return record.getMessage() if bounded.filter(record) else None


def test_lines_over_budget_are_counted_in_the_next_line() -> None:
    bounded = log.LogLineBudget(burst=2, lines_a_minute=6)
    said = [recorded(bounded, 0.0) for _ in range(5)]
    assert said == ["event=noise", "event=noise", None, None, None]
    assert recorded(bounded, 10.0) == "event=noise left_out=3"
    assert recorded(bounded, 10.1) is None


def test_a_day_of_noise_stays_below_ten_megabytes() -> None:
    bounded = log.LogLineBudget()
    noise = "x" * 5000
    said = (recorded(bounded, at_s / 2, noise) for at_s in range(2 * 24 * 3600))
    assert sum(len(line) + 60 for line in said if line is not None) < 10_000_000


def test_a_traceback_becomes_one_line_with_its_place() -> None:
    try:
        int("hunter2")
    except ValueError as fault:
        said = recorded(log.LogLineBudget(), 0.0, "Exception in ASGI application\n", fault)
    assert said is not None
    assert said.startswith("Exception in ASGI application (ValueError at test_log.py:")
    assert "hunter2" not in said


def test_a_clock_set_back_does_not_change_the_budget() -> None:
    bounded = log.LogLineBudget(burst=1, lines_a_minute=60)
    assert [recorded(bounded, at_s) for at_s in (1000.0, 0.0, 1.0)] == ["event=noise", None, "event=noise left_out=1"]


async def test_a_failure_is_logged_once_and_counted_until_the_retries_end(caplog: pytest.LogCaptureFixture) -> None:
    answers = iter([*["no answer"] * 18, "refused", *["no answer"] * 2, ""])
    retries, loop, pause_s = log.RetryLog(), asyncio.get_running_loop(), 0.0
    while seen := next(answers):
        retries.log_failure("broker_lost", loop.time(), {"again_in_s": pause_s}, why="no-broker", seen=seen)
        pause_s += 2.0
        await asyncio.sleep(pause_s)
    retries.log_recovery()
    retries.log_failure("broker_lost", loop.time(), why="no-broker", seen="refused")
    assert caplog.messages == [
        'event=broker_lost why=no-broker seen="no answer" again_in_s=0.0',
        "event=broker_lost why=no-broker seen=refused again_in_s=36.0",
        'event=broker_lost why=no-broker seen="no answer" repeated=19',
        "event=broker_lost why=no-broker seen=refused",
    ]


async def test_a_failure_that_does_not_end_is_logged_again_each_hour(caplog: pytest.LogCaptureFixture) -> None:
    retries, loop = log.RetryLog(), asyncio.get_running_loop()
    for _ in range(241):
        retries.log_failure("hub_database_away", loop.time(), seen="OSError")
        await asyncio.sleep(30.0)
    assert caplog.messages == [
        "event=hub_database_away seen=OSError",
        "event=hub_database_away seen=OSError repeated=120",
        "event=hub_database_away seen=OSError repeated=120",
    ]
