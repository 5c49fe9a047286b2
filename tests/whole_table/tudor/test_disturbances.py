"""Random disturbances of games of Tudor: any piece at any castle at any moment, buttons out of turn, the knob.

They change the state only as the rules say: what a tap or a press may bring about in each step is written down here
once more, and each state is compared with the naive second version of the rules. And each gets exactly one answer
(``listening``).
"""

import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.games.contract.inputs import ButtonPressed, Input, KnobTurned, PieceTapped
from controller.games.contract.values import CastleId, PieceId
from controller.games.tudor.rules.state import to_mapping
from controller.games.tudor.rules.table import each_bit
from tests.games.tudor.hands import CASTLES, disturbance
from tests.games.tudor.oracle.model import Oracle
from tests.soak import SOAK
from tests.whole_table.listening import Listening, by
from tests.whole_table.playing import playing
from tests.whole_table.tudor.people import People

DISTURBANCES = 10_000 if SOAK else 300
TABLES = [(players, scenario) for players in (2, 3, 4) for scenario in ((1, 2, 3, 4, 5) if SOAK else (4,))]
EACH_TABLE = -(-DISTURBANCES // len(TABLES))

ELSEWHERE = {"tudor-complaint-somebody-s": "tudor-complaint-yours"}


class Enough(Exception):
    """All disturbances have been made."""


@dataclass
class Disturbed(People):
    """A game in which others tap and press at random before each gesture.

    Attributes:
        left: disturbances still to come.
        answers: how many of each kind were given in each step.
    """

    left: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    oracle: Oracle = field(default_factory=Oracle)
    listening: Listening = field(init=False)
    compared: int = 0

    def watch(self) -> None:
        self.listening = Listening(self.play, ELSEWHERE)
        self.listening.begin()

    async def before_each_gesture(self) -> None:
        if self.left == 0:
            raise Enough
        self.left -= 1
        await self._disturb(self._anything())

    def compare(self) -> dict[str, Any]:
        """The naive second version of the rules has followed to the same state, which this gives."""
        for entry in self.listening.entries[self.compared :]:
            assert self.oracle.play(dict(entry.action)) is None, entry
        self.compared = len(self.listening.entries)
        shown: dict[str, Any] = self.oracle.state()
        assert shown == to_mapping(self.state, self.play.table.loop.seq)
        return shown

    def _anything(self) -> Input:
        moods, now_s = self.moods, self.play.now_s()
        if moods.random() < 0.1:
            return PieceTapped(self.acting, PieceId(moods.choice(self._fitting())), now_s)
        if moods.random() < 0.7:
            return disturbance(self.state, moods, now_s)
        castle = CastleId(moods.choice([*CASTLES, self.acting, self.acting]))
        button = moods.choice(("yes", "no"))
        return ButtonPressed("yes" if button == "yes" else "no", castle, moods.random() < 0.1, now_s)

    def _fitting(self) -> Sequence[str]:
        """Pieces that may be what the table waits for."""
        pieces, state = self.state.table.pieces, self.state
        if state.phase == "rings":
            return [pieces.rings[ring] for ring in state.in_stand()]
        return [pieces.tokens[token] for token in each_bit(state.unseen)]

    async def _disturb(self, input_: Input) -> None:
        before, memory = self.compare(), self.memory
        castle = self.acting
        expected = self._owed(before, input_, castle)
        done, menu = await self.listening.put(input_)
        kind = self.listening.answer(input_, done=bool(done), goes_on=self.memory != memory, menu=menu)
        step = before["due"][0]["step"] if before["due"] else before["phase"]
        self.answers[f"{step}: {kind}"] += 1
        after = self.compare()
        if done:
            assert lawful(before, input_, done, castle), (input_, done)
        else:
            assert after == before
            assert kind != "mark" or by(input_) in {None, castle} or self._is_a_trade(before, input_), input_
        if expected is not None:
            assert done[:1] == [expected], (input_, done)

    def _owed(self, before: dict[str, Any], input_: Input, castle: str) -> dict[str, Any] | None:
        """What the rules have this tap do, where one tap does all."""
        if not isinstance(input_, PieceTapped) or input_.castle not in {castle, "tray"}:
            return None
        piece = input_.piece
        if before["due"] and before["due"][0]["step"] == "draw":
            faction = self.oracle.box["tokens"].get(piece)
            seen = {
                *before["gone"],
                *(space["token"] for space in before["spaces"].values()),
                *(token for player in before["players"] for token in (*player["tokens"], *player["spent"])),
            }
            fits = faction is not None and piece not in seen and before["bag"][faction] > 0
            return {"do": "draw", "token": piece} if fits else None
        if before["phase"] == "rings":
            faction = self.oracle.box["rings"].get(piece)
            chosen = {ring for player in before["players"] for ring in player["unworn"]}
            fits = faction is not None and piece not in chosen and before["stand"][faction] > 0
            return {"do": "choose_ring", "player": before["to_act"], "ring": piece} if fits else None
        return None

    def _is_a_trade(self, before: dict[str, Any], input_: Input) -> bool:
        """In a turn a ring of the one to act may be tapped where it goes (TU-12.4)."""
        if before["phase"] != "actions" or before["due"]:
            return False
        mine = next(player["hand"] for player in before["players"] if player["color"] == before["to_act"])
        rings = [ring for finger in mine.values() for ring in finger]
        return self.state.table.scenario == 4 and isinstance(input_, PieceTapped) and input_.piece in rings


def lawful(before: dict[str, Any], input_: Input, done: list[Any], castle: str) -> bool:
    """Whether this tap or press may bring about these actions; what is forced follows them (TU-3.1, TU-5.1)."""
    first, *others = done
    step = before["due"][0]["step"] if before["due"] else before["phase"]
    mine = by(input_) in {None, castle} and first.get("player", before["to_act"]) == before["to_act"]
    placements = {"assign", "place_lord"}
    match input_:
        case PieceTapped(piece=piece):
            taps = {"draw": {"do": "draw", "token": piece}, "rings": {"do": "choose_ring", "ring": piece}}
            alone = {key: value for key, value in first.items() if key != "player"}
            return mine and not others and alone == taps.get(step)
        case ButtonPressed(button="no", long=True):
            return done == [{"do": "undo"}]
        case ButtonPressed(button="no"):
            return mine and step == "token" and [action["do"] for action in done] == ["decline"]
        case ButtonPressed():
            follows = {action["do"] for action in others}
            begins = first["do"] == "activate" and len(others) == 1
            return mine and first["do"] != "draw" and (begins or follows <= placements)
        case KnobTurned():
            return False
        case _:
            return False


@pytest.mark.parametrize(("players", "scenario"), TABLES)
async def test_random_disturbances_change_the_state_only_as_the_rules_say_and_get_one_answer_each(
    tmp_path: Path, players: int, scenario: int
) -> None:
    """10,005 with ROYALTABLE_SOAK=1, with all numbers of players and scenario cards; else 300."""
    answers = Counter[str]()
    for game in count(1):
        (tmp_path / str(game)).mkdir()
        async with playing(tmp_path / str(game), gates=False, game="tudor") as play:
            moods, left = Random(game * 100 + players), EACH_TABLE - answers.total()
            people = Disturbed(play, moods, through_the_line=False, left=left, answers=answers)
            people.watch()
            await people.begin(players, moods.sample(range(1, 7), 2), scenario)
            with contextlib.suppress(Enough):
                await people.play_on(100_000)
        if answers.total() >= EACH_TABLE:
            break
    assert {"action", "complaint", "mark", "note", "menu"} <= {key.split(": ")[1] for key in answers}
