"""The tasks that tell tables what the room wants of them, hear answers, and roll a version out."""

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller import limits, log
from controller.fleet.line import Broker, Line
from controller.fleet.messages import (
    Answer,
    Ask,
    Do,
    Fixture,
    FixtureReport,
    Found,
    HouseReport,
    Reported,
    UpdateReport,
)
from controller.fleet.shipping import NotUnderstoodError, understood
from controller.fleet.topics import ANSWER, ASK, DESIRED, EVENT_S, REPORTED, ROOT
from controller.reading import NO_JSON
from controller.store.atomic_files import read_plain, write_atomically
from hub import taking
from hub.care.desires import Desires, HousesError, Rollout, RolloutWatch, Seen, houses_in, reached

ANSWER_S: Final = 60.0
"""An answer that has not come by then does not come: the table is away, or its broker has forgotten the ask."""


class NoAnswerError(Exception):
    """A table cannot be asked, or does not answer; the message says what was seen, and what to do."""


class Examined(Struct, frozen=True):
    """What a table's doctor found, and when, seconds of the hub's clock."""

    findings: tuple[Found, ...]
    at_s: float


class _Kind(Struct, frozen=True):
    """Of an answer; that to a new password is for `RotationLoop`."""

    do: str = ""


class CareLoop:
    """Owner of the line by which tables are looked after, and of what they have answered.

    Attributes:
        desires: what is wanted of each; whoever changes it calls `tell`.
    """

    def __init__(self, broker: Broker) -> None:
        self.desires = Desires()
        self._examined: dict[str, Examined] = {}
        self._asked: dict[str, tuple[str, asyncio.Future[Answer]]] = {}
        self._line = Line(
            broker,
            f"care-{os.urandom(4).hex()}",
            will=None,
            hears=[REPORTED.of("+"), ANSWER.of("+")],
            on_connect=self._connected,
            on_message=self._heard,
        )

    @property
    def examined(self) -> Mapping[str, Examined]:
        return MappingProxyType(self._examined)

    async def run(self) -> None:
        """Look after the tables, for ever."""
        try:
            await self._line.run()
        finally:
            await self._line.close()

    def want_fixtures(self, fixtures: Mapping[str, Fixture | None]) -> None:
        """These are to be played next, by table, and nothing anywhere else."""
        self.desires.want_fixtures(fixtures)
        self.tell()

    def tell(self, tables: Iterable[str] | None = None) -> None:
        """Say what is new, if there is a line, else when there is one; None is to all tables."""
        if self._line.connected:
            for table, desired in self.desires.due(tables):
                self._line.say(DESIRED.of(table), DESIRED, desired)

    async def ask(self, table: str, do: Do, text: str = "") -> Answer:
        """Ask a table, and wait for its answer.

        Raises:
            NoAnswerError: it cannot be asked, or does not answer.
        """
        if taking.TABLE_ID.fullmatch(table) is None:
            raise NoAnswerError(f"saw {table[:80]!r}, expected the id of a table")
        if not self._line.connected:
            raise NoAnswerError("The broker is away. Ask again when the room hears its tables.")
        if len(self._asked) >= limits.HUB_ASKS:
            raise NoAnswerError(f"{limits.HUB_ASKS} answers are waited for already. Ask again in a minute.")
        number = os.urandom(16).hex()
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked[number] = (table, answer)
        try:
            self._line.say(ASK.of(table), ASK, Ask(do, number, text), expires_s=EVENT_S)
            async with asyncio.timeout(ANSWER_S):
                return await answer
        except TimeoutError:
            raise NoAnswerError(f"{table} does not answer. Is it on, and in the room?") from None
        finally:
            del self._asked[number]

    def _connected(self) -> None:
        self.desires.connected()
        self.tell()

    def _heard(self, topic: str, payload: bytes) -> None:
        table, _, name = topic.removeprefix(f"{ROOT}/").partition("/")
        if taking.TABLE_ID.fullmatch(table) is None or not payload:
            return
        try:
            if name == REPORTED.name:
                self.desires.reported(table, _cut_report(understood(payload, Reported)))
                self.tell((table,))
            elif understood(payload, _Kind).do != "rotate":
                self._answered(table, understood(payload, Answer))
        except NotUnderstoodError as fault:
            log.warning("hub_not_understood", table=table, topic=name, seen=fault)

    def _answered(self, table: str, answer: Answer) -> None:
        asked, waits = self._asked.get(answer.id, ("", None))
        if asked != table or waits is None or waits.done():
            return
        cut = replace(answer, why=taking.cut(answer.why), findings=tuple(map(_cut_finding, answer.findings)))
        if answer.do == "doctor" and answer.done:
            self._examined[table] = Examined(cut.findings, asyncio.get_running_loop().time())
        waits.set_result(cut)


def _cut_report(reported: Reported) -> Reported:
    """What a table says is shown: no more of it than of anything else that tables say."""
    fixture, update = reported.fixture, reported.update
    return Reported(
        None if fixture is None else FixtureReport(fixture.id, fixture.state, taking.cut(fixture.why)),
        None if update is None else UpdateReport(update.version, update.state, taking.cut(update.why)),
        tuple(
            HouseReport(each.part, each.hash, each.state, taking.cut(each.game), taking.cut(each.why))
            for each in reported.house
        ),
    )


def _cut_finding(found: Found) -> Found:
    code, device, cause, cure = map(taking.cut, (found.code, found.device, found.cause, found.cure))
    return Found(code, found.severity, device, cause, cure)


LOOK_S: Final = 5.0
"""How often the file is looked at."""


class HouseLoop:
    """Owner of nothing: the file says it, and commands write that.

    Args:
        folder: the hub's.
        care: tells the tables.
    """

    def __init__(self, folder: Path, care: CareLoop) -> None:
        self._folder = folder
        self._care = care

    async def run(self) -> None:
        """Look for ever; a file that cannot be read changes nothing."""
        while True:
            try:
                self.look()
            except HousesError as fault:
                log.warning("houses_wait", seen=fault)
            await asyncio.sleep(LOOK_S)

    def look(self) -> None:
        """Take what stands there now.

        Raises:
            HousesError: the file cannot be used.
        """
        houses = houses_in(self._folder)
        if houses != self._care.desires.houses:
            self._care.desires.houses = houses
            self._care.tell()


FILE: Final = "room.rollout.json"


class RolloutError(Exception):
    """The file cannot be used; the message says what was seen, and what to do."""


def rollout_in(folder: Path) -> Rollout | None:
    """The update that goes through the room of this hub; None for none.

    Raises:
        RolloutError: the file is there and cannot be used.
    """
    file = folder / FILE
    try:
        return msgspec.json.decode(read_plain(file, limits.ROLLOUT_OCTETS), type=Rollout)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise RolloutError(f"{file}: {fault.strerror}. It is the hub's own.") from None
    except NO_JSON as fault:
        raise RolloutError(f"{file}: {fault}. Remove it, and release the version again.") from None


def keep_rollout(folder: Path, rollout: Rollout | None) -> None:
    """Let this be the update that goes through the room.

    Raises:
        OSError: the file cannot be written.
    """
    if rollout is None:
        (folder / FILE).unlink(missing_ok=True)
    else:
        write_atomically(folder / FILE, msgspec.json.format(msgspec.json.encode(rollout)) + b"\n")


class RolloutLoop:
    """Owner of nothing but the watch: how far an update is stands in the file, which commands write as well.

    Args:
        folder: the hub's.
        care: tells the tables.
        is_here: whether a table is on the line now.

    Attributes:
        now: how far it was when it was last looked at; None where no update goes through the room.
    """

    def __init__(self, folder: Path, care: CareLoop, is_here: Callable[[str], bool]) -> None:
        self._folder = folder
        self._care = care
        self._is_here = is_here
        self._watch = RolloutWatch()
        self.now: Rollout | None = None

    async def run(self) -> None:
        while True:
            try:
                self.look(asyncio.get_running_loop().time())
            except (OSError, RolloutError) as fault:
                log.warning("rollout_waits", seen=fault)
            await asyncio.sleep(LOOK_S)

    def look(self, now_s: float) -> Rollout | None:
        """Take the update further, if it is time; gives how far it is.

        Raises:
            RolloutError: the file cannot be used.
            OSError: it cannot be written.
        """
        before = self.now = rollout_in(self._folder)
        if before is None:
            self._care.desires.want_version(None, ())
            self._care.tell()
            return None
        seen = self._seen()
        rollout = self._watch.looked(before, seen, now_s)
        if rollout != before and rollout_in(self._folder) == before:
            log.info("rollout", version=rollout.version, ring=rollout.ring, stopped=rollout.stopped or "no")
            keep_rollout(self._folder, rollout)
        if seen:
            self._care.desires.want_version(rollout.version, reached(rollout, seen))
            self._care.tell()
        self.now = rollout
        return rollout

    def _seen(self) -> Mapping[str, Seen]:
        return {table: Seen(self._is_here(table), reported) for table, reported in self._care.desires.reports.items()}
