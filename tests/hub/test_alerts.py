"""Causes and the needs that come of them: what tables say, what the hub sees by itself, and how long it lasts."""

from datetime import UTC, datetime

import pytest

from hub.alerts import Alert, AlertCause, AlertCode, Alerts, ClockAndLogFaults

HELP = AlertCause("rt-a", AlertCode.HELP)
AWAY = AlertCause("rt-a", AlertCode.OFFLINE)
LOST = AlertCause("rt-b", AlertCode.DEVICE)


@pytest.mark.parametrize(
    ("code", "begins_s"), [("help", 0), ("offline", 120), ("device", 30), ("paused", 300), ("held", 0)]
)
def test_each_alert_begins_after_its_own_delay_and_is_reported_once(code: str, begins_s: int) -> None:
    alerts, cause = Alerts(), AlertCause("rt-a", AlertCode(code))
    for now_s in range(10, 10 + begins_s):
        assert alerts.begin_and_end_alerts({cause}, now_s) == ([], [])
    assert alerts.begin_and_end_alerts({cause}, 10 + begins_s) == (
        [Alert("rt-a", AlertCode(code), 10, taken=False)],
        [],
    )
    assert alerts.begin_and_end_alerts({cause}, 11 + begins_s) == ([], [])
    assert alerts.list_current() == [Alert("rt-a", AlertCode(code), 10, taken=False)]


def test_an_unstable_device_counts_as_lost_without_flicker() -> None:
    alerts = Alerts()
    told = [alerts.begin_and_end_alerts({LOST} if now_s % 8 < 4 else set(), now_s) for now_s in range(100)]
    assert [begun for begun, _ in told if begun] == [[Alert("rt-b", AlertCode.DEVICE, 0, taken=False)]]
    assert not any(ended for _, ended in told)
    for now_s in range(100, 110):
        assert alerts.begin_and_end_alerts(set(), now_s) == ([], [])
    assert alerts.begin_and_end_alerts(set(), 110) == ([], [Alert("rt-b", AlertCode.DEVICE, 0, taken=False)])
    assert alerts.list_current() == []


def test_a_cause_that_ends_early_raises_no_alert() -> None:
    alerts = Alerts()
    for now_s in range(119):
        assert alerts.begin_and_end_alerts({AWAY}, now_s) == ([], [])
    for now_s in range(119, 400):
        assert alerts.begin_and_end_alerts(set(), now_s) == ([], [])
    assert alerts.begin_and_end_alerts({AWAY}, 400) == ([], []), "it begins anew"


def test_the_oldest_alert_comes_first() -> None:
    alerts = Alerts()
    alerts.begin_and_end_alerts({LOST}, 0)
    alerts.begin_and_end_alerts({LOST, AWAY}, 5)
    alerts.begin_and_end_alerts({LOST, AWAY, HELP}, 200)
    assert [need.code for need in alerts.list_current()] == ["device", "offline", "help"]


def test_an_alert_can_be_claimed_once_while_it_lasts() -> None:
    alerts = Alerts()
    assert not alerts.mark_taken(HELP)
    alerts.begin_and_end_alerts({HELP, AWAY}, 0)
    assert not alerts.mark_taken(AWAY), "it has not lasted for long enough"
    assert alerts.mark_taken(HELP)
    assert not alerts.mark_taken(HELP), "somebody comes already"
    assert [need.taken for need in alerts.list_current()] == [True]
    alerts.begin_and_end_alerts(set(), 1)
    alerts.begin_and_end_alerts(set(), 3)
    alerts.begin_and_end_alerts({HELP}, 4)
    assert [need.taken for need in alerts.list_current()] == [False], "they call again"


NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("utc", "skewed"),
    [
        ("2026-11-22T18:01:59+00:00", False),
        ("2026-11-22T18:02:01+00:00", True),
        ("2026-11-22T17:57:59+00:00", True),
        ("2026-11-22T19:00:30+01:00", False),
        ("1970-01-01T00:00:10+00:00", True),
        ("2026-11-22T18:00:00", False),
        ("", False),
        ("yesterday", False),
    ],
)
def test_a_clock_is_wrong_from_two_minutes_on(utc: str, skewed: bool) -> None:
    watch = ClockAndLogFaults()
    watch.check_clock_clear_refusals("rt-a", utc, NOW)
    assert watch.alert_causes() == ({AlertCause("rt-a", AlertCode.SKEW)} if skewed else set())
    watch.check_clock_clear_refusals("rt-a", "2026-11-22T18:00:01+00:00", NOW)
    assert watch.alert_causes() == set(), "it was set meanwhile"


def test_a_refusal_is_reported_until_the_tables_next_hello() -> None:
    watch = ClockAndLogFaults()
    watch.record_refusal("rt-a", "broken")
    watch.record_refusal("rt-b", "fork")
    assert watch.alert_causes() == {AlertCause("rt-a", AlertCode.JOURNAL), AlertCause("rt-b", AlertCode.FORK)}
    watch.check_clock_clear_refusals("rt-a", "2026-11-22T18:00:00+00:00", NOW)
    assert watch.alert_causes() == {AlertCause("rt-b", AlertCode.FORK)}
