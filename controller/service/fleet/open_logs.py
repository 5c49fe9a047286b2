"""What of a table's games may leave it, read from the journal a page at a time, in whatever thread asks."""

from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from controller import limits, log
from controller.fleet.outbox import Due, SayHello, SendPiece
from controller.fleet.shipping import LARGEST, Hello, LogEntry, LogPiece, Position
from controller.games import installed
from controller.games.contract.rules import Opening, lies_open
from controller.games.contract.values import RefusedError
from controller.games.naming import USUAL, game_of
from controller.store.journal.streams import JournalStreams, Unsettled

ENVELOPE_OCTETS: Final = 1024
"""Of a piece of a log, beside its entries."""


class Instead(Enum):
    """What there is instead of a message."""

    NOTHING = auto()
    ASK_AGAIN = auto()
    """A game was played again, to know when it lay open; there may be others."""

    OTHER_LINE = auto()
    """The hub keeps something else before it."""


Said: TypeAlias = Hello | LogPiece | Instead


class OpenLogs:
    """Owner of what is known of the moments at which games lay open: one number each of those that are not over."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._uid = b""
        self._open_to: dict[int, int] = {}

    def lies_open(self, game_id: int, seq: int) -> None:
        """All of that game may be read up to this entry, which is written."""
        self._open_to[game_id] = seq

    def said(self, due: Due) -> Said:
        """The message that is due.

        Raises:
            JournalError: the journal cannot be read.
        """
        with JournalStreams(self._journal) as streams:
            if (uid := streams.uid()) != self._uid:  # what lies there now may have less of a game
                self._uid, self._open_to = uid, {}
            if uid == b"":
                return Instead.NOTHING
            return self._hello(streams, due) if isinstance(due, SayHello) else self._piece(streams, due)

    def _hello(self, streams: JournalStreams, due: SayHello) -> Said:
        unsettled = streams.unsettled(due.first, limits.WANTED + 1)
        more = len(unsettled) > limits.WANTED
        last = unsettled[-1].game_id - 1 if more else min(streams.latest_game() or 0, LARGEST)
        if last >= due.first + limits.HELLO_GAMES:
            last, more = due.first + limits.HELLO_GAMES - 1, True
        positions = []
        for game in (each for each in unsettled[: limits.WANTED] if each.game_id <= last):
            if (open_to := self._known(streams, game)) is None:
                return Instead.ASK_AGAIN
            checksum = streams.checksum(game.game_id, open_to) if open_to else None
            positions.append(
                Position(game.game_id, open_to if checksum else 0, None if not checksum else checksum.hex())
            )
        continues = streams.continues()
        utc = datetime.now(UTC).isoformat(timespec="seconds")
        continued = None if continues is None else continues.hex()
        return Hello(self._uid.hex(), due.first, last, tuple(positions), continued, more, utc)

    def _piece(self, streams: JournalStreams, due: SendPiece) -> Said:
        begun, after = streams.begun(due.game), streams.checksum(due.game, due.seq - 1)
        open_to = self._may_leave(streams, due.game)
        if open_to is None:
            return Instead.ASK_AGAIN
        if begun is None or after is None or due.seq > open_to + 1:
            return Instead.NOTHING
        if due.after is not None and due.after != after.hex():
            return Instead.OTHER_LINE
        entries = self._that_fit(streams, due, open_to)
        if not entries:
            return Instead.NOTHING
        ended = streams.ended(due.game)
        outcome = ended[1] if ended is not None and ended[0] == entries[-1].seq else None
        return LogPiece(
            self._uid.hex(), due.game, *begun, after.hex(), tuple(entries), outcome, streams.fixture_of(due.game)
        )

    def _that_fit(self, streams: JournalStreams, due: SendPiece, open_to: int) -> list[LogEntry]:
        entries: list[LogEntry] = []
        left = limits.LOG_PIECE_OCTETS - ENVELOPE_OCTETS
        for line in streams.lines(due.game, due.seq, min(open_to, due.seq + limits.LOG_PIECE_ENTRIES - 1)):
            entry = LogEntry(line.seq, line.action, line.origin, line.written_utc, line.checksum.hex())
            left -= len(msgspec.json.encode(entry)) + 1
            if left < 0:
                break
            entries.append(entry)
        if left < 0 and not entries:
            log.warning("log_stays", game=due.game, seq=due.seq, why="its entry is too large for a message")
        return entries

    def _may_leave(self, streams: JournalStreams, game_id: int) -> int | None:
        """Up to which entry; 0 for none, None if it is to be asked again."""
        found = streams.unsettled(game_id, 1)
        if found and found[0].game_id == game_id:
            return self._known(streams, found[0])
        last = streams.ended(game_id)
        return 0 if last is None else self._not_before_the_beginning(streams, game_id, last[0])

    def _known(self, streams: JournalStreams, game: Unsettled) -> int | None:
        """Up to which entry a game may leave the table."""
        open_to = game.seq if game.over else self._open_to.get(game.game_id)
        if open_to is None:
            if not _opens(game.name):
                return 0
            self._open_to[game.game_id] = played_again(streams, game.game_id)
            return None
        return self._not_before_the_beginning(streams, game.game_id, open_to)

    def _not_before_the_beginning(self, streams: JournalStreams, game_id: int, open_to: int) -> int | None:
        """In an older journal the beginning of a game is a checksum of the one before, which may hide something."""
        before = streams.told_by_the_beginning(game_id)
        if before is None or open_to == 0:
            return open_to
        earlier = self._open_to_there(streams, before[0])
        if earlier is None:
            return None
        return open_to if earlier >= before[1] else 0

    def _open_to_there(self, streams: JournalStreams, game_id: int) -> int | None:
        found = streams.unsettled(game_id, 1)
        if not found or found[0].game_id != game_id or found[0].over:
            return LARGEST
        if game_id not in self._open_to and _opens(found[0].name):
            self._open_to[game_id] = played_again(streams, game_id)
            return None
        return self._open_to.get(game_id, 0)


def _opens(name: str) -> bool:
    """Whether a game of ours says when it lies open; code of somebody else runs in no thread of its own."""
    return name in installed.ours() and isinstance(installed.game(name), Opening)


def played_again(streams: JournalStreams, game_id: int) -> int:
    """The number of the latest entry of a game of ours after which it lay open; 0 for none."""
    game: Any = None
    play: Any = None
    open_to = 0
    for entry in streams.entries(game_id):
        if play is None:
            game = installed.game(game_of(entry.action) or USUAL)
            play = game.new_log()
        try:
            play.accept(play.check(entry.action))
        except RefusedError:  # of older rules: what follows nobody can judge
            break
        if lies_open(game, play.state):
            open_to = entry.seq
    return open_to
