"""What is the matter with a table comes to the room as a need: over a real broker, judged by a real database."""

import asyncio

import pytest

from controller.fleet.messages import Presence
from controller.fleet.shipping import LogEntry
from controller.fleet.topics import PRESENCE
from hub.intake import Intake
from hub.needs import PATIENCE, Code, Patience
from hub.room import RoomLoop
from tests.hub.light_table import ShippedGame
from tests.hub.recorded import recorded_game
from tests.hub.test_intake import Room, at_work, room, until  # noqa: F401  # a broker with users

LENGTH = 20


def test_what_tables_say_of_themselves_is_a_need_in_the_room(
    room: Room,  # noqa: F811
    database: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(PATIENCE, Code.FORK, Patience(0, 60))  # half a minute, which nobody waits for here

    async def run() -> None:
        forked, changed, twin = (room.table(name) for name in ("rt-one", "rt-two", "rt-three"))
        intake = Intake(database, room.brokers["intake"])
        seen = RoomLoop(room.brokers["room"], seen=intake.watch.causes)
        lines = (table.line.run() for table in (forked, changed, twin))
        async with at_work(intake.run(), seen.run(), *lines):
            for table in (forked, changed, twin):
                table.play(1, LENGTH)
            await until(lambda: all(table.is_kept for table in (forked, changed, twin)))
            for table in (forked, changed, twin):
                table.line.say(PRESENCE.of(table.table), PRESENCE, Presence(online=True, boot=table.table))
            await until(lambda: len(seen.value()["cards"]) == 3)
            assert seen.value()["needs"] == []

            forked.games[1] = ShippedGame(recorded_game(5, 1).rows[:LENGTH])  # a copy that was played on elsewhere
            forked.say(1, 1)
            row = recorded_game(1, 1).rows[LENGTH]
            entry = LogEntry(row.seq, row.action.replace("}", " }"), row.origin, row.written_utc, row.checksum.hex())
            changed.say(1, LENGTH, 1, after=changed.games[1].rows[-1].checksum.hex(), entries=(entry,))
            findings = Presence(online=True, boot="other", findings=("RT-HUB-TWIN",))
            twin.line.say(PRESENCE.of(twin.table), PRESENCE, findings)

            def needs() -> set[tuple[str, str]]:
                return {(each["table"], each["code"]) for each in seen.value()["needs"]}

            expected = {("rt-one", "fork"), ("rt-two", "journal"), ("rt-three", "twin")}
            await until(lambda: needs() == expected)

    asyncio.run(run())
