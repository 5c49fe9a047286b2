"""Resume the table's game at a start, or a parked one, and tell people."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from controller import log
from controller.devices.health import DeviceHealth
from controller.games import crashed_game, game_guard, installed, naming
from controller.games.contract.effects import Effect, Notice, Tell, TextScreen
from controller.games.contract.rules import Summary
from controller.games.contract.values import RefusedError, Text
from controller.games.requests import ParkAndResume
from controller.play.game_loop import GameLoop
from controller.play.requests import AdoptJournal, LoopAnswer, Question, QuestionSlot
from controller.store.journal import Entry, GameInfo, Journal, JournalError, LostEntries, ReplacementJournal
from controller.store.journal.recovery import Recovery
from controller.store.journal.times import credible_times

RESUMED_SHOWN_S: Final = 10.0
"""How long the console shows that a game was, or could not be, resumed."""

CLOSES: Final = Text("scene-go-on")
"""Footer of a notice: a press closes it."""

UNSURE_TEXT: Final = Text("resumed-unsure")
"""Told if the mark beside the journal is damaged or missing: without it, a lost end of the journal goes unnoticed."""


class ResumedGame(Struct, frozen=True):
    """A game that was resumed.

    Attributes:
        last: its latest entry.
        away: age of that entry by the wall clock; None if the clock went back, or was not set.
        lost: missing entries of the journal.
        unsure: entries may be missing.
    """

    last: Entry
    away: timedelta | None
    summary: Summary
    lost: LostEntries | None
    unsure: bool


def resumed_effects(resumed: ResumedGame) -> tuple[Effect, ...]:
    effects: list[Effect] = [
        Tell(Text("told-resumed", {"count": resumed.last.seq, "away": duration_text(resumed.away)}))
    ]
    if resumed.summary.compare:
        effects.append(Tell(Text("resumed-compare", {"castles": resumed.summary.compare})))
    effects.append(Notice(resumed_screen(resumed), RESUMED_SHOWN_S))
    return tuple(effects)


def not_resumed_screen(game_id: int) -> TextScreen:
    return TextScreen(Text("not-resumed-title", {"game": game_id}), (Text("not-resumed"),), CLOSES)


def resumed_screen(resumed: ResumedGame) -> TextScreen:
    """Return when the game was last played, and what to compare with the table, or who plays."""
    summary, lines = resumed.summary, []
    if resumed.lost is not None:
        lines.append(lost_entries_text(resumed.lost))
    elif resumed.unsure:
        lines.append(UNSURE_TEXT)
    if summary.compare:
        lines.append(Text("resumed-compare", {"castles": summary.compare}))
    elif not lines:
        players = tuple(summary.names.get(castle, Text(castle)) for castle in summary.castles)
        lines.append(Text("resumed-players", {"players": players}))
    played = _date_and_time(resumed.last.written_utc)
    title = Text("resumed-title") if played is None else Text("resumed-played", played)
    return TextScreen(title, tuple(lines), CLOSES)


def lost_entries_text(lost: LostEntries) -> Text:
    return Text("resumed-lost", {"first": lost.first, "last": lost.last, "game": lost.game_id})


def backup_question_screen(recovery: Recovery) -> TextScreen:
    assert recovery.backup is not None
    game = recovery.backup.last
    what = Text("question-backup-game", {"game": game.game_id if game else 0, "count": game.actions if game else 0})
    title = Text("question-backup-title" if recovery.fault is not None else "question-backup-gone")
    return TextScreen(title, (Text("question-backup"), what), Text("question-backup-press"))


def idle_question_screen(idle_s: float) -> TextScreen:
    lines = (Text("question-idle", {"away": duration_text(timedelta(seconds=idle_s))}), Text("question-idle-else"))
    return TextScreen(Text("question-idle-title"), lines, Text("ask-answer"))


def parked_game_text(game: GameInfo) -> Text:
    """Return a game's line in the list: local time of last play if known, and number of castles."""
    if (played := _date_and_time(game.last_utc)) is None:
        return Text("menu-parked-undated", {"number": game.game_id, "castles": len(game.castles)})
    return Text("menu-parked-game", {**played, "castles": len(game.castles)})


def _date_and_time(utc: str) -> dict[str, Any] | None:
    """Return local date and time for a text; None if they are not credible."""
    for found in credible_times([utc]):
        local = found.astimezone()
        return {"date": Text("date-short", {"day": local.day, "month": local.month}), "time": f"{local:%H:%M}"}
    return None


def recovery_text(recovery: Recovery) -> Text:
    if recovery.fault is None or recovery.kept is None:
        return Text("rescued-gone")
    return Text("rescued-offered" if recovery.backup is not None else "rescued-nothing")


def duration_text(gone: timedelta | None) -> Text:
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


class Resumption:
    def __init__(
        self,
        *,
        loop: GameLoop,
        journal: Journal,
        questions: QuestionSlot,
        health: DeviceHealth,
        utc_now: Callable[[], datetime],
    ) -> None:
        self._loop, self._journal, self._questions, self._health = loop, journal, questions, health
        self._utc_now = utc_now
        self._resumed: ResumedGame | None = None

    @property
    def away_s(self) -> float:
        away = None if self._resumed is None else self._resumed.away
        return 0.0 if away is None else away.total_seconds()

    def resume_at_start(self, recovery: Recovery | None = None, *, failing: bool = False) -> None:
        """Resume the table's current game; after a ``recovery``, offer the backup.

        A game that its rules refuse, as after an update, stays in the journal; people can play another.
        Park the current game if earlier starts failed (``failing``), unless it comes with the table.
        """
        if self._journal.fault is not None:
            self._health.report_lost("journal", self._journal.fault)
        if self._journal.lost is not None:
            self._loop.show_effects((Tell(lost_entries_text(self._journal.lost)),))
        elif self._journal.end_unverified:
            self._loop.show_effects((Tell(UNSURE_TEXT),))
        if recovery is not None:
            self._offer_backup(recovery)
        if failing:
            self._park_unless_bundled_game()
        self._resume_current_game()

    def away_and_compare_value(self, language: str) -> dict[str, Any] | None:
        """Return how long the table was away and what to compare; None for a finished game or after the next action."""
        resumed = self._resumed
        if resumed is None or resumed.last.seq != self._loop.seq or resumed.last.game_id != self._loop.game_id:
            return None
        return {
            "actions": resumed.last.seq,
            "away_s": None if resumed.away is None else round(resumed.away.total_seconds()),
            "compare": [_text_to_json(text, language) for text in resumed.summary.compare],
        }

    async def resume_or_park_game(self, game_id: int | None) -> LoopAnswer:
        answer = await self._loop.submit(ParkAndResume(game_id), "people")
        self._announce_resumed(answer.last)
        return answer

    async def adopt_journal(self, longer: ReplacementJournal) -> LoopAnswer:
        answer = await self._loop.submit(AdoptJournal(longer), "people")
        self._announce_resumed(answer.last)
        return answer

    def _park_unless_bundled_game(self) -> None:
        game_id = self._journal.current_game_id()
        if game_id is None:
            return
        name = naming.game_name_of_start(next(iter(self._journal.entries(game_id))).action)
        if name in installed.bundled_game_names():
            return
        fault = game_guard.GameFault(name, "its code", "the end of the program", "an unknown place")
        log.error("game_fell", game=fault.game, fault=fault.kind, at=fault.at, asked=fault.method)
        with suppress(JournalError):
            self._journal.set_current_game(None)
        self._loop.game_crashed.emit(fault)
        self._loop.show_effects(crashed_game.crash_effects(fault))

    def _resume_current_game(self) -> None:
        try:
            last = self._loop.resume_current_game()
        except RefusedError as refusal:
            game_id = self._journal.current_game_id() or 0
            log.warning("game_not_resumed", game=game_id, rule=refusal.code, text=refusal)
            why = Text("told-not-resumed", {"game": game_id, "rule": refusal.code, "refusal": refusal.text})
            self._loop.show_effects((Tell(why), Notice(not_resumed_screen(game_id), RESUMED_SHOWN_S)))
        else:
            self._announce_resumed(last)

    def _announce_resumed(self, last: Entry | None) -> None:
        if last is None:
            return
        story, *scenes = self._loop.resumed
        self._loop.show_effects((story,))
        if self._loop.on_table.waiting.over:
            return
        summary, journal = self._loop.game.summary(self._loop.state), self._journal
        gone = (self._utc_now() - at for at in credible_times([last.written_utc]))
        away = next((each for each in gone if each >= timedelta(0)), None)
        self._resumed = ResumedGame(last, away, summary, journal.lost, journal.end_unverified)
        self._loop.show_effects((*resumed_effects(self._resumed), *scenes))

    def _offer_backup(self, recovery: Recovery) -> None:
        self._loop.show_effects((Tell(recovery_text(recovery)),))
        backup = recovery.backup
        if backup is None:
            return

        def restore_last_backup() -> None:
            try:
                self._journal.restore_from(backup.path)
            except JournalError as fault:
                self._health.report_lost("journal", str(fault))
            else:
                self._resume_current_game()

        self._questions.replace_question(
            Question(
                step="backup",
                screen=backup_question_screen(recovery),
                yes=restore_last_backup,
                no=lambda: None,
                is_current=lambda: self._loop.state is None,
            )
        )


def _text_to_json(text: Text, language: str) -> dict[str, Any]:
    single = {name: value for name, value in text.values.items() if not isinstance(value, tuple)}
    values = {name: value.key if isinstance(value, Text) else value for name, value in single.items()}
    return values | {"text": naming.translate_text(text, language)}
