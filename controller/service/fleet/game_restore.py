"""Restore games that have more entries at the hub: all or none, if people at the table agree."""

import asyncio
import math
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller import limits, log
from controller.fleet.log_messages import (
    BadRestoreAnswerError,
    ForkError,
    MissingEntries,
    RestoreAnswer,
    RestoreRequest,
    decode_message,
    find_missing_entries,
    piece_from_answer,
)
from controller.fleet.topics import TAKE, TopicKind
from controller.games.contract.effects import Complain, Tell, TextScreen
from controller.games.contract.values import RefusedError, Text
from controller.play.requests import Question
from controller.play.table import Table
from controller.store.journal import JournalError, reader, rebuilding
from controller.store.table_files import TableFiles

RESTORE_STEP: Final = "take-back"

ANSWER_S: Final = 30.0
"""Time before the same request is repeated."""

ATTEMPTS: Final = 4

PIECE_PAUSE_S: Final = 0.02
"""Pause between two pieces of a log, so that restoring does not slow the game."""


class JournalPosition(Struct, frozen=True):
    """The journal's state when it is compared.

    Attributes:
        sources: journals with a possibly later state at the hub; None is this table's latest other one.
        first: the first game of which the hub may have more entries.
        count: entries of all games.
    """

    uid: str
    sources: tuple[str | None, ...]
    first: int
    count: int


class RestoreOffer(Struct, frozen=True):
    """Entries at the hub beyond the journal's position, stored under journal uid ``source``."""

    position: JournalPosition
    source: str
    games: tuple[MissingEntries, ...]

    @property
    def action_count(self) -> int:
        return sum(each.kept.seq - each.have for each in self.games)


class NoAnswerError(Exception):
    """The hub does not answer."""


class GameRestore:
    """Compares the journal with the hub, offers what is missing, and restores it.

    Args:
        publish: publishes a value on a topic of the table.
        on_restored: called after a restore.
    """

    def __init__(
        self,
        table: Table,
        files: TableFiles,
        publish: Callable[[TopicKind, Any], None],
        on_restored: Callable[[], None],
    ) -> None:
        self._table = table
        self._files = files
        self._publish = publish
        self._on_restored = on_restored
        self._wake = asyncio.Event()
        self._answer: asyncio.Future[RestoreAnswer] | None = None
        self._asked: RestoreRequest | None = None
        self._offered: RestoreOffer | None = None
        self._checked_at: tuple[int | None, int] = (None, 0)
        self._declined: set[str] = set()
        self._accepted: RestoreOffer | None = None
        self._next_check_at_s = -math.inf

    @property
    def missing_action_count(self) -> int:
        return 0 if self._offered is None else self._offered.action_count

    def request_check(self) -> None:
        self._wake.set()

    def accept_restore_answer(self, payload: bytes) -> None:
        """Ignore an unexpected answer; raise BadMessageError if an expected one is no `RestoreAnswer`."""
        if self._answer is None or self._answer.done():
            return
        given = decode_message(payload, RestoreAnswer)
        if given.asked == self._asked:
            self._answer.set_result(given)

    async def run(self) -> None:
        """Compare with the hub, and restore what people accept, forever."""
        loop, retries = asyncio.get_running_loop(), log.RetryLog()
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                if self._accepted is not None:
                    taken, self._accepted = self._accepted, None
                    await self._restore_and_announce(taken)
                elif loop.time() >= self._next_check_at_s:
                    self._next_check_at_s = loop.time() + limits.RESTORE_CHECK_EVERY_S
                    await self._find_offer_at_hub()
                    retries.log_recovery()
            except NoAnswerError:
                retries.log_failure("hub_gives_nothing", loop.time())
            except ForkError as fault:
                log.info("hub_keeps_another_line", seen=fault)

    def offer_restore(self, _: object = None) -> None:
        """Ask people, if there is an offer and no other question is open."""
        offer = self._offered
        if offer is None or not self._is_offer_valid(offer) or self._table.questions.current is not None:
            return
        self._table.questions.replace_question(
            Question(
                RESTORE_STEP,
                restore_question_screen(offer.action_count, len(offer.games)),
                yes=lambda: self._record_choice(offer, yes=True),
                no=lambda: self._record_choice(offer, yes=False),
                is_current=lambda: self._is_offer_valid(offer),
            )
        )

    def _is_offer_valid(self, offer: RestoreOffer) -> bool:
        loop = self._table.loop
        return (
            offer is self._offered and self._checked_at == (loop.game_id, loop.seq) and not loop.journal_queue.unwritten
        )

    def _record_choice(self, offer: RestoreOffer, *, yes: bool) -> None:
        self._offered = None
        if yes:
            self._accepted = offer
            self._wake.set()
        else:
            self._declined.add(offer.source)

    async def _find_offer_at_hub(self) -> None:
        loop = self._table.loop
        self._offered, self._checked_at = None, (loop.game_id, loop.seq)
        position = await asyncio.to_thread(self._read_journal_position)
        for source in position.sources:
            offer = await self._find_offer_of_source(position, source)
            if offer is not None and offer.source not in self._declined:
                self._offered = offer
                log.info("hub_has_more", games=len(offer.games), actions=offer.action_count)
                loop.show_effects()
                return

    def _read_journal_position(self) -> JournalPosition:
        with reader.HubLogReader(self._files.journal) as streams:
            uid, latest, before = streams.journal_uid().hex(), streams.latest_game_id(), streams.continued_journal_uid()
            if latest is None:
                return JournalPosition(uid, (None,), 1, 0)
            going = [game.game_id for game in streams.games_to_report(1, limits.GAMES_PER_MESSAGE) if not game.over]
            sources = (uid,) if before is None else (uid, before.hex())
            return JournalPosition(uid, sources, min((*going, latest)), streams.entry_count())

    async def _find_offer_of_source(self, position: JournalPosition, source: str | None) -> RestoreOffer | None:
        """Return what only the hub has, None for nothing or too many games; raise ForkError if entries differ."""
        games: list[MissingEntries] = []
        first = position.first
        while True:
            given = await self._request_from_hub(RestoreRequest(position.uid, source, first))
            games += await asyncio.to_thread(self._find_missing_entries, given)
            if given.source is not None:
                source = given.source
            if not given.more or not given.games or len(games) > limits.RESTORED_GAMES:
                break
            first = given.games[-1].game + 1
        if not games or source is None or len(games) > limits.RESTORED_GAMES:
            return None
        for each in games:
            if each.have:  # check that the piece continues our log before asking people
                piece = piece_from_answer(
                    await self._request_from_hub(RestoreRequest(position.uid, source, each.kept.game, each.have + 1))
                )
                await asyncio.to_thread(self._check_continuity, each, piece.after)
        return RestoreOffer(position, source, tuple(games))

    def _find_missing_entries(self, given: RestoreAnswer) -> list[MissingEntries]:
        with reader.HubLogReader(self._files.journal) as mine:
            return find_missing_entries(given.games, mine.last_seq, mine.entry_checksum)

    def _check_continuity(self, each: MissingEntries, after: str) -> None:
        with reader.HubLogReader(self._files.journal) as mine:
            if mine.entry_checksum(each.kept.game, each.have) != after:
                raise ForkError(f"game {each.kept.game}, action {each.have}")

    async def _request_from_hub(self, take: RestoreRequest) -> RestoreAnswer:
        """Raise NoAnswerError if the hub is silent."""
        for _ in range(ATTEMPTS):
            self._asked, self._answer = take, asyncio.get_running_loop().create_future()
            self._publish(TAKE, take)
            try:
                async with asyncio.timeout(ANSWER_S):
                    return await self._answer
            except TimeoutError:
                continue
            finally:
                self._answer = None
        raise NoAnswerError

    async def _restore_and_announce(self, offer: RestoreOffer) -> None:
        """Restore everything or nothing, and announce the outcome."""
        try:
            await self._restore_all(offer)
        except (JournalError, BadRestoreAnswerError, ForkError, NoAnswerError, RefusedError) as fault:
            log.warning("games_not_taken_back", seen=str(fault) or "the hub does not answer")
            self._table.loop.show_effects((Complain(None, Text("take-back-not")),))
        else:
            log.info("games_taken_back", games=len(offer.games), actions=offer.action_count)
            self._table.loop.show_effects((Tell(Text("take-back-done", {"count": offer.action_count})),))

    async def _restore_all(self, offer: RestoreOffer) -> None:
        further = await asyncio.to_thread(rebuilding.JournalExtension, self._files.journal, self._files.restored_games)
        try:
            for each in offer.games:
                await self._fetch_missing_entries(further, offer, each)
            longer = await asyncio.to_thread(further.finish_and_verify, bytes.fromhex(offer.source))
            answer = await self._table.resumption.adopt_journal(replace(longer, base_entries=offer.position.count))
        finally:
            further.close()
            await asyncio.to_thread(further.remove_folder)
        if answer.refusal is not None:
            raise answer.refusal
        self._on_restored()

    async def _fetch_missing_entries(
        self, further: rebuilding.JournalExtension, offer: RestoreOffer, each: MissingEntries
    ) -> None:
        have = each.have
        while have < each.kept.seq:
            given = await self._request_from_hub(
                RestoreRequest(offer.position.uid, offer.source, each.kept.game, have + 1)
            )
            piece = piece_from_answer(given)
            await asyncio.to_thread(further.append_log_piece, piece)
            have = piece.entries[-1].seq
            await asyncio.sleep(PIECE_PAUSE_S)


def restore_question_screen(actions: int, games: int) -> TextScreen:
    what = Text("question-take-back-what", {"actions": actions, "games": games})
    return TextScreen(Text("question-take-back"), (what,), Text("question-backup-press"))
