"""What the table waits for, as the console shows it: always one thing, and always true."""

from controller.games.contract.ids import CastleId
from controller.games.contract.referee import Waiting
from controller.games.contract.texts import Text
from controller.games.tudor.box.words import PLAYER_COUNTS
from controller.games.tudor.referee import asking, lamps
from controller.games.tudor.referee.meaning import read
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.referee.reading import Awaited
from controller.games.tudor.referee.referee import turns
from controller.games.tudor.rules.state import DrawStep, OfficeStep, RingStep, State, Step, TokenStep, WearStep
from controller.games.tudor.show import screens, words

STEPS: dict[type[Step], str] = {
    DrawStep: "draw",
    RingStep: "ring",
    WearStep: "wear",
    TokenStep: "token",
    OfficeStep: "office_action",
}
"""What each step is called."""


def waiting(state: State | None, memory: Memory) -> Waiting:
    """The step by name, whose move it is, the screen that says so, and the lamps."""
    if state is None:
        return _before(memory)
    if state.to_act is None:
        winners = [words.player(state.table.colors[seat]) for seat in state.winners]
        most = max(player.prestige for player in state.players)
        return Waiting("new_game", None, screens.over(winners, most), lamps.lamps(state), over=True)
    if memory.chosen is not None:
        from controller.games.tudor.referee import confirming  # noqa: PLC0415  # not before a page has sent something

        shown = confirming.screen(state, memory.chosen)
        castle = confirming.gates(state, memory.chosen)[0]
        return Waiting("confirm", castle, shown, lamps.lamps(state), knob_holds=True, turn=_turn(state))
    reading = read(state, memory.so_far)
    gates = state.phase not in {"assignment", "lords"}
    return Waiting(
        STEPS[type(state.due[0])] if state.due else state.phase,
        CastleId(state.table.gates[state.to_act]),
        asking.screen(state, reading, memory.turned),
        lamps.lamps(state),
        knob_turns=turns(reading),
        knob_holds=bool(memory.said),
        gates=gates or isinstance(reading, Awaited),
        turn=_turn(state),
    )


def _turn(state: State) -> str | None:
    """Placing is no turn; two in a row are never the same player's in a round (TU-6.7)."""
    return f"{state.round}:{state.table.colors[state.at]}" if state.phase == "actions" else None


def _before(memory: Memory) -> Waiting:
    """A board that is laid by hand, or nothing yet."""
    laying = memory.laying
    if laying is None:
        return Waiting("new_game", None, screens.begin(), over=True)
    lights = lamps.while_laying(laying)
    question = laying.question
    if not laying.complete:
        enough = len(laying.castles) >= PLAYER_COUNTS[0]
        castles = [words.castle(castle) for castle in laying.castles]
        return Waiting("join", None, screens.joining(castles, enough=enough), lights, knob_holds=True)
    if question is None:
        space = laying.space or ""
        left = len(laying.spaces) - len(laying.tokens)
        return Waiting("lay", None, screens.lay(space, left), lights, knob_holds=True)
    chosen = memory.turned % len(question.values)
    if question.feature == "round":
        space = laying.spaces[len(laying.rounds)]
        kind = Text(f"tudor-round-{question.values[chosen]}")
        screen = screens.lay_round(space, kind)
        return Waiting("lay", None, screen, lights, knob_turns=True, knob_holds=True)
    entries = [Text("tudor-say-card-number", {"number": value}) for value in question.values]  # type: ignore[dict-item]
    asked = screens.choose(Text(f"tudor-ask-{question.feature}"), entries, chosen)
    return Waiting("cards", None, asked, lights, knob_turns=True, knob_holds=True)
