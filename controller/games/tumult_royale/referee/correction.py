"""Corrections: go back before a step, and list tiles that then lie elsewhere than logged."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from controller.games.contract.effects import Tell
from controller.games.contract.rules import Correction, Move
from controller.games.contract.values import Action, PieceId, PublicAction, RefusedError, Text
from controller.games.tumult_royale.box.words import COLORS, tile_face_text
from controller.games.tumult_royale.rules.actions import Refusal, public_action
from controller.games.tumult_royale.rules.chapters.shared import are_tiles_face_up, logged_place_of
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import State
from controller.games.undoable_log import Corrector, UndoableLog

REASONS_NAMING_TILES: Final = {"tile-twice", "tile-not-yours", "tile-foreign", "tile-needless", "payment-short"}
"""Refusals that name tiles of a payment, which may lie face down."""


class _TumultCorrector(Corrector):
    def public_action(self, action: Action) -> PublicAction:
        return public_action(action)

    def action_name(self, action: Action, *, short: bool = False) -> Text:
        kind = "short" if short else "do"
        what = Text(f"{kind}-{action['do']}".replace("_", "-"))
        player = action.get("player")
        return Text(f"{kind}-by", {"color": Text(player), "what": what}) if player in COLORS else what

    def no_such_step_refusal(self, seen: int, last: int) -> RefusedError:
        return Refusal("LOG", "back-where", seen=seen, last=last)

    def public_refusal(self, refusal: RefusedError) -> RefusedError:
        if isinstance(refusal, Refusal) and refusal.reason in REASONS_NAMING_TILES:
            return Refusal(refusal.code, "payment-void")
        return refusal

    def plan_go_back(self, play: UndoableLog[Any], before: int) -> Correction:
        """Tell also how many supporters and statues players then have; the table does not know where these lie."""
        correction = super().plan_go_back(play, before)
        now, then = (play.numbered_states[-1 - undone][1] for undone in (0, len(correction.waiting)))
        told = [
            Tell(Text("told-now-has", {"color": Text(color), "supporters": has.supporters, "statues": has.placed}))
            for color, had, has in zip(then.table.colors, now.players, then.players, strict=True)
            if (had.supporters, had.placed) != (has.supporters, has.placed)
        ]
        return replace(correction, effects=(*correction.effects, *told))


CORRECTOR: Final = _TumultCorrector()
go_back, correct = CORRECTOR.plan_go_back, CORRECTOR.plan_correction
redo, abandon_redo = CORRECTOR.plan_redo, CORRECTOR.abandoned_redo_effects
dropped_screen = CORRECTOR.dropped_screen


def latest_count_seq(play: GameLog) -> int:
    """Return the log number of the latest ``count`` that is not undone; raise Refusal if there is none."""
    for seq, _ in reversed(play.numbered_states):
        if play.actions[seq - 1]["do"] == "count":
            return seq
    raise Refusal("LOG", "back-count")


def logged_places(state: State) -> dict[PieceId, str]:
    """Return where each tile in play lies by the log: a colour, ``people`` or ``set_aside``."""
    return {tile: logged_place_of(state, bit) for tile, bit in state.table.pool.bits.items()}


def moves_to_logged_places(
    state: State, actual_places: Mapping[PieceId, str], seen: Collection[PieceId]
) -> tuple[Move, ...]:
    """Return the moves from ``actual_places`` to where the log has the tiles.

    What a castle takes is secret, so tiles face down or set aside are counted, not named, unless everyone
    has ``seen`` them in this round.
    """
    return tuple(_iter_tile_moves(state, actual_places, seen))


def _iter_tile_moves(state: State, actual_places: Mapping[PieceId, str], seen: Collection[PieceId]) -> Iterator[Move]:
    is_open, pool = are_tiles_face_up(state), state.table.pool
    hidden: Counter[tuple[str, str]] = Counter()
    for tile, belongs in logged_places(state).items():
        lies = actual_places.get(tile, belongs)
        if lies == belongs:
            continue
        if tile not in seen and (not is_open or "set_aside" in {lies, belongs}):
            hidden[lies, belongs] += 1
            continue
        printed = pool.tile_by_id(tile)
        yield Move(tile_face_text(printed.commodity, printed.value), _place_text(lies), _place_text(belongs))
    for (lies, belongs), count in hidden.items():
        yield Move(Text("screen-move-hidden", {"count": count}), _place_text(lies), _place_text(belongs))


def _place_text(place: str) -> Text:
    return Text(f"at-{place.replace('_', '-')}")
