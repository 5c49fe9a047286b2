"""What the table asks: whom it may seat, what a piece over a gate means, what people see and hear."""

from collections.abc import Mapping, Sequence
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
)
from controller.games.contract.game import Game, Piece
from controller.games.contract.inputs import ButtonPressed, Devices, Input, PieceTapped
from controller.games.contract.referee import Verdict, Waiting
from controller.games.contract.rules import Choice, Outcome, Shuffled, Summary
from controller.games.contract.values import Action, CastleId, PieceId, PublicAction, RandomDraw, Text

from .rules import GOAL, RUNNERS, Log, State

COLORS = ("blue", "yellow", "purple", "grey")
SECTORS = ((1, 45), (2, 135), (3, 225), (4, 315))


class ArrowRace:
    """The game."""

    name = "arrow_race"
    title = "Arrow Race"
    seats = range(2, 5)
    devices = Devices(uses=frozenset({"arrow", "gates", "knob"}), needs=frozenset({"arrow", "gates"}))

    # The box: what has a sticker, and what the arrow can point at

    def pieces(self) -> Sequence[Piece]:
        """Two runners of each colour."""
        return [
            Piece(PieceId(f"{runner}-{color}"), "arrow-race-runner", {"animal": runner, "colour": color})
            for color in COLORS
            for runner in RUNNERS
        ]

    def sectors(self) -> Sequence[tuple[int, int]]:
        """The die: a number and where it stands on the disc, in degrees."""
        return SECTORS

    def box(self) -> dict[str, Any]:
        """What the page may know of the components."""
        return {"goal": GOAL}

    # The rules: how a game begins, what its log is, how it stands

    def new_log(self) -> Log:
        """A race before its start."""
        return Log()

    def choices(self) -> Sequence[Choice]:
        """Nothing is left to the house."""
        return ()

    def setup(
        self, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any], shuffled: Shuffled
    ) -> Action:
        """Chance says who begins."""
        return {"do": "start", "game": self.name, "players": shuffled(castles), **dealt}

    def actions(self) -> dict[str, Any]:
        """What may be sent to the table, for its interface."""
        examples = [{"do": "draw", "steps": 3}, {"do": "run", "runner": "hare-blue"}]
        return {"schema": {"type": "object"}, "components": {}, "examples": examples}

    def summary(self, state: State) -> Summary:
        """Who plays, how far they are, who has won."""
        points = {castle: state.best(castle) for castle in state.players}
        compare = tuple(Text("arrow-race-runner-at", _runner(runner, at)) for runner, at in state.at.items())
        outcome = None if state.winner is None else Outcome(1, (state.winner,), points)
        return Summary(state.players, compare, outcome, points=points)

    def round_of(self, state: State) -> int:
        """A race is one round."""
        return 1

    def resolve(self, state: State | None, action: Action, shuffled: Shuffled) -> Action:
        """A draw from the page does not say what comes of it."""
        return {"steps": shuffled(range(1, 5))[0], **action} if action.get("do") == "draw" else action

    def public_action(self, action: Action) -> PublicAction:
        """All of it: a race has no secrets."""
        return PublicAction(action)

    # The referee: what people mean

    def first_memory(self) -> None:
        """Nothing is begun and left open, so there is nothing to remember."""

    def settle(self, state: State, memory: None, action: Action) -> None:
        """As above."""

    def judge(self, state: State | None, memory: None, input_: Input) -> Verdict:
        """The knob turns the arrow; a runner over its gate runs."""
        match input_:
            case ButtonPressed(button="knob") if state is not None and state.drawn is None:
                return Verdict(None, (RandomDraw({"do": "draw"}, "steps", SECTORS),))
            case PieceTapped(piece=piece, castle=castle):
                return Verdict(None, ({"do": "run", "runner": piece},), if_accepted=(Blink(castle),))
        return Verdict(None)

    def waiting(self, state: State | None, memory: None) -> Waiting:
        """What the console shows until something happens."""
        title = Text("arrow-race-title")
        if state is None:
            return Waiting("begin", None, TextScreen(title, (Text("arrow-race-begin"),)), over=True)
        if state.winner is not None:
            return Waiting("won", state.winner, TextScreen(title, (_won(state.winner),)), over=True)
        if state.drawn is None:
            turn = Text("arrow-race-draw", {"color": Text(state.mover)})
            return Waiting("draw", state.mover, TextScreen(title, (turn,)), gates=False)
        run = Text("arrow-race-run", {"color": Text(state.mover), "steps": state.drawn})
        return Waiting("run", state.mover, NumberScreen(state.drawn, run))

    # What people see and hear

    def stage(self, before: State | None, after: State, events: Sequence[Any]) -> tuple[Effect, ...]:
        """A sentence for each runner that went or was sent back; a fanfare at the end."""
        gone = [] if before is None else [(each, at) for each, at in after.at.items() if before.at[each] != at]
        told = tuple(Tell(Text("arrow-race-told" if at else "arrow-race-back", _runner(each, at))) for each, at in gone)
        if after.winner is None:
            return told
        return (*told, Announce(TextScreen(Text("arrow-race-title"), (_won(after.winner),)), 5.0, "fanfare"))

    def standings(self, state: State) -> Screen:
        """How far each castle is, for the knob's menu."""
        rows = ((Text(castle), Text("arrow-race-at", {"at": state.best(castle)})) for castle in state.players)
        return RowsScreen(Text("arrow-race-title"), tuple(rows))

    def view(self, state: State | None, memory: None) -> dict[str, Any]:
        """What the page may show."""
        return {"at": {} if state is None else dict(state.at), "drawn": None if state is None else state.drawn}

    def course(self, states: Sequence[State]) -> list[dict[str, Any]]:
        """How it went."""
        return [dict(state.at) for state in states]


def make(options: Mapping[str, str]) -> Game:
    """The entry point: the table calls it once, with what the house has chosen."""
    return ArrowRace()


def _runner(runner: str, at: int) -> dict[str, Any]:
    animal, color = runner.split("-")
    return {"animal": Text(f"arrow-race-{animal}"), "color": Text(color), "at": at}


def _won(winner: CastleId) -> Text:
    return Text("arrow-race-won", {"color": Text(winner)})
