"""Correction: going back before an earlier step, as this game does and names it."""

from collections.abc import Sequence
from typing import Any, Final

from controller.games.contract.actions import Action, RefusedError, ToldAction
from controller.games.contract.texts import Text
from controller.games.going_back import GoingBack
from controller.games.tumult_royale.box.words import COLORS
from controller.games.tumult_royale.rules import engine
from controller.games.tumult_royale.rules.actions import Undo
from controller.games.tumult_royale.rules.game_log import GameLog, typed_action
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.show.told_action import told


class _GoingBack(GoingBack):
    def happened(self, before: Any, action: Action) -> Sequence[Any]:
        typed = typed_action(action)
        assert not isinstance(typed, Undo)
        return engine.apply(before, typed).events

    def told(self, action: Action) -> ToldAction:
        return told(action)

    def name(self, action: Action, *, short: bool = False) -> Text:
        kind = "short" if short else "do"
        what = Text(f"{kind}-{action['do']}".replace("_", "-"))
        player = action.get("player")
        return Text(f"{kind}-by", {"color": Text(player), "what": what}) if player in COLORS else what

    def nowhere(self, seen: int, last: int) -> RefusedError:
        return Refusal("LOG", "back-where", seen=seen, last=last)


BACK: Final = _GoingBack()
gone_back, corrected, done_again, given_up = BACK.gone_back, BACK.corrected, BACK.done_again, BACK.given_up
dropped_screen = BACK.dropped_screen


def latest_count(play: GameLog) -> int:
    """The number of the latest count that stands: what people go back before.

    Raises:
        Refusal: nothing was counted yet.
    """
    for seq, _ in reversed(play.upright):
        if play.actions[seq - 1]["do"] == "count":
            return seq
    raise Refusal("LOG", "back-count")
