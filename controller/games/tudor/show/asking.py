"""The console's screen and the castles' lamps while the table waits for input."""

from collections.abc import Hashable
from typing import Final

from controller.games.contract.effects import Screen
from controller.games.contract.referee import Waiting
from controller.games.contract.values import CastleId, LampPattern, Text
from controller.games.tudor.box.edition import COLUMN_LETTERS, PLAYER_COUNTS
from controller.games.tudor.referee import memory as memories
from controller.games.tudor.referee import page_actions
from controller.games.tudor.referee.interpretation import interpret_inputs
from controller.games.tudor.referee.referee import is_knob_turnable
from controller.games.tudor.rules import actions, engine, moves, words
from controller.games.tudor.rules import state as states
from controller.games.tudor.rules.table import SUPPLY, Path, RingNumber, Space, Table
from controller.games.tudor.rules.words import Word
from controller.games.tudor.show import screens

TAKEN_CARD_QUESTIONS: Final = ("card-1", "bonus")
"""Questions about cards to take, as a plain list, so that the page does not reveal the answer."""


def acting_player_screen(state: states.State, reading: memories.Interpretation, turned: int) -> Screen:
    """Return the acting player's screen: the move's known parts, and the question or tap due."""
    match reading:
        case memories.NeedsAnswer(question=question, known=known):
            chosen = turned % len(question.values)
            entries = [answer_word(state, question.feature, value) for value in question.values]
            if question.feature in TAKEN_CARD_QUESTIONS or not (known.path or known.rings):
                return screens.choice_screen(_question_text(state, question.feature, known), entries, chosen)
            ask = _short_question_text(state, question.feature, known)
            place = (chosen + 1, len(entries))
            return screens.question_screen(
                _screen_title(state, known), ask, entries[chosen], place, _known_parts_lines(state, known)[-1:]
            )
        case memories.NeedsYes(known=known):
            return screens.offer_screen(_screen_title(state, known), _known_parts_lines(state, known))
        case memories.HandInProgress():
            return _ring_layout_screen(state, reading)
        case memories.NeedsTap(what="draw"):
            step = state.due[0]
            space = str(state.table.board.names[step.space])  # type: ignore[union-attr]
            due = sum(type(each) is type(step) for each in state.due)
            return screens.draw_request_screen(_acting_player_word(state), space, due)
        case memories.NeedsTap(what="ring"):
            return _ring_tap_screen(state)
        case memories.NeedsTap(what=what, known=known):
            begun = bool(known.path or known.rings or known.spent)
            how = Text(f"tudor-wait-tap-{what}{'-on' if begun else ''}")
            return screens.tap_screen(_screen_title(state, known), how, _known_parts_lines(state, known), back=True)
        case _:
            return screens.tap_screen(
                _screen_title(state, memories.KnownParts()), Text("tudor-wait-tap-path"), back=True
            )


def _acting_player_word(state: states.State) -> Word:
    seat = state.acting_seat
    return words.player_word(state.table.colors[seat])


def _screen_title(state: states.State, known: memories.KnownParts) -> Text:
    return screens.title_text(_acting_player_word(state), _known_parts_word(state, known))


def _known_parts_word(state: states.State, known: memories.KnownParts) -> Word:
    name: Word = known.what if len(known.what) < 2 else Text(f"tudor-short-{known.what.replace('_', '-')}")
    way: Word = words.format_path(state.table, known.path) if known.path else ""
    if not name or not way:
        return name or way
    return Text("tudor-say-both", {"one": name, "other": way})


def _ring_text(table: Table, ring: RingNumber) -> Text:
    return Text("tudor-say-it", {"it": words.ring_word(table, ring)})


def _question_text(state: states.State, feature: str, known: memories.KnownParts) -> Text:
    player = _acting_player_word(state)
    if feature == "what":
        step = state.due[0] if state.due else None
        if isinstance(step, states.RoundTokenStep):
            return Text("tudor-ask-token", {"player": player})
        if isinstance(step, states.OfficeActionStep):
            return Text("tudor-ask-office", {"player": player})
        return Text("tudor-ask-what", {"player": player})
    if feature == "chamber":
        return Text(f"tudor-ask-{state.phase_traits.placed_figure or 'chamber'}", {"player": player})
    return screens.title_text(player, _short_question_text(state, feature, known))


def _short_question_text(state: states.State, feature: str, known: memories.KnownParts) -> Text:
    if feature.startswith("pay-"):
        space = state.table.board.names[known.path[int(feature.removeprefix("pay-"))]]
        return Text("tudor-ask-pay", {"space": str(space)})
    return Text(f"tudor-ask-{feature}-short" if feature == "what" else f"tudor-ask-{feature}")


def answer_word(state: states.State, feature: str, value: Hashable) -> Word:
    table = state.table
    if isinstance(value, moves.ActivateFigure):
        return words.chair_text(value.chamber, value.chair)
    if feature == "what":
        assert isinstance(value, str)
        if value in {"left", "right"}:
            return Text(f"tudor-do-{value}-{table.scenario}")
        return Text(f"tudor-do-{value.replace('_', '-')}")
    if feature == "again":
        return Text("tudor-say-again" if value else "tudor-say-once")
    if feature in {"origin", "space"} and isinstance(value, int):
        return words.space_word(table, value)
    if feature == "path" and isinstance(value, tuple):
        return words.format_path(table, value)
    if feature == "chamber" and isinstance(value, int):
        one, other = table.edition.chambers[value]
        return Text("tudor-say-chamber", {"chamber": value + 1, "one": one, "other": other})
    if feature == "chair" and isinstance(value, tuple):
        return words.chair_text(*value)
    if feature == "chairs" and isinstance(value, tuple):
        chamber, upper, lower = (number + 1 for number in value)
        return Text("tudor-say-chairs", {"chamber": chamber, "upper": upper, "lower": lower})
    if isinstance(value, int):
        return words.faction_word(table, value)
    return Text("tudor-say-no-card")


def _known_parts_lines(state: states.State, known: memories.KnownParts) -> list[Text]:
    found = []
    if known.rings:
        found.append(Text("tudor-wait-rings", {"rings": tuple(_ring_text(state.table, ring) for ring in known.rings)}))
    if known.origin is not None and not _is_origin_below(state, known.origin, known.path):
        found.append(Text("tudor-wait-from", {"space": words.space_word(state.table, known.origin)}))
    if known.cards:
        found.append(Text("tudor-wait-pays", {"cards": words.faction_count_texts(state.table, known.cards)}))
    if known.spent:
        found.append(Text("tudor-wait-spends", {"count": len(known.spent)}))
    return found


def _is_origin_below(state: states.State, origin: Space, path: Path) -> bool:
    return origin == SUPPLY or (path[0] == origin + 1 and path[0] in state.table.board.neighbours[origin])


def _ring_tap_screen(state: states.State) -> Screen:
    step = state.due[0] if state.due else None
    if not isinstance(step, states.TakeRingStep):
        head = screens.title_text(_acting_player_word(state), Text("tudor-wait-ring-title"))
        return screens.tap_screen(head, Text("tudor-wait-tap-ring"), back=False)
    head = screens.title_text(
        _acting_player_word(state), Text("tudor-wait-office-title", {"column": COLUMN_LETTERS[step.column]})
    )
    if step.source == states.NO_SEAT:
        return screens.tap_screen(head, Text("tudor-wait-tap-stand"), back=False)
    holder = words.player_word(state.table.colors[step.source])
    return screens.tap_screen(head, Text("tudor-wait-tap-robbed", {"player": holder}), back=False)


def _ring_layout_screen(state: states.State, reading: memories.HandInProgress) -> Screen:
    head = screens.title_text(_acting_player_word(state), Text("tudor-wait-hand-title"))
    worn = words.worn_ring_texts(state.table, reading.hand, words.MOST_FINGERS_NAMED)
    return screens.ring_layout_screen(head, worn, len(reading.left), turns=len(reading.fingers) > 1)


DARK_LAMPS: Final[LampPattern] = ("off", "off", "off")
DUE_LAMPS: Final[LampPattern] = ("off", "blink", "off")
JOINED_LAMPS: Final[LampPattern] = ("off", "on", "off")
WINNER_LAMPS: Final[LampPattern] = ("blink", "blink", "blink")


def lamps_by_castle(state: states.State) -> dict[CastleId, LampPattern]:
    return {
        CastleId(gate): WINNER_LAMPS
        if seat in state.winners
        else DUE_LAMPS
        if seat == state.seat_to_act
        else DARK_LAMPS
        for seat, gate in enumerate(state.table.gates)
    }


def setup_lamps_by_castle(board_setup: memories.BoardSetup) -> dict[CastleId, LampPattern]:
    return dict.fromkeys(board_setup.castles, JOINED_LAMPS)


def waiting(state: states.State | None, memory: memories.Memory) -> Waiting:
    if state is None:
        return _waiting_before_game(memory)
    if state.seat_to_act is None:
        winners = [words.player_word(state.table.colors[seat]) for seat in state.winners]
        most = max(player.prestige for player in state.players)
        return Waiting("new_game", None, screens.game_over_screen(winners, most), lamps_by_castle(state), over=True)
    if memory.pending is not None:
        shown = _confirmation_screen(state, memory.pending)
        castle = page_actions.confirming_castles(state, memory.pending)[0]
        return Waiting("confirm", castle, shown, lamps_by_castle(state), knob_holds=True, turn=_turn_id(state))
    reading = interpret_inputs(state, memory.inputs_with_detents)
    return Waiting(
        states.step_to_mapping(state.table, state.due[0])["step"] if state.due else state.phase,
        CastleId(state.table.gates[state.seat_to_act]),
        acting_player_screen(state, reading, memory.turned),
        lamps_by_castle(state),
        knob_turns=is_knob_turnable(reading),
        knob_holds=bool(memory.inputs),
        gates=not state.phase_traits.placed_figure or isinstance(reading, memories.NeedsTap),
        turn=_turn_id(state),
    )


def _confirmation_screen(state: states.State, pending: memories.ActionToConfirm) -> Screen:
    player = words.player_word(state.table.colors[pending.seats[0]])
    move = actions.line_to_move(
        state, engine.GameLog.to_typed_action(page_actions.fill_in_token_ids(state, pending.action, by_hand=False))
    )
    cards = move.cards if isinstance(move, moves.Walk) else ()
    known = memories.KnownParts(move.name, path=getattr(move, "path", ()), cards=cards)
    return screens.offer_screen(
        screens.title_text(player, _known_parts_word(state, known)), _known_parts_lines(state, known)
    )


def _turn_id(state: states.State) -> str | None:
    """Return the turn's id for its timer; None outside the actions: placing figures is no turn (TU-6.7)."""
    return f"{state.round}:{state.table.colors[state.turn_seat]}" if state.phase == "actions" else None


def _waiting_before_game(memory: memories.Memory) -> Waiting:
    board_setup = memory.board_setup
    if board_setup is None:
        return Waiting("new_game", None, screens.begin_screen(), over=True)
    lights = setup_lamps_by_castle(board_setup)
    question = board_setup.due_question
    if not board_setup.complete:
        enough = len(board_setup.castles) >= PLAYER_COUNTS[0]
        castles = [Text(castle) for castle in board_setup.castles]
        return Waiting("join", None, screens.joining_screen(castles, enough=enough), lights, knob_holds=True)
    if question is None:
        space = board_setup.next_space or ""
        left = len(board_setup.space_names) - len(board_setup.laid_tokens)
        return Waiting("lay", None, screens.lay_token_screen(space, left), lights, knob_holds=True)
    chosen = memory.turned % len(question.values)
    if question.feature == "round":
        space = board_setup.space_names[len(board_setup.laid_round_tokens)]
        kind = Text(f"tudor-round-{question.values[chosen]}")
        screen = screens.lay_round_token_screen(space, kind)
        return Waiting("lay", None, screen, lights, knob_turns=True, knob_holds=True)
    entries = [Text("tudor-say-card-number", {"number": value}) for value in question.values]  # type: ignore[dict-item]
    asked = screens.choice_screen(Text(f"tudor-ask-{question.feature}"), entries, chosen)
    return Waiting("cards", None, asked, lights, knob_turns=True, knob_holds=True)
