"""The console's screen and the castles' lamps while the table waits for input."""

from collections.abc import Hashable, Sequence
from typing import Final

from controller.games.contract.effects import Screen
from controller.games.contract.referee import Waiting
from controller.games.contract.values import CastleId, LampPattern, Text
from controller.games.tudor.box.edition import COLUMN_LETTERS, PLAYER_COUNTS
from controller.games.tudor.referee import page_actions
from controller.games.tudor.referee.interpretation import interpret
from controller.games.tudor.referee.memory import (
    BoardSetup,
    HandInProgress,
    Interpretation,
    KnownParts,
    Memory,
    NeedsAnswer,
    NeedsTap,
    NeedsYes,
    PendingAction,
)
from controller.games.tudor.referee.referee import can_turn
from controller.games.tudor.rules.actions import to_move
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.moves import Activate, Walk
from controller.games.tudor.rules.state import NO_SEAT, OfficeActionStep, RingStep, State, TokenStep, step_mapping
from controller.games.tudor.rules.table import SUPPLY, Path, RingNumber, Space, Table
from controller.games.tudor.show import screens, words
from controller.games.tudor.show.words import Word

TAKEN_CARDS: Final = ("card-1", "bonus")
"""Questions about cards to take, shown as a plain list, so that the page does not reveal the answer."""


def screen(state: State, reading: Interpretation, turned: int) -> Screen:
    """Return the acting player's screen: the known parts of the move, and the question or tap due."""
    match reading:
        case NeedsAnswer(question=question, known=known):
            chosen = turned % len(question.values)
            entries = [value_in_words(state, question.feature, value) for value in question.values]
            if question.feature in TAKEN_CARDS or not (known.path or known.rings):
                return screens.choose(_question(state, question.feature, known), entries, chosen)
            ask = _about(state, question.feature, known)
            place = (chosen + 1, len(entries))
            return screens.ask(_head(state, known), ask, entries[chosen], place, _details(state, known)[-1:])
        case NeedsYes(known=known):
            return screens.offer(_head(state, known), _details(state, known))
        case HandInProgress():
            return _hand(state, reading)
        case NeedsTap(what="draw"):
            step = state.due[0]
            space = str(state.table.board.names[step.space])  # type: ignore[union-attr]
            due = sum(type(each) is type(step) for each in state.due)
            return screens.draw(_player(state), space, due)
        case NeedsTap(what="ring"):
            return _ring(state)
        case NeedsTap(what=what, known=known):
            begun = bool(known.path or known.rings or known.spent)
            how = Text(f"tudor-wait-tap-{what}{'-on' if begun else ''}")
            return screens.tap(_head(state, known), how, _details(state, known), back=True)
        case _:
            return screens.tap(_head(state, KnownParts()), Text("tudor-wait-tap-path"), back=True)


def _player(state: State) -> Word:
    seat = state.actor
    return words.player(state.table.colors[seat])


def _head(state: State, known: KnownParts) -> Text:
    return screens.title(_player(state), _known_in_short(state, known))


def _known_in_short(state: State, known: KnownParts) -> Word:
    name: Word = known.what if len(known.what) < 2 else Text(f"tudor-short-{known.what.replace('_', '-')}")
    way: Word = words.path(state.table, known.path) if known.path else ""
    if not name or not way:
        return name or way
    return Text("tudor-say-both", {"one": name, "other": way})


def _ring_word(table: Table, ring: RingNumber) -> Text:
    return Text("tudor-say-it", {"it": words.ring(table, ring)})


def _question(state: State, feature: str, known: KnownParts) -> Text:
    player = _player(state)
    if feature == "what":
        step = state.due[0] if state.due else None
        if isinstance(step, TokenStep):
            return Text("tudor-ask-token", {"player": player})
        if isinstance(step, OfficeActionStep):
            return Text("tudor-ask-office", {"player": player})
        return Text("tudor-ask-what", {"player": player})
    if feature == "chamber":
        return Text(f"tudor-ask-{state.phase_traits.places or 'chamber'}", {"player": player})
    return screens.title(player, _about(state, feature, known))


def _about(state: State, feature: str, known: KnownParts) -> Text:
    if feature.startswith("pay-"):
        space = state.table.board.names[known.path[int(feature.removeprefix("pay-"))]]
        return Text("tudor-ask-pay", {"space": str(space)})
    return Text(f"tudor-ask-{feature}-short" if feature == "what" else f"tudor-ask-{feature}")


def value_in_words(state: State, feature: str, value: Hashable) -> Word:
    table = state.table
    if isinstance(value, Activate):
        return words.chair_text(value.chamber, value.chair)
    if feature == "what":
        assert isinstance(value, str)
        if value in {"left", "right"}:
            return Text(f"tudor-do-{value}-{table.scenario}")
        return Text(f"tudor-do-{value.replace('_', '-')}")
    if feature == "again":
        return Text("tudor-say-again" if value else "tudor-say-once")
    if feature in {"origin", "space"} and isinstance(value, int):
        return words.space(table, value)
    if feature == "path" and isinstance(value, tuple):
        return words.path(table, value)
    if feature == "chamber" and isinstance(value, int):
        one, other = table.edition.chambers[value]
        return Text("tudor-say-chamber", {"chamber": value + 1, "one": one, "other": other})
    if feature == "chair" and isinstance(value, tuple):
        return words.chair_text(*value)
    if feature == "chairs" and isinstance(value, tuple):
        chamber, upper, lower = (number + 1 for number in value)
        return Text("tudor-say-chairs", {"chamber": chamber, "upper": upper, "lower": lower})
    if isinstance(value, int):
        return words.faction(table, value)
    return Text("tudor-say-no-card")


def _details(state: State, known: KnownParts) -> list[Text]:
    found = []
    if known.rings:
        found.append(Text("tudor-wait-rings", {"rings": tuple(_ring_word(state.table, ring) for ring in known.rings)}))
    if known.origin is not None and not _from_below(state, known.origin, known.path):
        found.append(Text("tudor-wait-from", {"space": words.space(state.table, known.origin)}))
    if known.cards:
        found.append(Text("tudor-wait-pays", {"cards": words.factions(state.table, known.cards)}))
    if known.spent:
        found.append(Text("tudor-wait-spends", {"count": len(known.spent)}))
    return found


def _from_below(state: State, origin: Space, path: Path) -> bool:
    return origin == SUPPLY or (path[0] == origin + 1 and path[0] in state.table.board.neighbours[origin])


def _ring(state: State) -> Screen:
    step = state.due[0] if state.due else None
    if not isinstance(step, RingStep):
        head = screens.title(_player(state), Text("tudor-wait-ring-title"))
        return screens.tap(head, Text("tudor-wait-tap-ring"), back=False)
    head = screens.title(_player(state), Text("tudor-wait-office-title", {"column": COLUMN_LETTERS[step.column]}))
    if step.source == NO_SEAT:
        return screens.tap(head, Text("tudor-wait-tap-stand"), back=False)
    holder = words.player(state.table.colors[step.source])
    return screens.tap(head, Text("tudor-wait-tap-robbed", {"player": holder}), back=False)


def _hand(state: State, reading: HandInProgress) -> Screen:
    lies: Sequence[Word] = [words.worn(state.table, worn) for worn in reading.hand]
    head = screens.title(_player(state), Text("tudor-wait-hand-title"))
    crowded = sum(map(len, reading.hand)) >= len(reading.hand)
    return screens.hand(head, lies, len(reading.left), turns=len(reading.fingers) > 1, crowded=crowded)


DARK: Final[LampPattern] = ("off", "off", "off")
DUE: Final[LampPattern] = ("off", "blink", "off")
PLAYS: Final[LampPattern] = ("off", "on", "off")
WON: Final[LampPattern] = ("blink", "blink", "blink")


def lamps(state: State) -> dict[CastleId, LampPattern]:
    return {
        CastleId(gate): WON if seat in state.winners else DUE if seat == state.to_act else DARK
        for seat, gate in enumerate(state.table.gates)
    }


def setup_lamps(board_setup: BoardSetup) -> dict[CastleId, LampPattern]:
    return dict.fromkeys(board_setup.castles, PLAYS)


def waiting(state: State | None, memory: Memory) -> Waiting:
    """Return the step that is due, whose it is, its screen, and the lamps."""
    if state is None:
        return _before(memory)
    if state.to_act is None:
        winners = [words.player(state.table.colors[seat]) for seat in state.winners]
        most = max(player.prestige for player in state.players)
        return Waiting("new_game", None, screens.over(winners, most), lamps(state), over=True)
    if memory.pending is not None:
        shown = _confirmation(state, memory.pending)
        castle = page_actions.confirming_gates(state, memory.pending)[0]
        return Waiting("confirm", castle, shown, lamps(state), knob_holds=True, turn=_turn(state))
    reading = interpret(state, memory.inputs_so_far)
    return Waiting(
        step_mapping(state.table, state.due[0])["step"] if state.due else state.phase,
        CastleId(state.table.gates[state.to_act]),
        screen(state, reading, memory.turned),
        lamps(state),
        knob_turns=can_turn(reading),
        knob_holds=bool(memory.inputs),
        gates=not state.phase_traits.places or isinstance(reading, NeedsTap),
        turn=_turn(state),
    )


def _confirmation(state: State, pending: PendingAction) -> Screen:
    player = words.player(state.table.colors[pending.seats[0]])
    move = to_move(state, GameLog.typed(page_actions.fill_in_ids(state, pending.action, by_hand=False)))
    cards = move.cards if isinstance(move, Walk) else ()
    known = KnownParts(move.name, path=getattr(move, "path", ()), cards=cards)
    return screens.offer(screens.title(player, _known_in_short(state, known)), _details(state, known))


def _turn(state: State) -> str | None:
    """Identify the turn, for its timer; placing figures is no turn (TU-6.7)."""
    return f"{state.round}:{state.table.colors[state.turn_seat]}" if state.phase == "actions" else None


def _before(memory: Memory) -> Waiting:
    board_setup = memory.board_setup
    if board_setup is None:
        return Waiting("new_game", None, screens.begin(), over=True)
    lights = setup_lamps(board_setup)
    question = board_setup.question
    if not board_setup.complete:
        enough = len(board_setup.castles) >= PLAYER_COUNTS[0]
        castles = [Text(castle) for castle in board_setup.castles]
        return Waiting("join", None, screens.joining(castles, enough=enough), lights, knob_holds=True)
    if question is None:
        space = board_setup.space or ""
        left = len(board_setup.spaces) - len(board_setup.tokens)
        return Waiting("lay", None, screens.lay(space, left), lights, knob_holds=True)
    chosen = memory.turned % len(question.values)
    if question.feature == "round":
        space = board_setup.spaces[len(board_setup.round_tokens)]
        kind = Text(f"tudor-round-{question.values[chosen]}")
        screen = screens.lay_round(space, kind)
        return Waiting("lay", None, screen, lights, knob_turns=True, knob_holds=True)
    entries = [Text("tudor-say-card-number", {"number": value}) for value in question.values]  # type: ignore[dict-item]
    asked = screens.choose(Text(f"tudor-ask-{question.feature}"), entries, chosen)
    return Waiting("cards", None, asked, lights, knob_turns=True, knob_holds=True)
