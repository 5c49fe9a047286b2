"""Whole games by chance, with steps taken back and corrected: no byte that left the table says what is hidden now."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from controller.fleet.backlog import HelloDue
from controller.fleet.log_messages import Hello, LogEntry, LogPiece, WantedEntries
from controller.games import installed
from controller.games.contract import inputs, rules, values
from controller.games.contract.game import Game
from controller.games.contract.tools.tools import HowToPlay, SelfPlaying, Tooled
from controller.service.fleet.shipping import MessageBuilder
from controller.store.journal import Entry, Journal
from tests.support.limits import set_limits
from tests.support.soak import SOAK

STEPS = 10_000 if SOAK else 140


def played(game: Game, options: Mapping[str, str], random: Random) -> list[values.Action]:
    assert isinstance(game, Tooled)
    tools = game.tools()
    assert isinstance(tools, SelfPlaying)
    return list(tools.played(HowToPlay(3, options, None, tools.bots[0], check=False), random).log)


def steps(game: Game, options: Mapping[str, str], random: Random) -> Iterator[values.Action]:
    """A game of bots; now and then some steps are taken back, a tile is put right, and they are done again."""
    lines = played(game, options, random)
    for number, line in enumerate(lines):
        yield line
        if random.random() < 0.1 and number > 8:
            back = random.randint(1, 8)
            yield from [values.UNDO] * back
            if random.random() < 0.5:
                yield {
                    "do": "amend",
                    "move": {"tile": f"t{random.randint(1, 30):02}", "to": lines[0]["players"][0]["color"]},
                }
                yield values.UNDO
            yield from lines[number + 1 - back : number + 1]


class Watched:
    """A game that is played and shipped as a table does, and what all players could see meanwhile.

    Attributes:
        left: the entries that left the table.
        seen_at: by tile, the latest step after which all players knew where it lies.
    """

    def __init__(self, journal: Path, game: Game, *, too_early: int = 0) -> None:
        """``too_early`` is planted: so many entries behind the open moment leave, too."""
        self.game = game
        self.left: list[LogEntry] = []
        self.pieces = 0
        self.seen_at: dict[str, int] = {}
        self.play = game.new_log()
        self._journal = Journal(journal)
        self._logs = MessageBuilder(journal)
        self._too_early = too_early

    def step(self, action: values.Action) -> bool:
        """Play, write and ship an action; return whether it was legal."""
        try:
            pending = self.play.check(action)
        except values.RefusedError:
            return False
        self.play.accept(pending)
        seq = self.play.seq
        outcome = self.game.summary(self.play.state).outcome
        self._journal.append([Entry(1, seq, dict(action), "knob", "2026-11-22T19:00:00+00:00", outcome=outcome)])
        self._look()
        if rules.is_open_moment(self.game, self.play.state):
            self._logs.release_up_to(1, seq + self._too_early)
        while isinstance(message := self._logs.build(WantedEntries(1, len(self.left) + 1, None)), LogPiece):
            self.left += message.entries
            self.pieces += 1
        return True

    def _look(self) -> None:
        """Record visible faces, and hidden tiles that all lie at one place."""
        assert isinstance(self.game, inputs.Simulated)
        lying = self.game.lying_pieces(self.play.state)
        hidden = {(piece.where, piece.castle) for piece in lying if piece.face is None}
        for piece in lying:
            if piece.face is not None or len(hidden) == 1:
                self.seen_at[piece.piece] = self.play.seq

    def revealed(self) -> list[tuple[int, str]]:
        """Return the entries that left the table, with hidden tiles that they name."""
        now = self.play.seq
        secret = {tile: at for tile, at in self.seen_at.items() if at < now}
        return [
            (entry.seq, word)
            for entry in self.left
            for word in re.findall(r'"(\w+)"', entry.action)
            if entry.seq > secret.get(word, now)
        ]

    def close(self) -> None:
        self._journal.close()


@pytest.mark.parametrize("variant", ["classic", "gambler"])
def test_shipped_entries_never_reveal_a_hidden_tile(tmp_path: Path, variant: str) -> None:
    random = Random(variant)
    game = installed.make_game("tumult_royale")
    watched = Watched(tmp_path / "j", game)
    for number, action in enumerate(steps(game, {"variant": variant, "map": "honour"}, random)):
        watched.step(action)
        assert watched.revealed() == []
        if number > STEPS:
            break
    assert watched.pieces > 8, "entries were shipped several times"
    assert len(watched.left) > watched.play.seq * 0.6
    watched.close()


def test_an_open_moment_one_entry_too_early_is_detected(tmp_path: Path) -> None:
    """The test above can fail."""
    random = Random("classic")
    game = installed.make_game("tumult_royale")
    watched = Watched(tmp_path / "j", game, too_early=1)
    for action in steps(game, {"variant": "classic", "map": "honour"}, random):
        watched.step(action)
        if found := watched.revealed():
            assert all(word in watched.seen_at for _, word in found)
            break
    else:
        raise AssertionError("nothing was seen")
    watched.close()


def test_a_game_without_an_open_moment_ships_completely_at_its_end(tmp_path: Path) -> None:
    """Cards, and tokens behind screens, are hidden from the first round of Tudor to its last."""
    game = installed.make_game("tudor")
    log = played(game, {choice.key: choice.values[0] for choice in game.choices()}, Random(3))
    with Journal(tmp_path / "j") as journal:
        play = game.new_log()
        entries = []
        for seq, action in enumerate(log, start=1):
            play.accept(play.check(action))
            assert rules.is_open_moment(game, play.state) == (seq == len(log))
            outcome = game.summary(play.state).outcome
            entries.append(Entry(1, seq, dict(action), "knob", "2026-11-22T19:00:00+00:00", outcome=outcome))
        journal.append(entries[:-1])
        logs = MessageBuilder(tmp_path / "j")
        message = logs.build(HelloDue(1))
        assert isinstance(message, Hello)
        assert [(each.seq, each.checksum) for each in message.games] == [(0, None)]
        assert not isinstance(logs.build(WantedEntries(1, 1, None)), LogPiece)
        journal.append(entries[-1:])
        assert isinstance(piece := logs.build(WantedEntries(1, 1, None)), LogPiece)
        assert len(piece.entries) == min(200, len(log))


@pytest.mark.parametrize("outcome", [None, rules.Outcome(1, ())])
def test_nothing_leaves_of_a_game_without_open_moments_before_its_end(outcome: rules.Outcome | None) -> None:
    """Such as a game by others, whose hidden information is unknown."""
    game: Any = SimpleNamespace(summary=lambda _: rules.Summary((), (), outcome))
    assert rules.is_open_moment(game, "a state") == (outcome is not None)


def test_a_table_lists_its_games_in_pages_that_a_hub_reads_completely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_limits(monkeypatch, HELLO_PAGE_GAMES=4)
    with Journal(tmp_path / "j") as journal:
        for game in range(1, 11):
            start = Entry(game, 1, {"do": "start"}, "knob", "2026-11-22T19:00:00+00:00", outcome=rules.Outcome(1, ()))
            journal.append([start])
        logs = MessageBuilder(tmp_path / "j")
        for first, last in ((1, 4), (5, 8), (9, 10)):
            message = logs.build(HelloDue(first))
            assert isinstance(message, Hello)
            assert (message.first, message.last, message.more) == (first, last, last < 10)
            assert all(first <= each.game <= last for each in message.games)
