"""Go back to an earlier step, correct the log from there, and list the pieces that the log now has elsewhere."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from controller.games.contract.rules import Correction, Move
from controller.games.contract.values import Action, PieceId, PublicAction, RefusedError, Text
from controller.games.tudor.referee.complaints import Place, place_of, without_secrets
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.state import State
from controller.games.tudor.show import words
from controller.games.tudor.show.summary import public_action
from controller.games.undoable_log import Corrector

CONTINUES_TURN: Final = frozenset(
    ["activate", "act", "move", "exchange", "scenario", "ambassador", "decline", "draw", "take_ring", "recall", "amend"]
)
"""Actions after which the same turn continues."""


class _Corrector(Corrector):
    prefix = "tudor-"

    def public_action(self, action: Action) -> PublicAction:
        return public_action(action)

    def action_name(self, action: Action, *, short: bool = False) -> Text:
        what = Text(f"tudor-step-{action['do']}".replace("_", "-"), {"letter": action.get("action", "")})
        player = action.get("player")
        if player is None:
            return what
        return Text("tudor-step-short-by" if short else "tudor-step-by", {"player": words.player(player), "what": what})

    def no_such_step(self, seen: int, last: int) -> RefusedError:
        text = Text("tudor-told-back-where", {"seen": seen, "last": last})
        return RefusedError(None, f"step {seen} has been undone or is not between 2 and {last}", text)

    def public_refusal(self, refusal: RefusedError) -> RefusedError:
        return without_secrets(refusal)


BACK: Final = _Corrector()
redo, abandon_redo = BACK.redo, BACK.abandon_redo


def correct(play: GameLog, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
    """Go back before a step (None: the start of the last turn) and redo what is legal; see ``Correctable``.

    Raises:
        RefusedError: there is no such step, or an amendment is refused.
    """
    before = latest_turn(play) if back_to is None else back_to
    return BACK.go_back(play, before) if by_hand else BACK.correct(play, before, amendments)


def latest_turn(play: GameLog) -> int:
    """Return the number of the action that began the latest turn or choice; raise Refusal if none has begun."""
    for (before, state), (seq, _) in reversed(list(pairwise(play.numbered_states))):
        do = play.actions[before - 1]["do"]
        if do not in CONTINUES_TURN and not (do == "wear" and state.phase == "actions" and state.done):
            return seq
    raise Refusal("LOG", "nothing-to-undo")


HIDDEN: frozenset[str] = frozenset({"bag", "gone"})
"""Hidden places; players' screens, named after their castles, hide faces too."""


def places(state: State) -> dict[PieceId, str]:
    """Return each piece's place: a castle, a space, ``stand``, ``spent``, ``bag`` or ``gone``."""
    pieces = state.table.pieces
    found = {}
    for piece in (*pieces.tokens, *pieces.rings):
        place = place_of(state, piece)
        assert place is not None
        found[piece] = _name(state, place)
    return found


def _name(state: State, place: Place) -> str:
    if place.where in {"screen", "hand"}:
        return state.table.gates[place.seat]
    return str(state.table.board.names[place.space]) if place.where == "space" else place.where


def misplaced(state: State, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> tuple[Move, ...]:
    """Return the moves that put misplaced pieces where the log has them; ``lie`` is where each lies now.

    Tokens that move between hidden places are only counted, unless everyone has ``seen`` them.
    """
    return tuple(_moves(state, lie, seen))


def _moves(state: State, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> Iterator[Move]:
    hidden: Counter[tuple[str, str]] = Counter()
    for piece, belongs in places(state).items():
        lies = lie.get(piece, belongs)
        if lies == belongs:
            continue
        ring = state.table.pieces.ring_numbers.get(piece)
        if ring is None and piece not in seen and _hides(state, lies) and _hides(state, belongs):
            hidden[lies, belongs] += 1
        else:
            kind, faction = words.face(state.table, piece)
            yield Move(Text(f"tudor-move-{kind}", {"faction": faction}), _at(state, lies), _at(state, belongs))
    for (lies, belongs), count in hidden.items():
        yield Move(Text("tudor-move-hidden", {"count": count}), _at(state, lies), _at(state, belongs))


def _hides(state: State, place: str) -> bool:
    return place in HIDDEN or place in state.table.gates


def _at(state: State, place: str) -> Text:
    if place in state.table.gates:
        return Text(place)
    return Text("tudor-at-space", {"space": place}) if place in state.table.board.numbers else Text(f"tudor-at-{place}")
