"""The ``Game`` that the table plays: what inputs mean, and what people see and hear."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from controller.games.contract.effects import (
    Announce,
    Blink,
    Effect,
    NumberScreen,
    RowsScreen,
    Screen,
    Tell,
    TextScreen,
    row_sentences,
)
from controller.games.contract.game import Game, Piece
from controller.games.contract.inputs import (
    ButtonPressed,
    Carry,
    Devices,
    Gesture,
    Input,
    LyingPiece,
    Observation,
    PieceTapped,
    PressKnob,
    Rest,
)
from controller.games.contract.referee import Verdict, Waiting
from controller.games.contract.rules import Choice, Outcome, Shuffled, Summary
from controller.games.contract.values import Action, CastleId, PieceId, PublicAction, RandomDraw, Text

from .rules import GOAL, RUNNERS, Log, State

COLORS = ("blue", "yellow", "purple", "grey")
SECTORS = ((1, 90), (2, 90), (3, 90), (4, 90))


class ArrowRace:
    name = "arrow_race"
    title = "Arrow Race"
    seats = range(2, 5)
    devices = Devices(uses=frozenset({"arrow", "gates", "knob"}), needs=frozenset({"arrow", "gates"}))

    # The box: pieces with stickers, and sectors of the arrow's disc

    def pieces(self) -> Sequence[Piece]:
        return [
            Piece(PieceId(f"{runner}-{color}"), "arrow-race-runner", {"animal": runner, "colour": color})
            for color in COLORS
            for runner in RUNNERS
        ]

    def sectors(self) -> Sequence[tuple[int, int]]:
        return SECTORS

    def box(self) -> dict[str, Any]:
        return {"goal": GOAL}

    # The rules: how a game begins, its log, how it stands

    def new_log(self) -> Log:
        return Log()

    def choices(self) -> Sequence[Choice]:
        return ()

    def setup(
        self, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any], shuffled: Shuffled
    ) -> Action:
        """Draw the order of play."""
        return {"do": "start", "game": self.name, "players": shuffled(castles), **dealt}

    def actions(self) -> dict[str, Any]:
        examples = [{"do": "draw", "steps": 3}, {"do": "run", "runner": "hare-blue"}]
        return {"schema": {"type": "object"}, "components": {}, "examples": examples}

    def summary(self, state: State) -> Summary:
        points = {castle: state.best(castle) for castle in state.players}
        compare = tuple(
            Text("arrow-race-at-both", {"color": Text(each)} | {name: state.at[f"{name}-{each}"] for name in RUNNERS})
            for each in state.players
        )
        outcome = None if state.winner is None else Outcome(1, (state.winner,), points)
        return Summary(state.players, compare, outcome, points=points)

    def round_of(self, state: State) -> int:
        return 1

    def resolve(self, state: State | None, action: Action, shuffled: Shuffled) -> Action:
        """Draw the number for a ``draw`` that the page sends without one."""
        return {"steps": shuffled(range(1, 5))[0], **action} if action.get("do") == "draw" else action

    def public_action(self, action: Action) -> PublicAction:
        """Return the whole action: nothing is hidden in a race."""
        return PublicAction(action)

    # The referee: what inputs mean

    def first_memory(self) -> None:
        """The referee remembers nothing."""

    def settle(self, state: State, memory: None, action: Action, by: str) -> None:
        """See ``first_memory``."""

    def judge(self, state: State | None, memory: None, input_: Input) -> Verdict:
        """Turn the arrow for the knob; move a runner that passes a gate."""
        match input_:
            case ButtonPressed(button="knob") if state is not None and state.drawn is None:
                return Verdict(None, (RandomDraw({"do": "draw"}, "steps", SECTORS),))
            case PieceTapped(piece=piece, castle=castle):
                return Verdict(None, ({"do": "run", "runner": piece},), if_accepted=(Blink(castle),))
        return Verdict(None)

    def waiting(self, state: State | None, memory: None) -> Waiting:
        title = Text("arrow-race-title")
        if state is None:
            return Waiting("begin", None, TextScreen(title, (Text("arrow-race-begin"),)), over=True)
        if state.winner is not None:
            return Waiting("won", state.winner, TextScreen(title, (_won_text(state.winner),)), over=True)
        if state.drawn is None:
            turn = Text("arrow-race-draw", {"color": Text(state.mover)})
            return Waiting("draw", state.mover, TextScreen(title, (turn,)), gates=False, knob=True)
        run = Text("arrow-race-run", {"color": Text(state.mover), "steps": state.drawn})
        return Waiting("run", state.mover, NumberScreen(state.drawn, run))

    # What people see and hear

    def stage(self, before: State | None, after: State, events: Sequence[Any]) -> tuple[Effect, ...]:
        """Tell of each runner that has moved or was sent back; play a fanfare at the end."""
        moved = [] if before is None else [(each, at) for each, at in after.at.items() if before.at[each] != at]
        story = tuple(Tell(Text(f"arrow-race-{'told' if at else 'back'}", _at_values(each, at))) for each, at in moved)
        if after.winner is None:
            return story
        return (*story, Announce(TextScreen(Text("arrow-race-title"), (_won_text(after.winner),)), 5.0, "fanfare"))

    def standings(self, state: State) -> Screen:
        rows = tuple((Text(castle), Text("arrow-race-at", {"at": state.best(castle)})) for castle in state.players)
        title = Text("arrow-race-title")
        return RowsScreen(title, rows, row_sentences(title, rows))

    def view(self, state: State | None, memory: None) -> dict[str, Any]:
        if state is None:
            return {}
        seats = [each for each in COLORS if each in state.players]
        players = [{"color": each} | {name: state.at[f"{name}-{each}"] for name in RUNNERS} for each in seats]
        return {"players": players, "drawn": state.drawn, "goal": GOAL}

    def course(self, states: Sequence[State]) -> list[dict[str, Any]]:
        return [dict(state.at) for state in states]

    # A bot, at a simulated table or with people who carry its runners

    def lying_pieces(self, state: State) -> Sequence[LyingPiece]:
        playing = [each for each in self.pieces() if each.printed["colour"] in state.players]
        return [LyingPiece(piece.id, "heap", None, piece.printed) for piece in playing]

    def public_face(self, state: State, piece: PieceId) -> Mapping[str, str | int]:
        return next(each.printed for each in self.pieces() if each.id == piece)

    def hand(
        self, castle: CastleId, see: Callable[[], Observation], random: Random, lifted: set[PieceId], *, alone: bool
    ) -> Iterator[Gesture]:
        """Draw, then run with the leading runner; ``words`` tell people where to move it."""
        while (state := see().state).winner is None:
            if state.mover == castle and state.drawn is None:
                yield PressKnob()
            elif state.mover == castle:
                runner = max(RUNNERS, key=lambda each: state.at[f"{each}-{castle}"])
                piece = PieceId(f"{runner}-{castle}")
                to = {"animal": Text(f"arrow-race-{runner}"), "at": state.at[piece] + state.drawn}
                yield Carry(piece, words=Text("arrow-race-carry", to))
            yield Rest(1.0)


def make(options: Mapping[str, str]) -> Game:
    """Entry point: the table calls it once, with its options from ``table.toml``."""
    return ArrowRace()


def _at_values(runner: str, at: int) -> dict[str, Any]:
    animal, color = runner.split("-")
    return {"animal": Text(f"arrow-race-{animal}"), "color": Text(color), "at": at}


def _won_text(winner: CastleId) -> Text:
    return Text("arrow-race-won", {"color": Text(winner)})
