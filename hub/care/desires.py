"""What the room wants of each table, beside what each has reported; from both follows what is to be said again."""

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from controller import limits
from controller.fleet.messages import NOTHING, Desired, Fixture, Reported
from hub.care.houses import NO_HOUSES
from hub.care.rollout import FAILED
from hub.needs import Cause, Code

NO_REPORT: Final = Reported()


class Desires:
    """Owner of it. What a broker may have forgotten is said again.

    Attributes:
        houses: how games are to be played.
    """

    def __init__(self) -> None:
        self.houses = NO_HOUSES
        self._fixtures: dict[str, Fixture] = {}
        self._version: str | None = None
        self._updated: frozenset[str] = frozenset()
        self._reports: dict[str, Reported] = {}
        self._said: dict[str, Desired] = {}

    @property
    def reports(self) -> Mapping[str, Reported]:
        """What has come of it, by table."""
        return MappingProxyType(self._reports)

    def of(self, table: str) -> Desired:
        """All that is wanted of one table."""
        fixture = self._fixtures.get(table)
        version = self._version if table in self._updated else None
        return Desired(fixture, version, self.houses.of(table))

    def want_fixtures(self, fixtures: Mapping[str, Fixture | None]) -> None:
        """These are to be played next, by table, and nothing anywhere else; what has not begun is replaced."""
        self._fixtures = {table: fixture for table, fixture in fixtures.items() if fixture is not None}

    def want_version(self, version: str | None, tables: Collection[str]) -> None:
        """These tables are to have this version; the others what their owners like."""
        self._version, self._updated = version, frozenset(tables)

    def connected(self) -> None:
        """The broker is there anew, and may have forgotten all."""
        self._said.clear()

    def reported(self, table: str, reported: Reported) -> None:
        """A table has said what has come of what it has heard."""
        if table in self._reports or len(self._reports) < limits.HUB_TABLES:
            self._reports[table] = reported

    def causes(self, is_here: Callable[[str], bool]) -> frozenset[Cause]:
        """Why somebody should look at a table that is here.

        It does not take what the room wants, or its update did not do well.
        """
        found = set()
        for table, report in self._reports.items():
            if not is_here(table):
                continue
            if any(each.state == "refused" for each in report.house):
                found.add(Cause(table, Code.SETTINGS))
            if report.update is not None and report.update.state in FAILED:
                found.add(Cause(table, Code.UPDATE))
        return frozenset(found)

    def due(self, tables: Iterable[str] | None = None) -> list[tuple[str, Desired]]:
        """What is to be said now, once each, to which table; None looks at all, of whom each costs."""
        due = []
        if tables is None:
            tables = {**self._reports, **self._fixtures, **self._said, **dict.fromkeys(self._updated)}
        for table in tables:
            wanted = self.of(table)
            known = self._said.get(table)
            if known is None and wanted == NOTHING and self._reports.get(table, NO_REPORT) == NO_REPORT:
                continue  # it was never told anything, as far as anybody knows
            if known != wanted:
                self._said[table] = wanted
                due.append((table, wanted))
        return due
