"""Correction: going back before an earlier step, as this game does and names it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from controller.games.contract.actions import Action, RefusedError, ToldAction
from controller.games.contract.corrections import Correction
from controller.games.contract.texts import Text
from controller.games.going_back import GoingBack
from controller.games.tudor.referee.complaints import openly
from controller.games.tudor.rules import engine
from controller.games.tudor.rules.actions import Undo
from controller.games.tudor.rules.game_log import GameLog, typed_action
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.show import words
from controller.games.tudor.show.told_action import told

ENDS_A_MOVE: Final = {"start", "choose_ring", "wear", "assign", "pass", "place_lord", "end_turn"}
"""After these somebody begins anew; what a player does in a turn goes together."""


class _GoingBack(GoingBack):
    prefix = "tudor-"

    def happened(self, before: Any, action: Action) -> Sequence[Any]:
        typed = typed_action(action)
        assert not isinstance(typed, Undo)
        return engine.apply(before, typed).events

    def told(self, action: Action) -> ToldAction:
        return told(action)

    def name(self, action: Action, *, short: bool = False) -> Text:
        what = Text(f"tudor-step-{action['do']}".replace("_", "-"), {"letter": action.get("action", "")})
        player = action.get("player")
        if player is None:
            return what
        return Text("tudor-step-short-by" if short else "tudor-step-by", {"player": words.player(player), "what": what})

    def nowhere(self, seen: int, last: int) -> RefusedError:
        text = Text("tudor-told-back-where", {"seen": seen, "last": last})
        return RefusedError(None, f"step {seen} of {last} does not stand", text)

    def may_be_told(self, refusal: RefusedError) -> RefusedError:
        return openly(refusal)


BACK: Final = _GoingBack()
done_again, given_up = BACK.done_again, BACK.given_up


def corrected(play: GameLog, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
    """Go back before a step, None for the beginning of the latest turn, and go on; see ``Correctable``.

    Raises:
        RefusedError: there is no such step, or an amendment is refused.
    """
    before = latest_turn(play) if back_to is None else back_to
    return BACK.gone_back(play, before) if by_hand else BACK.corrected(play, before, amendments)


def latest_turn(play: GameLog) -> int:
    """The number of the first action of the turn, or of the choice, that was begun last.

    Raises:
        Refusal: nothing was done yet.
    """
    for (before, state), (seq, _) in reversed(list(pairwise(play.upright))):
        do = play.actions[before - 1]["do"]
        if do in ENDS_A_MOVE and not (do == "wear" and state.phase == "actions" and state.done):
            return seq
    raise Refusal("LOG", "nothing-to-undo")
