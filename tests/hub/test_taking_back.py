"""Games that a room has more of come back to a real table, over a real broker, from a real database."""

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from bench.shared.ports import free_port
from controller.service.fleet.shipping import played_again
from controller.store.journal import JournalError, JournalReader
from controller.store.journal.reader import JournalStreams
from hub.settings import load
from tests.cli.test_hub import royaltable, running  # a hub in a process of its own
from tests.fleet.evening import until
from tests.hub.running import emptied_after, folder_of_a_hub
from tests.web.real_table import TWO_CASTLES, RealTable, served

ID = "rt-kdmxqz"
QUESTION = "take-back"

Lines = dict[int, list[tuple[int, str, str, str]]]


class Kept(NamedTuple):
    """What the room keeps of its one table."""

    journals: int
    games: int
    actions: int


class Card:
    """What lies on a table's card, and the table that plays from it."""

    def __init__(self, home: Path, room: Path, password: str) -> None:
        self.folder = home
        self.room = room
        self.journal = home / "table.journal"
        self.older = home / "older"
        self._page = free_port()
        self._config = home / "table.toml"
        (home / "hub.password").write_text(f"{password}\n")
        self._config.write_text(
            TWO_CASTLES.format(page=self._page)
            + f'[mqtt]\nhost = "127.0.0.1"\nport = {load(room).broker.port}\nid = "{ID}"\nuser = "{ID}"\n'
            'password_file = "hub.password"\ndiscovery = ""\n'
        )

    @contextmanager
    def playing(self) -> Iterator[RealTable]:
        with served(self._config, self._page) as table:
            yield table

    def lose(self) -> None:
        for file in self.folder.glob("table.journal*"):
            shutil.rmtree(file) if file.is_dir() else file.unlink()

    def put_older_back(self) -> None:
        """As somebody does who copies files: the journal does not know."""
        self.lose()
        shutil.copy(self.older, self.journal)

    def lines(self, *, all_of_it: bool = False) -> Lines:
        """What may leave it, by the game's own word, or all of it."""
        found = {}
        with JournalStreams(self.journal) as streams:
            for game in range(1, (streams.latest_game() or 0) + 1):
                last = streams.length(game) if all_of_it else played_again(streams, game)
                rows = streams.lines(game, 1, last)
                found[game] = [(row.seq, row.action, row.origin, row.written_utc) for row in rows]
        return found

    def uid(self, journal: Path | None = None) -> tuple[bytes, bytes | None]:
        with JournalStreams(journal or self.journal) as streams:
            return streams.uid(), streams.continues()


@pytest.fixture(scope="module")
def card(one_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Card]:
    """In a room that runs, with two games played; of the first an older state is kept as ``older``.

    Each test finds it as the one before has left it: whole again, or on another line.
    """
    home = tmp_path_factory.mktemp("card")
    with emptied_after(one_database) as database, folder_of_a_hub(database) as folder:
        added = royaltable(folder, "table", "add", ID)
        with running(folder, engines=1):
            card = Card(home, folder, added.output.split()[-1])
            with card.playing() as table:
                table.begin("coronation")
            shutil.copy(card.journal, card.older)
            with card.playing() as table:
                table.act(do="undo")
                table.begin("coronation")
                actions = sum(map(len, card.lines().values()))
                until(lambda: kept(card) == Kept(1, 2, actions), lambda: kept(card))
                assert asked(table) is False
            yield card


def asked(table: RealTable) -> bool:
    return bool(table.view()["waiting_for"]["step"] == QUESTION)


def take(table: RealTable) -> None:
    table.until(lambda: asked(table), "the question")
    assert table.post("/api/answer", {"yes": True}).status_code == 204


def test_an_older_journal_put_back_by_hand_gets_what_the_room_has_more(card: Card) -> None:
    open_lines, (uid, _), room = card.lines(), card.uid(), kept(card)
    card.put_older_back()
    had = card.lines(all_of_it=True)
    with card.playing() as table:
        table.until(lambda: asked(table), "the question")
        devices = table.get("/api/owner?language=en").json()["devices"]
        (broker,) = (each["text"] for each in devices if each["name"] == "broker")
        assert "has more of this table's games than its journal" in broker
        assert card.lines(all_of_it=True) == had, "nobody has said yes yet"
        goes_on_with(card, table, open_lines)
    assert card.uid()[1] == uid, "what its second game began with lay hidden in the first, and is lost"
    is_whole_and_is_not_asked_again(card, room)


def test_a_dead_cards_games_come_back_to_a_new_one_that_takes_over_the_table(card: Card) -> None:
    open_lines, (uid, _), room = card.lines(), card.uid(), kept(card)
    card.lose()
    with card.playing() as table:
        goes_on_with(card, table, open_lines)
    assert card.uid()[1] == uid
    is_whole_and_is_not_asked_again(card, room)


def test_who_says_no_plays_on_and_is_not_asked_again(card: Card) -> None:
    room = kept(card)
    card.put_older_back()
    had, (uid, _) = card.lines(all_of_it=True), card.uid()
    with card.playing() as table:
        table.until(lambda: asked(table), "the question")
        assert table.post("/api/answer", {"yes": False}).status_code == 204
        assert not asked(table)
        table.act(do="undo")
        table.begin("coronation")
        has_another_line(card, room)
    assert card.uid()[1] == uid
    assert card.lines(all_of_it=True)[1][: len(had[1])] == had[1]


def test_who_plays_on_unasked_is_asked_no_more_and_keeps_what_was_played(card: Card) -> None:
    room = kept(card)
    card.put_older_back()
    had = card.lines(all_of_it=True)
    with card.playing() as table:
        table.until(lambda: asked(table), "the question")
        table.begin("coronation")
        assert not asked(table)
        assert card.lines(all_of_it=True)[1] == had[1]
        has_another_line(card, room)
    with card.playing() as table:
        time.sleep(1.0)
        assert not asked(table), "it is another line by now"


def goes_on_with(card: Card, table: RealTable, lines: Lines) -> None:
    take(table)

    def has_them() -> bool:
        with suppress(JournalError):  # one file takes the other's place just now
            return card.lines() == lines
        return False

    until(has_them)
    table.until(lambda: table.view()["phase"] == "coronation", "the game that was on the table")
    table.act(do="undo")


def is_whole_and_is_not_asked_again(card: Card, before: Kept) -> None:
    """The room had so much before: all that came back is kept as a further journal."""
    assert not card.journal.with_name("table.journal-taken-back").exists()
    with JournalReader(card.journal) as reader:
        assert reader.findings() == []
    again = sum(map(len, card.lines().values()))
    with card.playing() as table:
        until(lambda: kept(card).actions == before.actions + again, lambda: kept(card))
        assert not asked(table)


def has_another_line(card: Card, before: Kept) -> None:
    """The room has another second game: both lines are kept."""
    until(lambda: kept(card)[:2] == (before.journals + 1, before.games + 2), lambda: kept(card))


def kept(card: Card) -> Kept:
    said = royaltable(card.room, "status").output
    found = re.search(r"1 tables, (\d+) journals, (\d+) games with (\d+) actions", said)
    return Kept(0, 0, 0) if found is None else Kept(*map(int, found.groups()))
