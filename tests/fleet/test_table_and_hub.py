"""A real table at a real broker, and a hub that keeps in memory: what it gets, and that it is made up for."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.fleet.line import Broker, Line
from controller.fleet.shipping import Ack, Hello, HubPresence, LogPiece, Refused, Want, understood
from controller.fleet.topics import ACK, HELLO, HUB, HUB_TOPIC, LOG, WANT
from controller.service.fleet.shipping import played_again
from controller.store.journal.reader import JournalStreams
from tests.fleet.evening import ID, PRESENCE, Evening, begun
from tests.fleet.shipping_world import Hub
from tests.web.real_table import PATIENCE_S


class RoomHub:
    """The hub of ``shipping_world`` on a line of its own, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self.hub = Hub()
        self.heard: list[Hello | LogPiece] = []
        self._stop: Callable[[], object] = lambda: None
        self._started = threading.Event()
        self._line = Line(
            Broker("127.0.0.1", port),
            "hub",
            will=(HUB_TOPIC, HubPresence(online=False, boot="")),
            hears=[HELLO.of("+"), LOG.of("+")],
            on_connect=self._say_who,
            on_message=self._hear,
        )

    def _say_who(self) -> None:
        self._line.say(HUB_TOPIC, HUB, HubPresence(online=True, boot=str(self.hub.boot)))

    def _hear(self, topic: str, payload: bytes) -> None:
        message = understood(payload, LogPiece) if topic.endswith("/log") else understood(payload, Hello)
        self.heard.append(message)
        for answer in self.hub.hears(message):
            kind = ACK if isinstance(answer, Ack) else WANT
            assert isinstance(answer, Ack | Want)
            self._line.say(kind.of(ID), kind, answer)

    async def _serve(self) -> None:
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._stop = lambda: loop.call_soon_threadsafe(ended.set)
        task = asyncio.create_task(self._line.run())
        self._started.set()
        await ended.wait()
        await self._line.close()
        task.cancel()

    @contextmanager
    def running(self) -> Iterator["RoomHub"]:
        thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        thread.start()
        self._started.wait()
        try:
            yield self
        finally:
            self._stop()
            thread.join()
            self._started.clear()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with begun(tmp_path) as evening:
        yield evening


def until(true: Callable[[], bool]) -> None:
    ends_at_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < ends_at_s, "it did not come to that"
        time.sleep(0.02)


def journal_of(folder: Path) -> Path:
    (found,) = [path for path in folder.iterdir() if path.with_name(f"{path.name}-wal").exists()]
    return found


def open_lines(journal: Path, game: int) -> list[tuple[int, str, str]]:
    """By the game's own word, from the journal alone."""
    with JournalStreams(journal) as streams:
        ended = streams.ended(game)
        last = played_again(streams, game) if ended is None else ended[0]
        return [(line.seq, line.action, line.checksum.hex()) for line in streams.lines(game, 1, last)]


def kept(hub: Hub, game: int) -> list[tuple[int, str, str]]:
    games = [games[game] for games in list(hub.kept.values()) if game in games]  # its thread goes on
    return [(line.seq, line.action, line.checksum) for each in games for line in each.lines]


def test_a_hub_gets_what_lies_open_and_an_empty_one_gets_all_of_it_again(evening: Evening, tmp_path: Path) -> None:
    room = RoomHub(evening.broker.port)
    evening.table.begin("coronation")
    journal = journal_of(tmp_path)
    with room.running():
        until(lambda: kept(room.hub, 1) == open_lines(journal, 1) != [])
        before = len(kept(room.hub, 1))
        evening.table.begin("taxes")  # the first game is parked, tiles of the second are taken
        until(lambda: kept(room.hub, 2) == open_lines(journal, 2) != [])
        with JournalStreams(journal) as streams:
            assert len(kept(room.hub, 2)) < len(streams.lines(2, 1, 1000)), "the hidden end stayed at the table"
        assert len(kept(room.hub, 1)) == before
    room.hub.kept, room.hub.boot = {}, 2
    with room.running():
        until(lambda: len(room.hub.kept) == 1 and kept(room.hub, 1) == open_lines(journal, 1))
        until(lambda: kept(room.hub, 2) == open_lines(journal, 2) != [])
    evening.end()
    evening.start()
    before = len(room.heard)
    room.hub.boot = 3
    with room.running():
        until(lambda: any(isinstance(message, Hello) for message in room.heard[before:]))
        time.sleep(0.2)
    assert not any(isinstance(message, LogPiece) for message in room.heard[before:]), "it has all already"


def test_a_table_whose_copy_played_on_elsewhere_goes_on_under_a_name_of_its_own(
    evening: Evening, tmp_path: Path
) -> None:
    room = RoomHub(evening.broker.port)
    evening.table.begin("coronation")
    journal = journal_of(tmp_path)
    with room.running():
        until(lambda: kept(room.hub, 1) == open_lines(journal, 1) != [])
    (uid,) = room.hub.kept
    game = room.hub.kept[uid][1]
    game.lines.pop()
    game.play('{"do":"pass"}', lies_open=True, ends=False)
    room.hub.boot = 2
    with room.running():
        until(lambda: len(room.hub.kept) == 2)
        new = next(each for each in list(room.hub.kept) if each != uid)
        until(
            lambda: (
                1 in room.hub.kept[new]
                and [(line.seq, line.action, line.checksum) for line in room.hub.kept[new][1].lines]
                == open_lines(journal, 1)
            )
        )
    last = next(said for said in reversed(room.heard) if isinstance(said, Hello))
    assert (last.journal, last.continues) == (new, uid)
    assert room.hub.kept[uid][1] == game, "both lines are kept"


def test_a_table_whose_older_state_was_put_back_is_told_what_the_room_has_more(
    evening: Evening, tmp_path: Path
) -> None:
    room = RoomHub(evening.broker.port)
    evening.table.begin("coronation")
    journal = journal_of(tmp_path)
    with room.running():
        until(lambda: kept(room.hub, 1) == open_lines(journal, 1) != [])
    (uid,) = room.hub.kept
    for _ in range(2):
        room.hub.kept[uid][1].play('{"do":"pass"}', lies_open=True, ends=False)
    room.hub.boot = 2

    def says_of_the_line() -> str:
        devices = evening.table.get("/api/owner?language=en").json()["devices"]
        return str(next(each["text"] for each in devices if each["name"] == "broker"))

    with room.running(), evening.broker.listened_to() as heard:
        until(lambda: "has more of this table's games than its journal: 2 actions" in says_of_the_line())
        heard.until(PRESENCE, lambda said: said.get("findings") == ["RT-HUB-AHEAD"])
    assert len({message.journal for message in room.heard}) == 1, "nothing was played since: it is the same line"


class Forker(Hub):
    """Whatever a table has, this keeps another line of it."""

    def hears(self, message: Hello | LogPiece) -> list[Want | Ack]:
        return [Want(message.journal, refused=(Refused(1, 1, "fork"),), boot=str(self.boot))]


def test_a_hub_that_says_fork_for_ever_lets_the_table_write_one_new_name_an_hour(evening: Evening) -> None:
    room = RoomHub(evening.broker.port)
    room.hub = Forker()
    evening.table.begin("coronation")

    def names() -> set[str]:
        return {message.journal for message in room.heard}

    for boot in range(1, 6):
        before, room.hub.boot = len(room.heard), boot
        with room.running():
            until(lambda before=before: len(room.heard) > before and len(names()) > 1)  # type: ignore[misc]
            time.sleep(0.3)
    assert len(names()) == 2


def test_without_a_hub_nothing_is_read_or_said_and_the_hub_costs_the_card_nothing(
    evening: Evening, tmp_path: Path
) -> None:
    with evening.broker.listened_to() as heard:
        evening.table.begin("coronation")
        heard.until(f"royaltable/v1/{ID}/state", lambda state: state["playing"])
        assert heard.all_of(HELLO.of(ID)) == heard.all_of(LOG.of(ID)) == []
    files = {path: path.stat() for path in tmp_path.iterdir()}
    room = RoomHub(evening.broker.port)
    with room.running():
        until(lambda: kept(room.hub, 1) == open_lines(journal_of(tmp_path), 1) != [])
    for path in (journal_of(tmp_path), journal_of(tmp_path).with_name(f"{journal_of(tmp_path).name}-wal")):
        assert (files[path].st_size, files[path].st_mtime_ns) == (path.stat().st_size, path.stat().st_mtime_ns)
