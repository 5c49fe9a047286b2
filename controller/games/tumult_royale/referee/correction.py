"""Corrections: go back before a step, and list tiles that then lie elsewhere than in the log."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from controller.games.contract.rules import Move
from controller.games.contract.values import Action, PieceId, PublicAction, RefusedError, Text
from controller.games.tumult_royale.box.words import COLORS, face
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters.shared import place_of
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show.summary import public_action
from controller.games.tumult_royale.show.view import tiles_are_face_up
from controller.games.undoable_log import Corrector

NAME_TILES: Final = {"tile-twice", "tile-not-yours", "tile-foreign", "tile-needless", "payment-short"}
"""Refusals that name tiles of a payment, which may lie face down."""


class _Corrector(Corrector):
    def public_action(self, action: Action) -> PublicAction:
        return public_action(action)

    def action_name(self, action: Action, *, short: bool = False) -> Text:
        kind = "short" if short else "do"
        what = Text(f"{kind}-{action['do']}".replace("_", "-"))
        player = action.get("player")
        return Text(f"{kind}-by", {"color": Text(player), "what": what}) if player in COLORS else what

    def no_such_step(self, seen: int, last: int) -> RefusedError:
        return Refusal("LOG", "back-where", seen=seen, last=last)

    def public_refusal(self, refusal: RefusedError) -> RefusedError:
        if isinstance(refusal, Refusal) and refusal.reason in NAME_TILES:
            return Refusal(refusal.code, "payment-void")
        return refusal


BACK: Final = _Corrector()
go_back, correct = BACK.go_back, BACK.correct
redo, abandon_redo = BACK.redo, BACK.abandon_redo
dropped_screen = BACK.dropped_screen


def latest_count(play: GameLog) -> int:
    """Return the number of the latest count that is not undone; raise Refusal if there is none."""
    for seq, _ in reversed(play.numbered_states):
        if play.actions[seq - 1]["do"] == "count":
            return seq
    raise Refusal("LOG", "back-count")


def places(state: State) -> dict[PieceId, str]:
    """Return where each tile in play lies by the log: a colour, ``people`` or ``set_aside``."""
    return {tile: place_of(state, bit) for tile, bit in state.table.pool.bits.items()}


def misplaced(state: State, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> tuple[Move, ...]:
    """Return the moves from where tiles ``lie`` to where the log has them.

    What a castle takes is secret, so tiles that lie face down or are set aside are counted, not named, unless everyone
    has ``seen`` them in this round.
    """
    return tuple(_moves(state, lie, seen))


def _moves(state: State, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> Iterator[Move]:
    is_open, pool = tiles_are_face_up(state), state.table.pool
    hidden: Counter[tuple[str, str]] = Counter()
    for tile, belongs in places(state).items():
        lies = lie.get(tile, belongs)
        if lies == belongs:
            continue
        if tile not in seen and (not is_open or "set_aside" in {lies, belongs}):
            hidden[lies, belongs] += 1
            continue
        printed = pool.tile(tile)
        yield Move(face(printed.commodity, printed.value), _at(lies), _at(belongs))
    for (lies, belongs), count in hidden.items():
        yield Move(Text("screen-move-hidden", {"count": count}), _at(lies), _at(belongs))


def _at(place: str) -> Text:
    return Text(f"at-{place.replace('_', '-')}")
