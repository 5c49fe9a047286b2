"""Decide what a table sends to its hub next, and when, from the hub's answers since the hub came online."""

from typing import Final, TypeAlias

from msgspec import Struct

from controller.fleet.log_messages import Ack, Hello, LogPiece, Want, WantedEntries

RETRY_PAUSES_S: Final = (30.0, 60.0, 120.0, 300.0)
"""Pauses before successive retries, the last repeated; they save a hub that is behind from a flood."""

HUB_SILENT_AFTER_S: Final = 60.0
"""A hub that is online but does not answer a hello for this long is silent: the broker may deny hello or answer."""

GAPS_FILLED_AT_ONCE: Final = 3
"""Number of consecutive wants for a gap served at once; then the retry pause applies."""


class HelloDue(Struct, frozen=True):
    """List the journal's games from ``first`` on."""

    first: int


DueMessage: TypeAlias = HelloDue | WantedEntries
"""For `WantedEntries`, the table sends those entries that may leave it."""


class _UnansweredMessage(Struct, frozen=True):
    """A message sent for ``due`` at ``at_s``, after ``retries`` other attempts; a log piece ends at ``last``."""

    due: DueMessage
    at_s: float
    retries: int
    last: int

    @property
    def retry_at_s(self) -> float:
        return self.at_s + RETRY_PAUSES_S[min(self.retries, len(RETRY_PAUSES_S) - 1)]


class Backlog:
    """What the hub still lacks, by its answers since it started or we connected; the caller tells the time.

    Attributes:
        hub: boot id of the hub that is online; None without one.
        forked: the hub has other entries of a game, so the journal must continue under a new uid.
        ahead: by game, how many more entries the hub has, since an older journal was restored here.
        broken: by game, the entry that the hub refuses for its wrong checksum.
    """

    def __init__(self) -> None:
        self.hub: str | None = None
        self.forget_answers()

    def forget_answers(self) -> None:
        """Forget all answers, when the journal's uid or content, or the hub, changes."""
        self.forked = False
        self.ahead: dict[int, int] = {}
        self.broken: dict[int, int] = {}
        self._journal: str | None = None
        self._page = 1
        self._next_page: int | None = None
        self._newest = 0
        self._listed: dict[int, int] = {}
        self._next: dict[int, WantedEntries] = {}
        self._due: dict[int, None] = {}
        self._hello_answered = False
        self._is_serving = False
        self._has_progress = False
        self._gaps = 0
        self._pending: _UnansweredMessage | None = None
        self._hello_at_s: float | None = None

    def forget_hub(self) -> None:
        """Forget the hub until its presence arrives on the new connection."""
        self.hub = None
        self.forget_answers()

    def set_hub_boot(self, boot: str | None) -> None:
        """Forget all answers if it has changed."""
        if boot != self.hub:
            self.hub = boot
            self.forget_answers()

    def mark_game_to_send(self, game: int) -> None:
        self._newest = max(self._newest, game)
        if self.hub is not None and game not in self.broken:
            self._due[game] = None

    @property
    def games_waiting(self) -> int | None:
        """Games with entries that the hub has not acknowledged; None until it has answered a hello."""
        return len(self._due) if self._hello_answered else None

    def choose_next_message(self, now_s: float) -> DueMessage | None:
        """Return what to send now; the caller reports it to `record_sent`."""
        if self.hub is None or self.forked:
            return None
        if self._pending is not None:
            return self._pending.due if now_s >= self._pending.retry_at_s else None
        if self._hello_answered:
            if self._due:
                game = next(iter(self._due))
                return self._next.get(game, WantedEntries(game, 1, None))
            if self._is_serving and self._has_progress:
                self._schedule_hello(self._page)
            elif self._next_page is not None:
                self._schedule_hello(self._next_page)
            else:
                return None
        return HelloDue(self._page)

    def retry_at_s(self) -> float | None:
        """Return when to retry if no answer arrives; None if no message is unanswered."""
        return None if self.hub is None or self.forked or self._pending is None else self._pending.retry_at_s

    def record_sent(self, due: DueMessage, message: Hello | LogPiece | None, now_s: float) -> None:
        """Record what was sent for ``due``; ``message`` is None if there is no entry to send."""
        retries = 0 if self._pending is None or self._pending.due != due else self._pending.retries + 1
        last = 0
        match message:
            case Hello():
                self._journal, self._newest = message.journal, max(self._newest, message.last)
                self._listed = {position.game: position.seq for position in message.games}
                self._next_page = message.last + 1 if message.more else None
                self._hello_at_s = now_s if self._hello_at_s is None else self._hello_at_s
            case LogPiece():
                last = message.entries[-1].seq
            case None:
                assert isinstance(due, WantedEntries)
                self._drop_due_game(due.game)
                return
        self._pending = _UnansweredMessage(due, now_s, retries, last)

    def handle_want(self, want: Want) -> None:
        """Handle the answer to a hello or to a piece with a gap before it."""
        if (want.journal, want.boot) != (self._journal, self.hub):
            return
        self.forked |= any(each.why == "fork" for each in want.refused)
        for refused in want.refused:
            if refused.why == "broken" and refused.game <= self._newest:
                self.broken[refused.game] = refused.seq
            self._drop_due_game(refused.game)
        if self._pending is not None and isinstance(self._pending.due, HelloDue) and want.page == self._page:
            self._update_games_ahead(want)
            self._next |= {game: WantedEntries(game, seq + 1, None) for game, seq in self._listed.items()}
            self._listed, self._pending, self._hello_answered, self._hello_at_s = {}, None, True, None
            self._is_serving, self._has_progress = bool(want.games), False
        for each in want.games:
            if each.game in self.broken or each.game > self._newest:  # ignore games that the journal does not have
                continue
            self._next[each.game] = each
            self._due[each.game] = None
            if self._is_log_piece_unanswered(each.game):
                self._gaps += 1
                if self._gaps <= GAPS_FILLED_AT_ONCE:
                    self._pending = None

    def _update_games_ahead(self, want: Want) -> None:
        more = {each.game: each.seq - self._listed[each.game] for each in want.ahead if each.game in self._listed}
        same = {game: count for game, count in self.ahead.items() if game not in self._listed}
        self.ahead = same | {game: count for game, count in more.items() if count > 0}

    def handle_ack(self, ack: Ack) -> None:
        """Handle an ack for the piece sent last; ignore one of an earlier boot of the hub."""
        pending = self._pending
        if (
            (ack.journal, ack.boot) != (self._journal, self.hub)
            or pending is None
            or not self._is_log_piece_unanswered(ack.game)
        ):
            return
        assert isinstance(pending.due, WantedEntries)
        if pending.due.seq <= ack.seq <= pending.last:
            self._next[ack.game] = WantedEntries(ack.game, ack.seq + 1, None)
            self._has_progress, self._gaps = True, 0
            if ack.seq == pending.last:
                self._pending = None

    def is_hello_overdue(self, now_s: float) -> bool:
        return self.hub is not None and self._hello_at_s is not None and now_s >= self._hello_at_s + HUB_SILENT_AFTER_S

    def _is_log_piece_unanswered(self, game: int) -> bool:
        return (
            self._pending is not None
            and isinstance(self._pending.due, WantedEntries)
            and self._pending.due.game == game
        )

    def _schedule_hello(self, page: int) -> None:
        self._page, self._next_page = page, None
        self._hello_answered = self._is_serving = self._has_progress = False

    def _drop_due_game(self, game: int) -> None:
        self._due.pop(game, None)
        if self._is_log_piece_unanswered(game):
            self._pending = None
