"""Ship the logs of a table to its hub, read from the journal a page at a time."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from controller import limits, log
from controller.fleet.backlog import Backlog, DueMessage, HelloDue
from controller.fleet.log_messages import (
    LARGEST_INT,
    Ack,
    GameLogPosition,
    Hello,
    HubPresence,
    LogEntry,
    LogPiece,
    Want,
    WantedEntries,
    decode_message,
)
from controller.fleet.topics import HELLO, LOG, TopicKind
from controller.games import game_guard, installed, naming
from controller.games.contract.rules import OpenMoments, is_open_moment
from controller.games.contract.values import RefusedError
from controller.play.table import Table
from controller.service.fleet.table_state import pause_after_work
from controller.store.journal import JournalError
from controller.store.journal.reader import GameToReport, HubLogReader

ENVELOPE_BYTES: Final = 1024
"""Bytes reserved for a log piece without its entries."""


class NoMessage(Enum):
    """Why there is no message to send."""

    NOTHING = auto()
    RETRY = auto()
    """A game was replayed to find its last open moment; call `build` again."""

    FORK = auto()
    """The hub has a different entry before the wanted one."""


Message: TypeAlias = Hello | LogPiece | NoMessage


class MessageBuilder:
    """Builds messages from the journal.

    It remembers, for each unfinished game, the last entry that may leave the table.
    """

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._uid = b""
        self._open_to: dict[int, int] = {}

    def release_up_to(self, game_id: int, seq: int) -> None:
        """Release the game's entries up to ``seq``, now on disk, for sending."""
        self._open_to[game_id] = seq

    def build(self, due: DueMessage) -> Message:
        """Return the due message, or why there is none; raise JournalError if the journal is unreadable."""
        with HubLogReader(self._journal) as streams:
            if (uid := streams.journal_uid()) != self._uid:  # another journal may have fewer entries
                self._uid, self._open_to = uid, {}
            if uid == b"":
                return NoMessage.NOTHING
            return self._build_hello(streams, due) if isinstance(due, HelloDue) else self._build_log_piece(streams, due)

    def _build_hello(self, streams: HubLogReader, due: HelloDue) -> Message:
        unsettled = streams.games_to_report(due.first, limits.GAMES_PER_MESSAGE + 1)
        more = len(unsettled) > limits.GAMES_PER_MESSAGE
        last = unsettled[-1].game_id - 1 if more else min(streams.latest_game_id() or 0, LARGEST_INT)
        if last >= due.first + limits.HELLO_PAGE_GAMES:
            last, more = due.first + limits.HELLO_PAGE_GAMES - 1, True
        positions = []
        for game in (each for each in unsettled[: limits.GAMES_PER_MESSAGE] if each.game_id <= last):
            if (open_to := self._releasable_seq_or_replay(streams, game)) is None:
                return NoMessage.RETRY
            checksum = streams.entry_checksum(game.game_id, open_to) if open_to else None
            positions.append(GameLogPosition(game.game_id, open_to if checksum else 0, checksum))
        continues = streams.continued_journal_uid()
        utc = datetime.now(UTC).isoformat(timespec="seconds")
        continued = None if continues is None else continues.hex()
        return Hello(self._uid.hex(), due.first, last, tuple(positions), continued, more, utc)

    def _build_log_piece(self, streams: HubLogReader, due: WantedEntries) -> Message:
        begun, after = streams.begun_utc_and_castles(due.game), streams.entry_checksum(due.game, due.seq - 1)
        open_to = self._releasable_seq(streams, due.game)
        if open_to is None:
            return NoMessage.RETRY
        if begun is None or after is None or due.seq > open_to + 1:
            return NoMessage.NOTHING
        if due.after is not None and due.after != after:
            return NoMessage.FORK
        entries = self._fitting_entries(streams, due, open_to)
        if not entries:
            return NoMessage.NOTHING
        ended = streams.end_seq_and_outcome(due.game)
        outcome = ended[1] if ended is not None and ended[0] == entries[-1].seq else None
        return LogPiece(
            self._uid.hex(), due.game, *begun, after, tuple(entries), outcome, streams.fixture_id_of(due.game)
        )

    def _fitting_entries(self, streams: HubLogReader, due: WantedEntries, open_to: int) -> list[LogEntry]:
        entries: list[LogEntry] = []
        left = limits.LOG_PIECE_BYTES - ENVELOPE_BYTES
        for entry in streams.raw_entries(due.game, due.seq, min(open_to, due.seq + limits.LOG_PIECE_ENTRIES - 1)):
            left -= len(msgspec.json.encode(entry)) + 1
            if left < 0:
                break
            entries.append(entry)
        if left < 0 and not entries:
            log.warning("log_stays", game=due.game, seq=due.seq, why="its entry is too large for a message")
        return entries

    def _releasable_seq(self, streams: HubLogReader, game_id: int) -> int | None:
        """Return the last entry that may leave; 0 for none, None after a replay: call `build` again."""
        found = streams.games_to_report(game_id, 1)
        if found and found[0].game_id == game_id:
            return self._releasable_seq_or_replay(streams, found[0])
        last = streams.end_seq_and_outcome(game_id)
        return 0 if last is None else last[0]

    def _releasable_seq_or_replay(self, streams: HubLogReader, game: GameToReport) -> int | None:
        open_to = game.seq if game.over else self._open_to.get(game.game_id)
        if open_to is None:
            if not _has_open_moments(game.name):
                return 0
            self._open_to[game.game_id] = replay_for_open_moment(streams, game.game_id)
            return None
        return open_to


def _has_open_moments(name: str) -> bool:
    """Other packages' code must not run in this thread."""
    return name in installed.bundled_game_names() and isinstance(installed.make_game(name), OpenMoments)


def replay_for_open_moment(streams: HubLogReader, game_id: int) -> int:
    """Replay a bundled game; return its last open moment, 0 for none."""
    game: Any = None
    play: Any = None
    open_to = 0
    for entry in streams.entries(game_id):
        if play is None:
            game = installed.make_game(naming.game_name_of_start(entry.action) or naming.DEFAULT_GAME)
            play = game.new_log()
        try:
            play.accept(play.check(entry.action))
        except RefusedError:  # an action of other rules ends the replay
            break
        if is_open_moment(game, play.state):
            open_to = entry.seq
    return open_to


READ_RETRY_S: Final = 30.0
"""Pause after the journal was unreadable."""

REPLAY_PAUSE_S: Final = 0.1
"""Pause between two replays, so that they do not slow the game at the table."""


class LogShipper:
    """Ships logs to the hub.

    Args:
        publish: publishes a value on a topic of the table.
    """

    def __init__(self, table: Table, journal: Path, publish: Callable[[TopicKind, Any], None]) -> None:
        self._table = table
        self._publish = publish
        self._backlog = Backlog()
        self._journal = journal
        self._now_s = asyncio.get_running_loop().time  # the doctor's thread has no loop
        self._messages = MessageBuilder(journal)
        self._news = asyncio.Event()
        self._checked: tuple[int | None, int] = (None, 0)
        self._renamed_until_s = 0.0

    @property
    def is_hello_overdue(self) -> bool:
        return self._backlog.is_hello_overdue(self._now_s())

    @property
    def games_waiting(self) -> int | None:
        return self._backlog.games_waiting

    @property
    def hub_ahead_count(self) -> int:
        return sum(self._backlog.ahead.values())

    @property
    def has_just_forked(self) -> bool:
        """Whether the journal got a new uid a short while ago, because of a fork."""
        return self._renamed_until_s > 0 and self._now_s() < self._renamed_until_s

    def forget_hub(self) -> None:
        self._backlog.forget_hub()
        self._news.set()

    def restart_shipping(self) -> None:
        self._messages = MessageBuilder(self._journal)
        self._backlog.forget_answers()
        self._news.set()

    def handle_hub_presence(self, payload: bytes) -> None:
        """Handle a ``HUB_TOPIC`` message; like `handle_want` and `handle_ack`, raise BadMessageError if invalid."""
        hub = decode_message(payload, HubPresence) if payload else HubPresence(online=False, boot="")
        self._backlog.set_hub_boot(hub.boot if hub.online else None)
        self._news.set()

    def handle_want(self, payload: bytes) -> None:
        want = decode_message(payload, Want)
        if want.refused:
            first, *others = want.refused
            log.warning("hub_refuses", game=first.game, seq=first.seq, why=first.why, others=len(others))
        self._backlog.handle_want(want)
        self._news.set()

    def handle_ack(self, payload: bytes) -> None:
        self._backlog.handle_ack(decode_message(payload, Ack))
        self._news.set()

    def release_at_open_moment(self) -> None:
        """Release new entries of the current game at an open moment, once on disk."""
        loop = self._table.loop
        game_id, state = loop.game_id, loop.state
        if game_id is None or game_id > LARGEST_INT or state is None or loop.journal_queue.unwritten:
            return
        if self._checked == (game_id, loop.seq):
            return
        self._checked = (game_id, loop.seq)
        try:
            is_open = is_open_moment(loop.game, state)
        except game_guard.GameFault:  # the game loop handles it, and ends the game
            return
        if is_open:
            self._messages.release_up_to(game_id, loop.seq)
            self._backlog.mark_game_to_send(game_id)
            self._news.set()

    async def run(self) -> None:
        now_s, retries = asyncio.get_running_loop().time, log.RetryLog()
        while True:
            self._news.clear()
            if self._backlog.forked and now_s() >= self._renamed_until_s:
                await self._renew_journal_uid()
            due = self._backlog.choose_next_message(now_s())
            if due is None:
                wake_at_s = self._renamed_until_s if self._backlog.forked else self._backlog.retry_at_s()
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(wake_at_s):
                        await self._news.wait()
                continue
            began_s = now_s()
            try:
                message = await asyncio.to_thread(self._messages.build, due)
            except JournalError as fault:
                retries.log_failure("hub_waits", now_s(), seen=fault)
                await asyncio.sleep(READ_RETRY_S)
                continue
            retries.log_recovery()
            if message is NoMessage.RETRY:
                await asyncio.sleep(REPLAY_PAUSE_S)
                continue  # ends, since each game is replayed once
            if self._backlog.choose_next_message(now_s()) == due:  # no answer came
                self._send(due, message, now_s())
            await pause_after_work(began_s)

    def _send(self, due: DueMessage, message: Message, now_s: float) -> None:
        if message is NoMessage.FORK:
            self._backlog.forked = True
        elif isinstance(message, NoMessage):
            self._backlog.record_sent(due, None, now_s)
        else:
            self._publish(HELLO if isinstance(message, Hello) else LOG, message)
            self._backlog.record_sent(due, message, now_s)

    async def _renew_journal_uid(self) -> None:
        """The hub has a fork of the journal, played elsewhere or before a restore."""
        log.warning("journal_forked")
        await self._table.loop.journal_queue.continue_under_new_uid()
        self._renamed_until_s = self._now_s() + limits.JOURNAL_RENAME_EVERY_S
        self._backlog.forget_answers()
