"""Raise and end alerts, which call staff to a table; detect wrong clocks and refused logs."""

from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, NamedTuple

from msgspec import Struct

from controller.fleet.log_messages import RefusalReason


class AlertCode(StrEnum):
    HELP = "help"
    OFFLINE = "offline"
    DEVICE = "device"
    HOURGLASS_PAUSED = "paused"
    HELD = "held"
    CORRECTIONS = "corrections"
    DISK = "disk"
    THROTTLED = "throttled"
    SKEW = "skew"
    JOURNAL = "journal"
    FORK = "fork"
    TWIN = "twin"
    SETTINGS = "settings"
    UPDATE = "update"
    LATE = "late"
    PIECES = "pieces"


class Hysteresis(Struct, frozen=True):
    """How long a cause must last to raise an alert, and be gone to end it."""

    begin_after_s: float
    end_after_s: float


HYSTERESIS: Final = {
    AlertCode.HELP: Hysteresis(0, 2),
    AlertCode.OFFLINE: Hysteresis(120, 10),
    AlertCode.DEVICE: Hysteresis(30, 10),
    AlertCode.HOURGLASS_PAUSED: Hysteresis(300, 5),
    AlertCode.HELD: Hysteresis(0, 0),
    AlertCode.CORRECTIONS: Hysteresis(0, 5),
    AlertCode.DISK: Hysteresis(10, 60),
    AlertCode.THROTTLED: Hysteresis(60, 300),
    AlertCode.SKEW: Hysteresis(0, 0),
    AlertCode.JOURNAL: Hysteresis(0, 60),
    AlertCode.FORK: Hysteresis(30, 60),
    AlertCode.TWIN: Hysteresis(0, 60),
    AlertCode.SETTINGS: Hysteresis(10, 0),
    AlertCode.UPDATE: Hysteresis(0, 0),
    AlertCode.LATE: Hysteresis(60, 0),
    AlertCode.PIECES: Hysteresis(0, 0),
}


class AlertCause(NamedTuple):
    table: str
    code: AlertCode


class Alert(Struct, frozen=True):
    """An alert: its cause began at ``since_s``; ``taken`` once a steward is coming."""

    table: str
    code: AlertCode
    since_s: float
    taken: bool


class _OngoingCause(Struct):
    since_s: float
    gone_s: float | None = None
    is_alert: bool = False
    taken: bool = False


class Alerts:
    """The current alerts, debounced by `Hysteresis`."""

    def __init__(self) -> None:
        self._ongoing_by_cause: dict[AlertCause, _OngoingCause] = {}

    def begin_and_end_alerts(self, causes: AbstractSet[AlertCause], now_s: float) -> tuple[list[Alert], list[Alert]]:
        """Apply the current causes; return the alerts that began and that ended."""
        begun: list[Alert] = []
        for cause in sorted(causes):
            lasting = self._ongoing_by_cause.setdefault(cause, _OngoingCause(now_s))
            lasting.gone_s = None
            if not lasting.is_alert and now_s - lasting.since_s >= HYSTERESIS[cause.code].begin_after_s:
                lasting.is_alert = True
                begun.append(_alert_from_cause(cause, lasting))
        ended: list[Alert] = []
        for cause, lasting in [each for each in self._ongoing_by_cause.items() if each[0] not in causes]:
            lasting.gone_s = now_s if lasting.gone_s is None else lasting.gone_s
            if now_s - lasting.gone_s >= HYSTERESIS[cause.code].end_after_s:
                del self._ongoing_by_cause[cause]
                if lasting.is_alert:
                    ended.append(_alert_from_cause(cause, lasting))
        return begun, ended

    def mark_taken(self, cause: AlertCause) -> bool:
        lasting = self._ongoing_by_cause.get(cause)
        if lasting is None or not lasting.is_alert or lasting.taken:
            return False
        lasting.taken = True
        return True

    def list_current(self) -> list[Alert]:
        alerts = [
            _alert_from_cause(cause, lasting) for cause, lasting in self._ongoing_by_cause.items() if lasting.is_alert
        ]
        return sorted(alerts, key=lambda alert: (alert.since_s, alert.table, alert.code))


def _alert_from_cause(cause: AlertCause, lasting: _OngoingCause) -> Alert:
    return Alert(cause.table, cause.code, lasting.since_s, lasting.taken)


MAX_CLOCK_SKEW_S: Final = 120.0

ALERT_CODE_BY_REFUSAL: Final[dict[RefusalReason, AlertCode]] = {"fork": AlertCode.FORK, "broken": AlertCode.JOURNAL}


class ClockAndLogFaults:
    """A hello clears a table's refusals; lasting ones come again."""

    def __init__(self) -> None:
        self._skewed: set[str] = set()
        self._refused: set[AlertCause] = set()

    def check_clock_clear_refusals(self, table: str, utc: str, now: datetime) -> None:
        self._refused -= {AlertCause(table, code) for code in ALERT_CODE_BY_REFUSAL.values()}
        try:
            at = datetime.fromisoformat(utc)
        except ValueError:
            return
        away_s = abs(((at if at.tzinfo is not None else at.replace(tzinfo=UTC)) - now).total_seconds())
        (self._skewed.add if away_s > MAX_CLOCK_SKEW_S else self._skewed.discard)(table)

    def record_refusal(self, table: str, why: RefusalReason) -> None:
        self._refused.add(AlertCause(table, ALERT_CODE_BY_REFUSAL[why]))

    def alert_causes(self) -> frozenset[AlertCause]:
        return frozenset(self._refused | {AlertCause(table, AlertCode.SKEW) for table in self._skewed})
