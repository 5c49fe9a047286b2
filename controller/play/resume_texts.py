"""What the table says when it comes back after a stop: for how long it was away, what to compare, what to decide."""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from controller.games.contract.effects import Announce, Complain, Effect, Tell, TextScreen
from controller.games.contract.rules import Summary
from controller.games.contract.values import RefusedError, Text
from controller.store.journal import Entry, GameInfo, LostEntries
from controller.store.journal.recovery import Recovery

SHOWN_S: Final = 10.0
"""How long the console shows it."""

UNSURE: Final = Text("resumed-unsure")
"""The mark beside the journal is damaged or gone: an end that was cut off would not be noticed."""


class Resumed(Struct, frozen=True):
    """A game that was taken up.

    Attributes:
        last: its latest entry.
        away: how long ago that was written, by the wall clock; None if the clock went back.
        lost: entries of the journal that are not there any more.
        unsure: whether nothing could tell if there are such.
    """

    last: Entry
    away: timedelta | None
    summary: Summary
    lost: LostEntries | None
    unsure: bool


def told(resumed: Resumed) -> tuple[Effect, ...]:
    """The sentences and the screen for people who come back to a game."""
    effects: list[Effect] = [Tell(Text("told-resumed", {"count": resumed.last.seq, "away": duration(resumed.away)}))]
    if resumed.summary.compare:
        effects.append(Tell(Text("resumed-compare", {"castles": resumed.summary.compare})))
    effects.append(Announce(screen(resumed), SHOWN_S))
    return tuple(effects)


def cannot_go_on(game_id: int, refusal: RefusedError) -> tuple[Effect, ...]:
    """The journal's game holds a step that the rules refuse."""
    why = Text("told-not-resumed", {"game": game_id, "rule": refusal.code, "refusal": refusal.text})
    return Tell(why), Announce(not_resumed_screen(game_id), SHOWN_S)


def not_resumed_screen(game_id: int) -> TextScreen:
    """On the console."""
    return TextScreen(Text("not-resumed-title", {"game": game_id}), (Text("not-resumed"),))


def screen(resumed: Resumed) -> TextScreen:
    """On the console."""
    lines = [Text("resumed-away", {"away": duration(resumed.away)})]
    if resumed.lost is not None:
        lines.append(loss(resumed.lost))
    elif resumed.unsure:
        lines.append(UNSURE)
    if resumed.summary.compare:
        lines.append(Text("resumed-compare", {"castles": resumed.summary.compare}))
    return TextScreen(Text("resumed-title"), tuple(lines))


def loss(lost: LostEntries) -> Text:
    """Entries that were on disk once and are not any more."""
    return Text("resumed-lost", {"first": lost.first, "last": lost.last, "game": lost.game_id})


def recovery_screen(recovery: Recovery) -> TextScreen:
    """The journal was damaged: shall the backup be taken up?"""
    assert recovery.backup is not None
    game = recovery.backup.last
    what = Text("question-backup-game", {"game": game.game_id if game else 0, "count": game.actions if game else 0})
    title = Text("question-backup-title" if recovery.fault is not None else "question-backup-gone")
    return TextScreen(title, (Text("question-backup"), what), Text("question-backup-press"))


def idle_screen(idle_s: float) -> TextScreen:
    """Nobody has played for so long: does the game go on?"""
    lines = (Text("question-idle", {"away": duration(timedelta(seconds=idle_s))}), Text("question-idle-else"))
    return TextScreen(Text("question-idle-title"), lines, Text("ask-answer"))


def parked(actions: int) -> tuple[Effect, ...]:
    """A game was put into the list of games."""
    return (Tell(Text("told-parked", {"count": actions})),)


def not_parked(refusal: RefusedError) -> tuple[Effect, ...]:
    """Why it was not."""
    return (Complain(None, refusal.text),)


def game_in_list(game: GameInfo, title: str | None = None) -> Text:
    """One game of the list: when it was last played, in local time, how many played, and what, where that is told."""
    last = datetime.fromisoformat(game.last_utc).astimezone()
    when: dict[str, str | int] = {"day": last.day, "month": last.month, "time": f"{last:%H:%M}"}
    if title is not None:
        return Text("menu-parked-titled", {**when, "game": title})
    return Text("menu-parked-game", {**when, "castles": len(game.castles)})


def rescued(recovery: Recovery) -> Text:
    """For the story: what was found, where the file is, what there is instead."""
    if recovery.fault is None or recovery.kept is None:
        return Text("rescued-gone")
    key = "rescued-offered" if recovery.backup is not None else "rescued-nothing"
    return Text(key, {"fault": recovery.fault, "kept": recovery.kept.name})


def duration(gone: timedelta | None) -> Text:
    """In one unit that people think in."""
    if gone is None:
        return Text("away-unknown")
    minutes = int(gone.total_seconds() // 60)
    if minutes < 1:
        return Text("away-moment")
    if minutes < 120:
        return Text("away-minutes", {"count": minutes})
    if minutes < 48 * 60:
        return Text("away-hours", {"count": minutes // 60})
    return Text("away-days", {"count": minutes // (24 * 60)})
