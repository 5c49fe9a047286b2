"""What the hub has more of this table's games: people are asked whether they come back, and get them all or none."""

import asyncio
import math
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller import limits, log
from controller.fleet.log_messages import (
    BadAnswerError,
    ForkError,
    MissingEntries,
    RestoreAnswer,
    RestoreRequest,
    decode,
    missing_entries,
    piece_in,
)
from controller.fleet.topics import TAKE, TopicKind
from controller.games.contract.effects import Complain, Tell, TextScreen
from controller.games.contract.values import RefusedError, Text
from controller.play.requests import Question
from controller.play.table import Table
from controller.store.journal import JournalError
from controller.store.journal.reader import LogReader
from controller.store.journal.rebuilding import JournalExtension
from controller.store.table_files import TableFiles

STEP: Final = "take-back"

ANSWER_S: Final = 30.0
"""So long the hub's answer is waited for, before the same is asked again."""

TRIES: Final = 4

PIECE_PAUSE_S: Final = 0.02
"""Between two pieces: the people's own game has the processor first."""


class JournalPosition(Struct, frozen=True):
    """How the journal stands where it is compared.

    Attributes:
        sources: journals of which the hub may keep a later state; None is the latest other one of this table.
        first: the game from which on it may have more.
        count: entries of all games.
    """

    uid: str
    sources: tuple[str | None, ...]
    first: int
    count: int


class RestoreOffer(Struct, frozen=True):
    """What the hub has more than the journal as it stands.

    Attributes:
        source: the journal as which the hub has it.
    """

    standing: JournalPosition
    source: str
    games: tuple[MissingEntries, ...]

    @property
    def actions(self) -> int:
        return sum(each.kept.seq - each.have for each in self.games)


class NoAnswerError(Exception):
    """The hub does not answer."""


class GameRestore:
    """Owner of what is offered, and of the question that is under way to the hub.

    Args:
        table: which goes on with what comes.
        files: the table's.
        say: tells the broker a value.
        taken: told that there is more in the journal.
    """

    def __init__(
        self,
        table: Table,
        files: TableFiles,
        say: Callable[[TopicKind, Any], None],
        taken: Callable[[], None],
    ) -> None:
        self._table = table
        self._files = files
        self._say = say
        self._tell_taken = taken
        self._greeted = asyncio.Event()
        self._answer: asyncio.Future[RestoreAnswer] | None = None
        self._asked: RestoreRequest | None = None
        self._offered: RestoreOffer | None = None
        self._seen: tuple[int | None, int] = (None, 0)
        self._refused: set[str] = set()
        self._taken: RestoreOffer | None = None
        self._next_look_at_s = -math.inf

    @property
    def actions(self) -> int:
        return 0 if self._offered is None else self._offered.actions

    def greeted(self) -> None:
        self._greeted.set()

    def heard(self, payload: bytes) -> None:
        """Take what the hub gives; what was not asked for is not even read.

        Raises:
            BadMessageError: it is no answer.
        """
        if self._answer is None or self._answer.done():
            return
        given = decode(payload, RestoreAnswer)
        if given.asked == self._asked:
            self._answer.set_result(given)

    async def run(self) -> None:
        """Look what the hub has more, and take what people have said yes to, for ever."""
        loop, retries = asyncio.get_running_loop(), log.RetryLog()
        while True:
            await self._greeted.wait()
            self._greeted.clear()
            try:
                if self._taken is not None:
                    taken, self._taken = self._taken, None
                    await self._take(taken)
                elif loop.time() >= self._next_look_at_s:
                    self._next_look_at_s = loop.time() + limits.RESTORE_CHECK_EVERY_S
                    await self._look()
                    retries.recovered()
            except NoAnswerError:
                retries.failed("hub_gives_nothing", loop.time())
            except ForkError as fault:
                log.info("hub_keeps_another_line", seen=fault)

    def offer(self, _: object = None) -> None:
        """Ask people, if there is something and nothing else is asked."""
        more = self._offered
        if more is None or not self._stands(more) or self._table.questions.current is not None:
            return
        self._table.questions.ask(
            Question(
                STEP,
                screen(more.actions, len(more.games)),
                yes=lambda: self._answered(more, yes=True),
                no=lambda: self._answered(more, yes=False),
                is_current=lambda: self._stands(more),
            )
        )

    def _stands(self, more: RestoreOffer) -> bool:
        loop = self._table.loop
        return more is self._offered and self._seen == (loop.game_id, loop.seq) and not loop.journal_queue.unwritten

    def _answered(self, more: RestoreOffer, *, yes: bool) -> None:
        self._offered = None
        if yes:
            self._taken = more
            self._greeted.set()
        else:
            self._refused.add(more.source)

    async def _look(self) -> None:
        loop = self._table.loop
        self._offered, self._seen = None, (loop.game_id, loop.seq)
        standing = await asyncio.to_thread(self._stand)
        for source in standing.sources:
            more = await self._compared(standing, source)
            if more is not None and more.source not in self._refused:
                self._offered = more
                log.info("hub_has_more", games=len(more.games), actions=more.actions)
                loop.show()
                return

    def _stand(self) -> JournalPosition:
        with LogReader(self._files.journal) as streams:
            uid, latest, before = streams.uid().hex(), streams.latest_game(), streams.previous_uid()
            if latest is None:
                return JournalPosition(uid, (None,), 1, 0)
            going = [game.game_id for game in streams.games_to_report(1, limits.GAMES_PER_MESSAGE) if not game.over]
            sources = (uid,) if before is None else (uid, before.hex())
            return JournalPosition(uid, sources, min((*going, latest)), streams.count())

    async def _compared(self, standing: JournalPosition, source: str | None) -> RestoreOffer | None:
        """What the hub has more of that journal; None for nothing.

        Raises:
            ForkError: what it has of one game is something else.
        """
        games: list[MissingEntries] = []
        first = standing.first
        while True:
            given = await self._ask(RestoreRequest(standing.uid, source, first))
            games += await asyncio.to_thread(self._lacking, given)
            if given.source is not None:
                source = given.source
            if not given.more or not given.games or len(games) > limits.RESTORED_GAMES:
                break
            first = given.games[-1].game + 1
        if not games or source is None or len(games) > limits.RESTORED_GAMES:
            return None
        for each in games:
            if each.have:  # what comes next follows on what is here, or people need not be asked
                piece = piece_in(await self._ask(RestoreRequest(standing.uid, source, each.kept.game, each.have + 1)))
                await asyncio.to_thread(self._see_that_it_follows, each, piece.after)
        return RestoreOffer(standing, source, tuple(games))

    def _lacking(self, given: RestoreAnswer) -> list[MissingEntries]:
        with LogReader(self._files.journal) as mine:
            return missing_entries(given.games, mine.last_seq, partial(_checksum, mine))

    def _see_that_it_follows(self, each: MissingEntries, after: str) -> None:
        with LogReader(self._files.journal) as mine:
            if _checksum(mine, each.kept.game, each.have) != after:
                raise ForkError(f"game {each.kept.game}, action {each.have}")

    async def _ask(self, take: RestoreRequest) -> RestoreAnswer:
        """The hub's answer.

        Raises:
            NoAnswerError: there is none.
        """
        for _ in range(TRIES):
            self._asked, self._answer = take, asyncio.get_running_loop().create_future()
            self._say(TAKE, take)
            try:
                async with asyncio.timeout(ANSWER_S):
                    return await self._answer
            except TimeoutError:
                continue
            finally:
                self._answer = None
        raise NoAnswerError

    async def _take(self, more: RestoreOffer) -> None:
        """All of it, or nothing; people are told which."""
        try:
            await self._go_on_with(more)
        except (JournalError, BadAnswerError, ForkError, NoAnswerError, RefusedError) as fault:
            log.warning("games_not_taken_back", seen=str(fault) or "the hub does not answer")
            self._table.loop.show((Complain(None, Text("take-back-not")),))
        else:
            log.info("games_taken_back", games=len(more.games), actions=more.actions)
            self._table.loop.show((Tell(Text("take-back-done", {"count": more.actions})),))

    async def _go_on_with(self, more: RestoreOffer) -> None:
        further = await asyncio.to_thread(JournalExtension, self._files.journal, self._files.restored_games)
        try:
            for each in more.games:
                await self._take_game(further, more, each)
            longer = await asyncio.to_thread(further.finish, bytes.fromhex(more.source))
            answer = await self._table.resumption.adopt_journal(replace(longer, copied=more.standing.count))
        finally:
            further.close()
            await asyncio.to_thread(further.remove)
        if answer.refusal is not None:
            raise answer.refusal
        self._tell_taken()

    async def _take_game(self, further: JournalExtension, more: RestoreOffer, each: MissingEntries) -> None:
        have = each.have
        while have < each.kept.seq:
            given = await self._ask(RestoreRequest(more.standing.uid, more.source, each.kept.game, have + 1))
            piece = piece_in(given)
            await asyncio.to_thread(further.add, piece)
            have = piece.entries[-1].seq
            await asyncio.sleep(PIECE_PAUSE_S)


def _checksum(mine: LogReader, game: int, seq: int) -> str | None:
    found = mine.checksum(game, seq)
    return None if found is None else found.hex()


def screen(actions: int, games: int) -> TextScreen:
    what = Text("question-take-back-what", {"actions": actions, "games": games})
    return TextScreen(Text("question-take-back"), (what,), Text("question-backup-press"))
