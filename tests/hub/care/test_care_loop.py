"""A hub looks after a real table over a real broker: what it wants is done and reported, what it asks is answered."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from controller.fleet.line import Broker
from controller.fleet.messages import Desired, Fixture, FixtureReport, Seat, UpdateReport
from controller.fleet.topics import ANSWER
from hub.care import (
    CareLoop,
    Desires,
    Houses,
    NoAnswerError,
    Rollout,
    Wanted,
    keep_houses,
    keep_rollout,
)
from hub.page.fleet_page import FleetPage
from hub.room import RoomLoop
from tests.fleet.evening import ID, begun
from tests.hub.running import at_work, until

FIXTURE = Fixture("spring-2-7", "2", (Seat("yellow", "Ana"), Seat("blue", "Kim")))


@pytest.mark.real_time
async def test_a_real_table_does_what_is_wanted_and_answers_what_is_asked_though_the_broker_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with begun(tmp_path) as evening:
        broker = Broker("127.0.0.1", evening.broker.port)
        room = RoomLoop(broker)
        care = CareLoop(broker, tmp_path, room.room.is_here)
        keep_houses(tmp_path, Houses(Wanted({"language": "de", "hourglass_s": 33}), {}))
        keep_rollout(tmp_path, Rollout("99.0.0", "1.0"))
        care.look_at_houses()
        async with at_work(care.run(), room.run()):
            await until(lambda: room.room.is_here(ID) and ID in care.desires.reports)
            care.look_at_rollout(0.0)
            await until(lambda: care.desires.reports[ID].update == UpdateReport("99.0.0", "waits"))
            await until(lambda: [each.state for each in care.desires.reports[ID].house] == ["holds"])
            house = (await asyncio.to_thread(evening.table.get, "/api/owner?language=en")).json()["house"]
            assert (house["language"], house["hourglass_s"]) == ("de", 33)

            care.want_fixtures({ID: FIXTURE})
            await until(lambda: care.desires.reports[ID].fixture == FixtureReport("spring-2-7", "waits"))
            evening.broker.kill()
            evening.broker.start()
            await asyncio.to_thread(evening.table.post, "/api/answer", {"yes": True})
            await until(lambda: care.desires.reports[ID].fixture == FixtureReport("spring-2-7", "begun"))
            care.want_fixtures({})
            await until(lambda: care.desires.reports[ID].fixture is None)

            fault = {"name": "reader_deaf", "on": True}
            await asyncio.to_thread(evening.table.post, "/api/table/fault", fault)
            await until(lambda: room.room.value([], 0.0)["cards"][ID]["lost"] == ["blue"])
            page = FleetPage(care, room, lambda *_: None)
            await care.ask(ID, "doctor")
            found = {each["code"]: each for each in page.value()["codes"]}
            assert found["RT-DEVICE-LOST"] == {"code": "RT-DEVICE-LOST", "severity": "error", "tables": [ID]}
            assert "RT-ROOM-SETS" in found
            assert (await care.ask(ID, "report")).report.startswith(b"PK")
            assert (await care.ask(ID, "message", "Round 3 begins at 8.")).done

            monkeypatch.setattr("hub.care.ANSWER_S", 0.2)
            with pytest.raises(NoAnswerError, match="rt-nobody does not answer"):
                await care.ask("rt-nobody", "doctor")
            with pytest.raises(NoAnswerError, match="expected the id of a table"):
                await care.ask("a/b", "doctor")
            assert care._asked == {}
        with pytest.raises(NoAnswerError, match="The broker is away"):
            await care.ask(ID, "doctor")


@pytest.mark.parametrize("mark", ["0123456789abcdef", "of another version"])
def test_an_answer_to_a_new_password_is_no_trouble_to_log(mark: str, caplog: pytest.LogCaptureFixture) -> None:
    CareLoop(Broker("127.0.0.1", 9), Path(), lambda _: True)._heard(
        ANSWER.of(ID), msgspec.json.encode({"do": "rotate", "mark": mark})
    )
    assert caplog.messages == []
    CareLoop(Broker("127.0.0.1", 9), Path(), lambda _: True)._heard(ANSWER.of(ID), b'{"do": "doctor"}')
    assert len(caplog.messages) == 1


def test_what_one_table_reports_costs_no_look_at_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    class Counted(Desires):
        def of(self, table: str) -> Desired:
            looked.append(table)
            return super().of(table)

    care = CareLoop(Broker("127.0.0.1", 9), Path(), lambda _: True)
    care.desires = Counted()
    monkeypatch.setattr(care._line, "connected", True)
    tables = {f"rt-{number:06}": FIXTURE for number in range(1000)}
    care.want_fixtures(tables)
    assert looked == list(tables)
    looked.clear()
    care._heard("royaltable/v1/rt-000007/reported", b"{}")
    assert looked == ["rt-000007"]
