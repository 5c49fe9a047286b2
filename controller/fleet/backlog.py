"""What a table says to its hub next, and when: it follows from what was said since the hub came, and nothing else."""

from typing import Final, TypeAlias

from msgspec import Struct

from controller.fleet.log_messages import Ack, Hello, LogPiece, Want, Wanted

PAUSES_S: Final = (30.0, 60.0, 120.0, 300.0)
"""Until what was not answered is said again: a hub that is behind is not to be sent the same over and over."""

SILENT_S: Final = 60.0
"""A hub that is there, and has answered no hello for so long, does not hear us or may not answer."""

GAPS: Final = 3
"""Pieces in a row that may be answered by what comes before them; after that the usual pause is kept."""


class HelloDue(Struct, frozen=True):
    """Say what the journal has, from the game ``first`` on."""

    first: int


Due: TypeAlias = HelloDue | Wanted
"""Of a game that is `Wanted` as much is sent as may leave the table."""


class _Said(Struct, frozen=True):
    """What is not answered yet: when it was said, how often before, and which entry of the game was the last."""

    due: Due
    at_s: float
    again: int
    last: int

    @property
    def again_at_s(self) -> float:
        return self.at_s + PAUSES_S[min(self.again, len(PAUSES_S) - 1)]


class Backlog:
    """Owner of what the hub has answered since it came, or since we did; the time is the caller's, in seconds.

    Attributes:
        hub: the boot of the hub that is there; None without one.
        forked: the hub keeps another line of a game: this journal goes on under a name of its own.
        ahead: how many entries the hub has more, by game: an older state of the journal was put back.
        broken: games with an entry that the hub does not take, since it is not what was written.
    """

    def __init__(self) -> None:
        self.hub: str | None = None
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget all answers: the journal has another name or content, or there is another hub."""
        self.forked = False
        self.ahead: dict[int, int] = {}
        self.broken: dict[int, int] = {}
        self._journal: str | None = None
        self._page = 1
        self._next_page: int | None = None
        self._newest = 0
        self._listed: dict[int, int] = {}
        self._next: dict[int, Wanted] = {}
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
        self.begin_anew()

    def heard_of(self, boot: str | None) -> None:
        """The broker says which hub is there; each boot of it begins anew."""
        if boot != self.hub:
            self.hub = boot
            self.begin_anew()

    def grew(self, game: int) -> None:
        self._newest = max(self._newest, game)
        if self.hub is not None and game not in self.broken:
            self._due[game] = None

    def due(self, now_s: float) -> Due | None:
        """What is to be said now; ``said`` is called with what came of it."""
        if self.hub is None or self.forked:
            return None
        if self._said is not None:
            return self._said.due if now_s >= self._said.again_at_s else None
        if self._answered:
            if self._due:
                game = next(iter(self._due))
                return self._next.get(game, Wanted(game, 1, None))
            if self._serves and self._progress:
                self._greet(self._page)
            elif self._next_page is not None:
                self._greet(self._next_page)
            else:
                return None
        return HelloDue(self._page)

    def at_s(self) -> float | None:
        """When something is due though nothing comes in; None for never."""
        return None if self.hub is None or self.forked or self._said is None else self._said.again_at_s

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
                assert isinstance(due, Wanted)
                self._done_with(due.game)
                return
        self._said = _Said(due, now_s, again, last)

    def wanted(self, want: Want) -> None:
        """The hub has answered a hello, or a piece that did not follow on."""
        if (want.journal, want.boot) != (self._journal, self.hub):
            return
        self.forked |= any(each.why == "fork" for each in want.refused)
        for refused in want.refused:
            if refused.why == "broken" and refused.game <= self._newest:
                self.broken[refused.game] = refused.seq
            self._done_with(refused.game)
        if self._said is not None and isinstance(self._said.due, HelloDue) and want.page == self._page:
            self._compared(want)
            self._next |= {game: Wanted(game, seq + 1, None) for game, seq in self._listed.items()}
            self._listed, self._said, self._answered, self._greeted_at_s = {}, None, True, None
            self._serves, self._progress = bool(want.games), False
        for each in want.games:
            if each.game in self.broken or each.game > self._newest:  # of games not listed nothing is remembered
                continue
            self._next[each.game] = each
            self._due[each.game] = None
            if self._waits_for(each.game):
                self._gaps += 1
                if self._gaps <= GAPS:
                    self._said = None

    def _compared(self, want: Want) -> None:
        more = {each.game: each.seq - self._listed[each.game] for each in want.ahead if each.game in self._listed}
        same = {game: count for game, count in self.ahead.items() if game not in self._listed}
        self.ahead = same | {game: count for game, count in more.items() if count > 0}

    def acknowledged(self, ack: Ack) -> None:
        """The hub keeps so much of what was sent last; what an earlier boot has kept may be lost."""
        said = self._said
        if (ack.journal, ack.boot) != (self._journal, self.hub) or said is None or not self._waits_for(ack.game):
            return
        assert isinstance(said.due, Wanted)
        if said.due.seq <= ack.seq <= said.last:
            self._next[ack.game] = Wanted(ack.game, ack.seq + 1, None)
            self._progress, self._gaps = True, 0
            if ack.seq == said.last:
                self._said = None

    def is_silent(self, now_s: float) -> bool:
        return self.hub is not None and self._greeted_at_s is not None and now_s >= self._greeted_at_s + SILENT_S

    def _waits_for(self, game: int) -> bool:
        """Whether a piece of this game is not answered yet."""
        return self._said is not None and isinstance(self._said.due, Wanted) and self._said.due.game == game

    def _greet(self, page: int) -> None:
        self._page, self._next_page, self._answered, self._serves, self._progress = page, None, False, False, False

    def _done_with(self, game: int) -> None:
        self._due.pop(game, None)
        if self._waits_for(game):
            self._said = None
