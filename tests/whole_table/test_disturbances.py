"""Random disturbances of games: any tile at any castle at any moment, double taps, wrong castles, buttons out of turn.

What a tap means in each phase is written down here again, and each state is compared with the rules' naive oracle. Each
input gets exactly one answer:

* an action: at least one journal entry with the input's origin;
* a complaint at the castle that caused it, or at the console for the knob; the castle where the piece lies may get one
  too;
* a mark: the castle's lamps flash, or something that people have begun goes on; nothing is written;
* the hourglass restarts, or the menu opens, by the knob;
* a note in the log, neither shown nor heard, if nothing waits for a piece or a button.
"""

import contextlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.contract.effects import Blink, Complain, Note, StartTimer
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped
from controller.games.contract.values import TRAY, CastleId, PieceId
from controller.games.tumult_royale.box.reading import standard
from controller.games.tumult_royale.rules.state import to_mapping
from controller.store.journal import Entry
from tests.games.tumult_royale.oracle.model import Model
from tests.soak import SOAK
from tests.whole_table.obedient import Obedient
from tests.whole_table.playing import Playing, playing

LAST_MOMENT_S = 0.3
"""With so little left an hourglass may run out meanwhile; then one waits for what comes of that."""


@dataclass
class Listening:
    """Keeps what is shown, and what is entered into the journal.

    Attributes:
        beside: by the key of a complaint about a piece that lies elsewhere, that of the one which its castle gets.
        effects: what was shown since the latest input.
        entries: all of the journal since the beginning.
    """

    play: Playing
    beside: Mapping[str, str]
    effects: list[Any] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def begin(self) -> None:
        append = self.play.journal.append

        def shown(effects: Sequence[Any]) -> None:
            self.effects += effects

        def appended(entries: Sequence[Entry]) -> None:
            self.entries += entries
            append(entries)

        self.play.table.loop.effects.connect(shown)
        self.play.journal.append = appended  # type: ignore[method-assign]

    async def put(self, input_: Input) -> tuple[list[Any], bool]:
        """The actions that it brought about, and whether the menu opened, which is closed again."""
        table, entered = self.play.table, len(self.entries)
        self.effects.clear()
        if isinstance(input_, ButtonPressed | KnobTurned):
            table.console.handle_input(input_)
        else:
            table.loop.inbox.put_nowait(input_)
        ends = table.hourglass.is_running and table.hourglass.left_s() < LAST_MOMENT_S
        await self.play.wait(LAST_MOMENT_S + 0.1 if ends else 0.03)
        menu = table.console._menu is not None
        if menu:
            table.console.handle_input(ButtonPressed("knob", None, long=False, at_s=self.play.now_s()))  # "go on"
            await self.play.wait(0.03)
        return [entry.action for entry in self.entries[entered:] if entry.origin == input_.origin], menu

    def answer(self, input_: Input, *, done: bool, goes_on: bool, menu: bool) -> str:
        """The one kind of answer that the latest input got; ``goes_on``: the referee remembers something else."""
        castle = by(input_)
        complaints = [effect for effect in self.effects if isinstance(effect, Complain)]
        mine = [complaint for complaint in complaints if complaint.castle == castle]
        others = {complaint.text.key for complaint in complaints if complaint.castle != castle}
        assert len(mine) <= 1, mine
        assert others <= {self.beside.get(complaint.text.key) for complaint in mine}, complaints
        given = {
            "action": done,
            "complaint": bool(mine),
            "mark": not done and (goes_on or any(isinstance(effect, Blink) for effect in self.effects)),
            "hourglass": not done and any(isinstance(effect, StartTimer) for effect in self.effects),
            "menu": menu,
            "note": any(isinstance(effect, Note) for effect in self.effects),
        }
        kinds = [kind for kind, is_given in given.items() if is_given]
        assert len(kinds) == 1, (input_, kinds, self.effects)
        return kinds[0]


def by(input_: Input) -> str | None:
    """The castle of an input; None for the knob, and for the tray, about which the console complains."""
    castle = input_.castle if isinstance(input_, PieceTapped | GateComplained | ButtonPressed) else None
    return None if castle == TRAY else castle


DISTURBANCES = 10_000 if SOAK else 600
TABLES = [
    (4, "classic", "honour"),
    (2, "gambler", "tracked"),
    (3, "classic", "tracked"),
    (2, "classic", "honour"),
    (3, "gambler", "honour"),
    (4, "gambler", "tracked"),
]
EACH_TABLE = -(-DISTURBANCES // len(TABLES))
A_STEP = 4 if SOAK else 1
"""Disturbances before each step of the game."""

CASTLES = [CastleId(color) for color in ("blue", "yellow", "purple", "grey")]
TILES = [PieceId(f"t{number:02}") for number in range(1, 40)]

SPEAKS = {
    "first_statues": "place_first",
    "sentiment": "spin",
    "set_aside": "collect",
    "statues": "build",
    "coronation": "reveal",
}
"""What a yes of the one to act brings about in a phase."""


class Enough(Exception):
    """All disturbances have been made."""


@dataclass
class Disturbed(Obedient):
    """A game in which others tap and press at random before each step.

    Attributes:
        left: disturbances still to come.
        answers: how many of each kind were given in each phase.
    """

    left: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    model: Model = field(default_factory=lambda: Model(standard().to_mapping()))
    listening: Listening = field(init=False)

    def watch(self) -> None:
        self.listening = Listening(self.play, {"complaint-elsewhere": "complaint-taken"})
        self.listening.begin()

    async def before_each_step(self) -> None:
        if self.left == 0:
            raise Enough
        many = A_STEP if self.play.state.to_act is None else 6 * A_STEP  # a turn is one step, robbing is dozens
        for _ in range(min(many, self.left)):
            if self.play.table.loop.waiting().step != "new_game":
                self.left -= 1
                await self._disturb(self._anything())

    def compare(self) -> None:
        for entry in self.listening.entries[self.model.seq :]:
            assert self.model.submit(entry.action)[0] == "accepted", entry
        assert self.model.shown() == to_mapping(self.play.state, self.play.table.loop.seq)

    def _anything(self) -> Input:
        moods, now_s = self.moods, self.play.now_s()
        to_act = self.play.state.to_act
        speaker = [] if to_act is None else [CastleId(self.play.state.color(to_act))]
        castle = moods.choice([*CASTLES, *speaker, *speaker])
        near = [*self.play.state.table.pool.ids(self.play.state.people)[:5], *self._of_somebody()]
        tile = moods.choice(TILES) if moods.random() < 0.5 else PieceId(moods.choice(near or TILES))
        long = moods.random() < 0.2
        anything: list[Input] = [
            PieceTapped(castle, tile, now_s),
            GateComplained(castle, moods.choice(("complaint-unknown-tag", "complaint-one-at-a-time")), now_s),
            ButtonPressed("yes", castle, long, now_s),
            ButtonPressed("no", castle, long, now_s),
            ButtonPressed("knob", None, long, now_s),
            KnobTurned(moods.choice((-1, 1)), now_s),
        ]
        return moods.choices(anything, weights=(60, 6, 10, 12, 4, 4))[0]

    def _of_somebody(self) -> list[str]:
        state = self.play.state
        players = state.players if state.to_act is None else [state.players[state.to_act]]
        return [tile for player in players for tile in state.table.pool.ids(player.castle)[:4]]

    async def _disturb(self, input_: Input) -> None:
        self.compare()
        table, entries = self.play.table, self.listening.entries
        before, memory, entered = self.model.shown(), table.loop.memory, len(entries)
        runs = table.hourglass.is_running
        done, menu = await self.listening.put(input_)
        kind = self.listening.answer(input_, done=bool(done), goes_on=self._goes_on(memory), menu=menu)
        assert len(done) <= 1, done
        self.answers[f"{before['phase']}: {kind}"] += 1
        self.compare()
        stopped_meanwhile = any(entry.origin == "hourglass" for entry in entries[entered:])
        if not done and not stopped_meanwhile:
            assert self.model.shown() == before
        if done:
            assert lawful(before, input_, done[0]), (input_, done)
            if done[0]["do"] == "set_aside":
                assert self._aside_by(before, by(input_)) < 3, input_
        elif kind == "mark":
            assert before["phase"] in {"statues", "taxes"}, input_
            assert before["phase"] == "taxes" or by(input_) in {None, before["to_act"]}, input_
        elif kind == "note":
            assert not self._means_something(before, input_), input_
        if isinstance(input_, PieceTapped) and not done and kind != "mark" and not stopped_meanwhile:
            assert not self._owed(before, input_, memory, runs=runs), input_

    def _means_something(self, before: dict[str, Any], input_: Input) -> bool:
        """Whether silence would be no answer: tiles where they count, any button; turning the knob may mean nothing."""
        if isinstance(input_, PieceTapped | GateComplained):
            classic = self.play.state.table.variant == "classic"
            return before["phase"] in {"set_aside", "taxes", "statues"} or (before["phase"] == "sentiment" and classic)
        return isinstance(input_, ButtonPressed)

    def _goes_on(self, memory: Any) -> bool:
        """Whether a payment or a choice has gone on; when the hourglass ran out is not shown."""
        after = self.play.table.loop.memory
        return bool(replace(after, stopped_at_s=None) != replace(memory, stopped_at_s=None))

    def _aside_by(self, before: dict[str, Any], castle: str | None) -> int:
        entries = [entry for entry in self.listening.entries if entry.action["do"] == "set_aside"]
        latest = {entry.action["tile"]: entry.origin for entry in entries}
        return sum(latest.get(tile) == f"gate:{castle}" for tile in before["set_aside"])

    def _owed(self, before: dict[str, Any], tap: PieceTapped, memory: Any, *, runs: bool) -> bool:
        castle, phase, players = tap.castle, before["phase"], before["players"]
        if castle not in colors(before) or tap.piece not in before["people"]:
            return False
        if phase == "set_aside" or (phase == "sentiment" and self.play.state.table.variant == "classic"):
            return len(before["set_aside"]) < 3 * len(players) and self._aside_by(before, castle) < 3
        if phase != "taxes":
            return False
        if before["hourglass"] == "running":
            return runs
        stop = max(number for number, entry in enumerate(self.listening.entries) if entry.action["do"] == "stop")
        late = any(entry.action.get("player") == castle for entry in self.listening.entries[stop:])
        return not late and castle not in dict(memory.agreed) and castle not in memory.correcting


def colors(state: dict[str, Any]) -> set[str]:
    return {player["color"] for player in state["players"]}


def lawful(before: dict[str, Any], input_: Input, action: dict[str, Any]) -> bool:
    """Whether this tap or press may bring about this action."""
    phase, stopped = before["phase"], before["hourglass"] == "stopped"
    king = next(player["color"] for player in before["players"] if player["rank"] == 1)
    speaker = before["to_act"] or king
    match input_:
        case PieceTapped(castle=castle, piece=tile):
            meanings = {
                "sentiment": [{"do": "set_aside", "tile": tile}],
                "set_aside": [{"do": "set_aside", "tile": tile}],
                "taxes": [{"do": "rob", "player": castle, "tile": tile}],
            }
            lies_here = {"do": "amend", "move": {"tile": tile, "to": castle}}
            return castle in colors(before) and (
                action in meanings.get(phase, []) or (stopped and phase == "taxes" and action == lies_here)
            )
        case ButtonPressed(button=button, castle=castle) if phase == "taxes":
            return stopped and action == {"do": "count"} and button != "no" and castle in {None, *colors(before)}
        case ButtonPressed(button=button, castle=castle, long=long):
            passes = phase == "statues" and action["do"] == "pass"
            presses = button != "no" and action["do"] == SPEAKS[phase]
            mine = castle in {None, speaker} and action.get("player", speaker) == speaker
            return mine and (presses or (passes and (long or button != "no")))
        case _:
            return False


@pytest.mark.parametrize(("players", "variant", "map_kept"), TABLES)
async def test_random_disturbances_follow_the_rules_and_get_one_answer_each(
    tmp_path: Path, players: int, variant: str, map_kept: str
) -> None:
    """10,002 on six kinds of table with ROYALTABLE_SOAK=1, else 600."""
    answers = Counter[str]()
    for game in count(1):
        (tmp_path / str(game)).mkdir()
        async with playing(tmp_path / str(game), gates=False) as play:
            left = EACH_TABLE - answers.total()
            people = Disturbed(play, Random(game * 100 + players), through_the_line=False, left=left, answers=answers)
            people.watch()
            await play.begin(players=players, variant=variant, map_kept=map_kept)
            with contextlib.suppress(Enough):
                await people.play_to_the_end()
        if answers.total() >= EACH_TABLE:
            break
    assert {
        *("set_aside: action", "set_aside: complaint", "taxes: action", "taxes: complaint", "statues: complaint"),
        *(("first_statues: note", "statues: mark", "statues: action") if SOAK else ()),
    } <= answers.keys(), answers
