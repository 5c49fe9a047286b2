"""What people want of the game on the table, by hand or by request, becomes actions of its log, or is refused."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from controller.games.contract.effects import Complain, Note
from controller.games.contract.game import Game
from controller.games.contract.inputs import ButtonPressed, Device, Input, PieceTapped
from controller.games.contract.referee import Receiving
from controller.games.contract.values import UNDO, Action, RandomDraw, RefusedError, Text
from controller.games.naming import game_of
from controller.games.requests import NewFixture, NewGame, Propose
from controller.play.draws.derivation import Question
from controller.play.on_table.corrections import Corrections
from controller.play.on_table.game_on_table import Batch, GameOnTable
from controller.show.effect_loop import TurnArrow


class Proposals:
    """Does what the rules allow; entries and effects go into the batch."""

    def __init__(self, on_table: GameOnTable, corrections: Corrections, devices: frozenset[Device]) -> None:
        self._on_table = on_table
        self._corrections = corrections
        self._devices = devices

    def propose(self, request: Propose, by: str, batch: Batch) -> RefusedError | None:
        """Each action that comes of it, up to the first that is refused."""
        on_table = self._on_table
        actions: Sequence[Action | RandomDraw] = (request.action,)
        if on_table.state is not None and isinstance(on_table.game, Receiving):
            verdict = on_table.game.received(on_table.state, on_table.memory, request.action, request.castle)
            on_table.memory, actions = verdict.memory, verdict.proposed
            batch.effects.extend(verdict.effects)
        for action in actions:
            wish = Question("complete", action) if request.complete and isinstance(action, Mapping) else action
            refusal = self._try(wish, by, batch)
            if refusal is not None:
                return refusal
        return None

    def judge(self, input_: Input, batch: Batch) -> bool:
        """What a gate, a button or the knob said means what the referee says; False where that is nothing."""
        on_table, memory = self._on_table, self._on_table.memory
        verdict = on_table.game.judge(on_table.state, on_table.memory, input_)
        on_table.memory = verdict.memory
        batch.effects.extend(verdict.effects)
        for wish in verdict.proposed:
            refusal = self._try(wish, input_.origin, batch)
            if refusal is not None:
                castle = input_.castle if isinstance(input_, PieceTapped | ButtonPressed) else None
                batch.effects.append(Complain(castle, refusal.text, refusal.rule))
                return True
        batch.effects.extend(verdict.if_accepted)
        shown = [effect for effect in verdict.effects if not isinstance(effect, Note)]
        return bool(verdict.proposed or shown or verdict.if_accepted or verdict.memory != memory)

    def begin(self, new: NewGame, by: str, batch: Batch) -> RefusedError | None:
        """Another game in the place of what lies on the table, which stays where that is refused."""
        on_table, earlier = self._on_table, self._on_table.all_of_it()
        try:
            on_table.lay(new.game or on_table.name)
        except RefusedError as refusal:
            return refusal
        on_table.new_draws()
        settled = on_table.settled_of(on_table.name)
        left = settled.left_of(on_table.game.choices())
        options = {choice.key: choice.values[0] for choice in left} | dict(new.options)
        refused = None if isinstance(new, NewFixture) else settled.refusal(options, new.dealt)
        if refused is None:
            refused = self._try(Question.deal(new.castles, options, settled.deal(new.dealt)), by, batch)
        if refused is not None:
            on_table.put_back(earlier)
        elif isinstance(new, NewFixture):
            batch.entries[-1] = dataclasses.replace(batch.entries[-1], fixture=new.fixture)
        return refused

    def _try(self, wish: Action | RandomDraw | Question, by: str, batch: Batch) -> RefusedError | None:
        """Do the action if the rules allow it; the batch gets its entry and its effects."""
        on_table = self._on_table
        before, earlier = on_table.state, on_table.all_of_it()
        try:
            if before is None:
                self._lay_for(wish)
            decision = on_table.draws.decided(wish, on_table.game, before)
            action = decision.action
            if before is None and game_of(action) != on_table.name:
                raise _misnamed(on_table.name, game_of(action))
            events = on_table.do(action)
        except RefusedError as refusal:
            if before is None:
                on_table.put_back(earlier)
            return refusal
        batch.entries.append(on_table.decided_entry(decision, by))
        if decision.stop is not None:
            batch.effects.append(TurnArrow(decision.stop))
        batch.effects.extend(on_table.game.stage(before, on_table.state, events))
        if action == UNDO:
            self._corrections.went_back()
            on_table.misplaced.corrected((before, on_table.state), {})
        elif before is not None:
            on_table.misplaced.acted(before, on_table.state)
        self._corrections.acted(action, batch)
        return None

    def _lay_for(self, wish: Any) -> None:
        sent = wish.what if isinstance(wish, Question) else wish
        if isinstance(sent, Mapping) and sent.get("do") == "start":
            self._on_table.lay(game_of(sent))
        if lacking := self._on_table.game.devices.needs - self._devices:
            raise lacks("game-needs", self._on_table.game, lacking)


def lacks(what: Literal["game-needs", "bots-need"], game: Game, lacking: frozenset[Device]) -> RefusedError:
    """Return why the table cannot begin the game: it has not all devices that the game needs, or its bots."""
    names = ", ".join(sorted(lacking))
    devices = tuple(Text(f"needs-{name}") for name in sorted(lacking))
    if what == "game-needs":
        message = f"{game.title} needs {names}: saw no such thing in table.toml. Wire it, or choose another game."
    else:
        message = (
            f"Bots of {game.title} use {names}: saw no such simulated device in table.toml. "
            "Add it there, or let people play those castles."
        )
    return RefusedError(None, message, Text(what, {"game": game.title, "devices": devices}))


def _misnamed(name: str, seen: str) -> RefusedError:
    message = f"The first action names the game {seen!r}, expected {name!r}: its rules are to say so."
    return RefusedError(None, message, Text("game-misnamed", {"game": name, "seen": seen}))
