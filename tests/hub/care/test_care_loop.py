"""A hub looks after a real table over a real broker: what it wants is done and reported, what it asks is answered."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from controller.fleet.line import Broker
from controller.fleet.messages import Desired, Fixture, FixtureReport, Seat
from controller.fleet.topics import ANSWER
from hub.care import CareLoop, Desires, NoAnswerError
from hub.page.fleet_page import FleetPage
from hub.room import RoomLoop
from tests.fleet.evening import ID, Evening, begun
from tests.hub.running import at_work, until

pytestmark = pytest.mark.real_time

FIXTURE = Fixture("spring-2-7", "2", (Seat("yellow", "Ana"), Seat("blue", "Kim")))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with begun(tmp_path) as evening:
        yield evening


@asynccontextmanager
async def caring(evening: Evening) -> AsyncIterator[CareLoop]:
    care = CareLoop(Broker("127.0.0.1", evening.broker.port))
    async with at_work(care.run()):
        await until(lambda: ID in care.desires.reports)
        yield care


async def test_a_fixture_comes_to_the_table_and_back_as_begun_though_the_broker_dies_meanwhile(
    evening: Evening,
) -> None:
    async with caring(evening) as care:
        care.want_fixtures({ID: FIXTURE})
        await until(lambda: care.desires.reports[ID].fixture == FixtureReport("spring-2-7", "waits"))
        evening.broker.kill()
        evening.broker.start()
        await asyncio.to_thread(evening.table.post, "/api/answer", {"yes": True})
        await until(lambda: care.desires.reports[ID].fixture == FixtureReport("spring-2-7", "begun"))
        care.want_fixtures({})
        await until(lambda: care.desires.reports[ID].fixture is None)


@pytest.mark.parametrize("mark", ["0123456789abcdef", "of another version"])
def test_an_answer_to_a_new_password_is_no_trouble_to_log(mark: str, caplog: pytest.LogCaptureFixture) -> None:
    CareLoop(Broker("127.0.0.1", 9))._heard(ANSWER.of(ID), msgspec.json.encode({"do": "rotate", "mark": mark}))
    assert caplog.messages == []
    CareLoop(Broker("127.0.0.1", 9))._heard(ANSWER.of(ID), b'{"do": "doctor"}')
    assert len(caplog.messages) == 1


def test_what_one_table_reports_costs_no_look_at_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    class Counted(Desires):
        def of(self, table: str) -> Desired:
            looked.append(table)
            return super().of(table)

    care = CareLoop(Broker("127.0.0.1", 9))
    care.desires = Counted()
    monkeypatch.setattr(care._line, "connected", True)
    tables = {f"rt-{number:06}": FIXTURE for number in range(1000)}
    care.want_fixtures(tables)
    assert looked == list(tables)
    looked.clear()
    care._heard("royaltable/v1/rt-000007/reported", b"{}")
    assert looked == ["rt-000007"]


async def test_findings_are_gathered_by_code_and_a_report_comes_whole(evening: Evening) -> None:
    room = RoomLoop(Broker("127.0.0.1", evening.broker.port))
    async with caring(evening) as care, at_work(room.run()):
        page = FleetPage(care, room, lambda *_: None)
        await until(lambda: room.room.is_here(ID))
        (table,) = page.value()["tables"]
        assert (table["table"], table["version"], table["examined"]) == (ID, "0.1.0", False)
        fault = {"name": "reader_deaf", "on": True}
        await asyncio.to_thread(evening.table.post, "/api/table/fault", fault)
        await until(lambda: room.room.value([], 0.0)["cards"][ID]["lost"] == ["blue"])
        await care.ask(ID, "doctor")
        assert page.value()["codes"] == [{"code": "RT-DEVICE-LOST", "severity": "error", "tables": [ID]}]
        assert (await care.ask(ID, "report")).report.startswith(b"PK")
        assert (await care.ask(ID, "message", "Round 3 begins at 8.")).done


async def test_who_does_not_answer_is_said_so_and_nothing_is_waited_for_any_more(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hub.care.ANSWER_S", 0.2)

    async with caring(evening) as care:
        with pytest.raises(NoAnswerError, match="rt-nobody does not answer"):
            await care.ask("rt-nobody", "doctor")
        with pytest.raises(NoAnswerError, match="expected the id of a table"):
            await care.ask("a/b", "doctor")
        assert care._asked == {}
    with pytest.raises(NoAnswerError, match="The broker is away"):
        await care.ask(ID, "doctor")
