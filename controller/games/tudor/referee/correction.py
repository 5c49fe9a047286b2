"""Go back to an earlier step, correct the log from there, and list the pieces that must then move."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from controller.games.contract.rules import Correction, Move
from controller.games.contract.values import Action, PieceId, PublicAction, RefusedError, Text
from controller.games.tudor.referee.complaints import PiecePlace, find_piece_place, to_public_refusal
from controller.games.tudor.rules import actions, engine, moves, words
from controller.games.tudor.rules.state import State
from controller.games.undoable_log import Corrector

TURN_CONTINUING_ACTIONS: Final = frozenset(
    ["activate", "act", "move", "exchange", "scenario", "ambassador", "decline", "draw", "take_ring", "recall", "amend"]
)


class _Corrector(Corrector):
    prefix = "tudor-"

    def public_action(self, action: Action) -> PublicAction:
        return actions.public_action(action)

    def action_name(self, action: Action, *, short: bool = False) -> Text:
        what = Text(f"tudor-step-{action['do']}".replace("_", "-"), {"letter": action.get("action", "")})
        player = action.get("player")
        if player is None:
            return what
        return Text(
            "tudor-step-short-by" if short else "tudor-step-by", {"player": words.player_word(player), "what": what}
        )

    def no_such_step_refusal(self, seen: int, last: int) -> RefusedError:
        text = Text("tudor-told-back-where", {"seen": seen, "last": last})
        return RefusedError(None, f"step {seen} has been undone or is not between 2 and {last}", text)

    def public_refusal(self, refusal: RefusedError) -> RefusedError:
        return to_public_refusal(refusal)


CORRECTOR: Final = _Corrector()
redo, abandon_redo = CORRECTOR.plan_redo, CORRECTOR.abandoned_redo_effects


def correct(play: engine.GameLog, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
    """Go back before a step (None: the last turn's start), redo what is legal; see ``Correctable.correct``."""
    before = latest_turn_start_seq(play) if back_to is None else back_to
    return CORRECTOR.plan_go_back(play, before) if by_hand else CORRECTOR.plan_correction(play, before, amendments)


def latest_turn_start_seq(play: engine.GameLog) -> int:
    """Return the number of the latest turn's or choice's first action; raise Refusal without one."""
    for (before, state), (seq, _) in reversed(list(pairwise(play.numbered_states))):
        do = play.actions[before - 1]["do"]
        if do not in TURN_CONTINUING_ACTIONS and not (do == "wear" and state.phase == "actions" and state.done):
            return seq
    raise moves.Refusal("LOG", "nothing-to-undo")


HIDDEN_PLACES: frozenset[str] = frozenset({"bag", "gone"})
"""Places that hide faces. Players' screens do so, too; each has the name of its castle."""


def logged_places(state: State) -> dict[PieceId, str]:
    """Return each piece's place: a castle, a space, ``stand``, ``spent``, ``bag`` or ``gone``."""
    pieces = state.table.pieces
    found = {}
    for piece in (*pieces.tokens, *pieces.rings):
        place = find_piece_place(state, piece)
        assert place is not None
        found[piece] = _place_name(state, place)
    return found


def _place_name(state: State, place: PiecePlace) -> str:
    if place.where in {"screen", "hand"}:
        return state.table.gates[place.seat]
    return str(state.table.board.names[place.space]) if place.where == "space" else place.where


def moves_to_logged_places(
    state: State, actual_places: Mapping[PieceId, str], seen: Collection[PieceId]
) -> tuple[Move, ...]:
    """Return the moves that put misplaced pieces where the log has them; ``actual_places``: where they are.

    Tokens that move between hidden places are only counted, unless everyone has ``seen`` them.
    """
    return tuple(_moves_to_put_back(state, actual_places, seen))


def _moves_to_put_back(state: State, actual_places: Mapping[PieceId, str], seen: Collection[PieceId]) -> Iterator[Move]:
    hidden: Counter[tuple[str, str]] = Counter()
    for piece, belongs in logged_places(state).items():
        lies = actual_places.get(piece, belongs)
        if lies == belongs:
            continue
        ring = state.table.pieces.ring_numbers.get(piece)
        if ring is None and piece not in seen and _is_hidden_place(state, lies) and _is_hidden_place(state, belongs):
            hidden[lies, belongs] += 1
        else:
            kind, faction = words.piece_kind_and_faction(state.table, piece)
            yield Move(
                Text(f"tudor-move-{kind}", {"faction": faction}), _place_text(state, lies), _place_text(state, belongs)
            )
    for (lies, belongs), count in hidden.items():
        yield Move(Text("tudor-move-hidden", {"count": count}), _place_text(state, lies), _place_text(state, belongs))


def _is_hidden_place(state: State, place: str) -> bool:
    return place in HIDDEN_PLACES or place in state.table.gates


def _place_text(state: State, place: str) -> Text:
    if place in state.table.gates:
        return Text(place)
    return Text("tudor-at-space", {"space": place}) if place in state.table.board.numbers else Text(f"tudor-at-{place}")
