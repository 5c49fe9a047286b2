"""Correction: what going back before an earlier step makes of a log, as actions that pass the one door one by one."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from controller.games.contract.actions import UNDO, Action
from controller.games.contract.corrections import Correction, CorrectionStep, RejectedAction, UndoneAction
from controller.games.contract.effects import Announce, Effect, Tell
from controller.games.contract.screens import RowsScreen
from controller.games.contract.texts import Text
from controller.games.tumult_royale.box.words import COLORS
from controller.games.tumult_royale.rules import engine
from controller.games.tumult_royale.rules.actions import Undo
from controller.games.tumult_royale.rules.events import Event
from controller.games.tumult_royale.rules.game_log import GameLog, typed_action
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show.told_action import told

ROWS: Final = 4
"""On a screen."""

DROPPED_S: Final = 6.0


def taken_back(play: GameLog, before: int) -> tuple[UndoneAction, ...]:
    """The actions that going back before step ``before`` takes back, oldest first.

    Raises:
        Refusal: no action that stands has this number, or it is the start, which stays.
    """
    numbers = [seq for seq, _ in play.upright]
    if before not in numbers[1:]:
        raise Refusal("LOG", "back-where", seen=before, last=play.seq)
    return tuple(UndoneAction(seq, play.actions[seq - 1]) for seq in numbers if seq >= before)


def latest_count(play: GameLog) -> int:
    """The number of the latest count that stands: what people go back before.

    Raises:
        Refusal: nothing was counted yet.
    """
    for seq, _ in reversed(play.upright):
        if play.actions[seq - 1]["do"] == "count":
            return seq
    raise Refusal("LOG", "back-count")


def gone_back(play: GameLog, before: int) -> Correction:
    """Only take back; people correct at the table, and what was taken back waits for ``done_again``.

    Raises:
        Refusal: there is no such step.
    """
    undone = taken_back(play, before)
    told = Text("told-gone-back", {"what": _name(undone[0].action), "seq": before, "count": len(undone)})
    return Correction(tuple(CorrectionStep(UNDO) for _ in undone), (), undone, (Tell(told),))


def corrected(play: GameLog, before: int, amendments: Sequence[Action]) -> Correction:
    """Take back all from ``before`` on, amend, and do again what is still legal; ``play`` itself stays as it is.

    Raises:
        Refusal: there is no such step, or an amendment is refused.
    """
    undone = taken_back(play, before)
    trial = play.fork()
    for _ in undone:
        trial.submit(UNDO)
    for action in amendments:
        trial.submit(action)
    earlier = {now: _events(state, play, now) for (_, state), (now, _) in pairwise(play.upright)}
    again, dropped = _again(trial, undone, earlier)
    steps = (
        *(CorrectionStep(UNDO) for _ in undone),
        *(CorrectionStep(action, tell=True) for action in amendments),
        *again,
    )
    head = Text("told-corrected", {"what": _name(undone[0].action), "seq": before, **_counts(again, dropped)})
    return Correction(steps, dropped, (), _effects(head, dropped))


def done_again(play: GameLog, undone: Sequence[UndoneAction]) -> Correction:
    """Do again what is still legal of what was taken back, all of it told; ``play`` itself stays as it is."""
    again, dropped = _again(play.fork(), undone, {})
    return Correction(again, dropped, (), _effects(Text("told-done-again", _counts(again, dropped)), dropped))


def given_up(waiting: Sequence[UndoneAction]) -> tuple[Effect, ...]:
    """Tell by name what is not done again, since people went back farther."""
    steps = tuple(Text("step-by-name", {"seq": each.seq, "what": _name(each.action)}) for each in waiting)
    return (Tell(Text("told-given-up", {"steps": steps})),)


def _again(
    trial: GameLog, undone: Sequence[UndoneAction], earlier: dict[int, tuple[Event, ...]]
) -> tuple[tuple[CorrectionStep, ...], tuple[RejectedAction, ...]]:
    """What is still legal, told where it comes to something else than ``earlier``; and what is not."""
    again, dropped = [], []
    for each in undone:
        try:
            events = trial.submit(each.action)
        except Refusal as refusal:
            dropped.append(RejectedAction(each.seq, told(each.action), refusal))
        else:
            again.append(CorrectionStep(each.action, of=each.seq, tell=earlier.get(each.seq) != events))
    return tuple(again), tuple(dropped)


def _events(before: State, play: GameLog, seq: int) -> tuple[Event, ...]:
    """What action ``seq`` brought about when it was done first."""
    action = typed_action(play.actions[seq - 1])
    assert not isinstance(action, Undo)
    return engine.apply(before, action).events


def _counts(again: Sequence[CorrectionStep], dropped: Sequence[RejectedAction]) -> dict[str, int]:
    return {"again": len(again), "dropped": len(dropped)}


def _effects(head: Text, dropped: Sequence[RejectedAction]) -> tuple[Effect, ...]:
    """What people are told: how much was done again, and by name what was not, with its rule."""
    effects: list[Effect] = [Tell(head)]
    for each in dropped:
        what, why = _name(each.action), each.refusal.text
        effects.append(
            Tell(Text("told-dropped", {"what": what, "seq": each.seq, "why": why, "rule": each.refusal.code}))
        )
    if dropped:
        screen = dropped_screen([(_name(each.action, short=True), each.refusal.code) for each in dropped])
        effects.append(Announce(screen, DROPPED_S))
    return tuple(effects)


def dropped_screen(dropped: Sequence[tuple[Text, str]]) -> RowsScreen:
    """What was not done again, each with the rule that refuses it; as many as fit."""
    rows = [(what, Text("screen-dropped-rule", {"rule": rule})) for what, rule in dropped]
    if len(rows) > ROWS:
        more = len(rows) - ROWS + 1
        rows = [*rows[: ROWS - 1], (Text("screen-dropped-more"), Text("screen-dropped-count", {"count": more}))]
    return RowsScreen(Text("screen-dropped-title"), tuple(rows))


def _name(action: Action, *, short: bool = False) -> Text:
    """An action in words, with its player where it has one."""
    kind = "short" if short else "do"
    what = Text(f"{kind}-{action['do']}".replace("_", "-"))
    player = action.get("player")
    return Text(f"{kind}-by", {"color": Text(player), "what": what}) if player in COLORS else what
