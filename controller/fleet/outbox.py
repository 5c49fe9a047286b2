"""What a table says to its hub next, and when: it follows from what was said since the hub came, and nothing else."""

from typing import Final, TypeAlias

from msgspec import Struct

from controller.fleet.shipping import Ack, Hello, LogPiece, Want

PAUSES_S: Final = (30.0, 60.0, 120.0, 300.0)
"""Until what was not answered is said again: a hub that is behind is not to be sent the same over and over."""

SILENT_S: Final = 60.0
"""A hub that is there, and has answered no hello for so long, does not hear us or may not answer."""

GAPS: Final = 3
"""So often in a row a piece may be answered by what comes before it; after that the usual pause is kept."""


class SayHello(Struct, frozen=True):
    """Say what the journal has, from the game ``first`` on."""

    first: int


class SendPiece(Struct, frozen=True):
    """Send of a game what may leave the table from entry ``seq`` on.

    Attributes:
        after: the checksum that the hub keeps before it; None where it has told none.
    """

    game: int
    seq: int
    after: str | None


Due: TypeAlias = SayHello | SendPiece


class _Said(Struct, frozen=True):
    """What is not answered yet: when it was said, how often before, and which entry of the game was the last."""

    due: Due
    at_s: float
    again: int
    last: int


class Outbox:
    """Owner of what the hub has answered since it came, or since we did; the time is the caller's, in seconds.

    Attributes:
        hub: the boot of the hub that is there; None without one.
        forked: the hub keeps another line of a game: this journal goes on under a name of its own.
        ahead: how many entries the hub has more, by game: an older state of the journal was put back.
        broken: games with an entry that the hub does not take, since it is not what was written.
    """

    def __init__(self) -> None:
        self.hub: str | None = None
        self._forget()

    def _forget(self) -> None:
        self.forked = False
        self.ahead: dict[int, int] = {}
        self.broken: dict[int, int] = {}
        self._journal: str | None = None
        self._page = 1
        self._next_page: int | None = None
        self._newest = 0
        self._listed: dict[int, int] = {}
        self._next: dict[int, SendPiece] = {}
        self._due: dict[int, None] = {}
        self._answered = False
        self._serves = False
        self._progress = False
        self._gaps = 0
        self._said: _Said | None = None
        self._greeted_at_s: float | None = None

    def connected(self) -> None:
        """There is a new connection; whether there is a hub is yet to be heard."""
        self.hub = None
        self._forget()

    def heard_of(self, boot: str | None) -> None:
        """The broker says which hub is there; each boot of it begins anew."""
        if boot != self.hub:
            self.hub = boot
            self._forget()

    def renamed(self) -> None:
        self._forget()

    def grew(self, game: int) -> None:
        self._newest = max(self._newest, game)
        if self.hub is not None and game not in self.broken:
            self._due[game] = None

    def due(self, now_s: float) -> Due | None:
        """What is to be said now; ``said`` is called with what came of it."""
        if self.hub is None or self.forked:
            return None
        if self._said is not None:
            return self._said.due if now_s >= self._again_at_s(self._said) else None
        if not self._answered:
            return SayHello(self._page)
        if self._due:
            game = next(iter(self._due))
            return self._next.get(game, SendPiece(game, 1, None))
        if self._serves and self._progress:
            self._greet(self._page)
            return SayHello(self._page)
        if self._next_page is not None:
            self._greet(self._next_page)
            return SayHello(self._page)
        return None

    def at_s(self) -> float | None:
        """When something is due though nothing comes in; None for never."""
        if self.hub is None or self.forked or self._said is None:
            return None
        return self._again_at_s(self._said)

    def said(self, due: Due, message: Hello | LogPiece | None, now_s: float) -> None:
        """What was ``due`` has been said; None where there is nothing of that game."""
        again = 0 if self._said is None or self._said.due != due else self._said.again + 1
        last = 0
        match message:
            case Hello():
                self._journal, self._newest = message.journal, max(self._newest, message.last)
                self._listed = {position.game: position.seq for position in message.games}
                self._next_page = message.last + 1 if message.more else None
                self._greeted_at_s = now_s if self._greeted_at_s is None else self._greeted_at_s
            case LogPiece():
                last = message.entries[-1].seq
            case None:
                assert isinstance(due, SendPiece)
                self._done_with(due.game)
                return
        self._said = _Said(due, now_s, again, last)

    def other_line(self) -> None:
        """What the hub keeps before what it wants is not what the journal has there."""
        self.forked = True

    def wanted(self, want: Want) -> None:
        """The hub has answered a hello, or a piece that did not follow on."""
        if (want.journal, want.boot) != (self._journal, self.hub):
            return
        self.forked |= any(each.why == "fork" for each in want.refused)
        for refused in want.refused:
            if refused.why == "broken" and refused.game <= self._newest:
                self.broken[refused.game] = refused.seq
            self._done_with(refused.game)
        if isinstance(self._waits_for, SayHello) and want.page == self._page:
            self._compared(want)
            self._next |= {game: SendPiece(game, seq + 1, None) for game, seq in self._listed.items()}
            self._listed, self._said, self._answered, self._greeted_at_s = {}, None, True, None
            self._serves, self._progress = bool(want.games), False
        for each in want.games:
            if each.game not in self.broken and each.game <= self._newest:  # of others nothing is remembered
                self._next[each.game] = SendPiece(each.game, each.seq, each.after)
                self._due[each.game] = None
                self._is_gap(each.game)

    def _compared(self, want: Want) -> None:
        more = {each.game: each.seq - self._listed[each.game] for each in want.ahead if each.game in self._listed}
        same = {game: count for game, count in self.ahead.items() if game not in self._listed}
        self.ahead = same | {game: count for game, count in more.items() if count > 0}

    def acknowledged(self, ack: Ack) -> None:
        """The hub keeps so much of what was sent last; whatever else it says was said to somebody else."""
        waits_for = self._waits_for
        if (ack.journal, ack.boot) != (self._journal, self.hub):
            return  # what an earlier boot has kept may be lost
        if not isinstance(waits_for, SendPiece) or waits_for.game != ack.game:
            return
        assert self._said is not None
        if waits_for.seq <= ack.seq <= self._said.last:
            self._next[ack.game] = SendPiece(ack.game, ack.seq + 1, None)
            self._progress, self._gaps = True, 0
            if ack.seq == self._said.last:
                self._said = None

    def is_silent(self, now_s: float) -> bool:
        return self.hub is not None and self._greeted_at_s is not None and now_s >= self._greeted_at_s + SILENT_S

    @property
    def _waits_for(self) -> Due | None:
        return None if self._said is None else self._said.due

    def _again_at_s(self, said: _Said) -> float:
        return said.at_s + PAUSES_S[min(said.again, len(PAUSES_S) - 1)]

    def _greet(self, page: int) -> None:
        self._page, self._next_page, self._answered, self._serves, self._progress = page, None, False, False, False

    def _done_with(self, game: int) -> None:
        self._due.pop(game, None)
        if isinstance(self._waits_for, SendPiece) and self._waits_for.game == game:
            self._said = None

    def _is_gap(self, game: int) -> None:
        if isinstance(self._waits_for, SendPiece) and self._waits_for.game == game:
            self._gaps += 1
            if self._gaps <= GAPS:
                self._said = None
