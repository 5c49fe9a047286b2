"""Public replays: results of stored games, and their current view for the page; the games' code runs in workers.

Each third-party game has a worker of its own, so that it cannot delay ours. A failed replay is retried once, from the
first action; then the game is marked, and not replayed again with the same version of its rules.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property, partial
from importlib import import_module
from typing import Any, Final, TypeVar

import msgspec
from asyncpg import Connection
from msgspec import Struct, field

from controller import limits, log
from controller.games import installed
from controller.store.journal import chain
from controller.texts import translation
from hub.replay.child import AnnouncementCount, ReplayResult, UnknownRulesError, game_name_of, playing_time_s
from hub.replay.worker import Worker, WorkerError
from hub.store.connection import ReaderPool
from hub.store.stored_games import DamagedGameError, Row, check_entry_count, load_game

T = TypeVar("T")
Key = tuple[int, int]
"""A game's journal and number."""

FIRST: Final = "select action from entries where journal_no = $1 and game = $2 and seq = 1"

GAME: Final = """
select journal_no, game, follows, head, head_checksum, packed, packed_to, damaged, why_not from games
where journal_no = $1 and game = $2
"""

NEW: Final = """
select seq, action, origin, written_utc, checksum from entries
where journal_no = $1 and game = $2 and seq > $3 order by seq
"""

WHY_NOT: Final = "update games set why_not = $3 where journal_no = $1 and game = $2"

TEXTS_S: Final = 1.0
"""Time limit for loading the texts of third-party games; after it the page does without."""


class _LostReplayError(WorkerError):
    """The worker has dropped the replay: it was restarted, or needed the memory."""


class _UnplayableError(UnknownRulesError):
    """The rules refuse an action, or the game's code failed."""


class _GameTexts(Struct, frozen=True):
    title: str
    texts: dict[str, dict[str, Any]]
    rules: dict[str, dict[str, Any]]


class ReplayView(Struct, frozen=True):
    view: dict[str, Any]
    course: list[dict[str, Any]]
    title: str


class _ResultAnswer(Struct, frozen=True):
    agrees: bool
    counted: list[AnnouncementCount]


class _ReplayProgress(Struct, eq=False):
    """How far a worker has replayed a game; ``seq`` 0 if not at all."""

    rules: str | None = None
    seq: int = 0
    checksum: bytes = b""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class _WorkerSlot(Struct, eq=False):
    """The worker for our games, or for one third-party game."""

    worker: Worker = field(default_factory=Worker)
    places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(limits.HISTORY_CONNECTIONS))


class PublicReplays:
    """The workers, and how far each game is replayed in them."""

    def __init__(self, readers: ReaderPool) -> None:
        self._readers = readers
        self._progress: OrderedDict[Key, _ReplayProgress] = OrderedDict()
        self._lanes: dict[str, _WorkerSlot] = {}
        self._loaded: dict[str, _GameTexts] = {}
        self._faults: dict[str, str] = {}
        self._loading: asyncio.Task[None] | None = None

    async def view(self, key: Key, language: str) -> tuple[str, ReplayView] | None:
        """Return a game's name and current view, None without a log; raise UnknownRulesError."""
        progress = self._progress.setdefault(key, _ReplayProgress())
        self._progress.move_to_end(key)
        for old in [old for old, each in self._progress.items() if not each.turn.locked()][: -limits.REPLAYS_CACHED]:
            del self._progress[old]
        async with progress.turn:
            rules = progress.rules
            try:
                if rules is None and (rules := await self._rules_of(key)) is None:
                    return None
                progress.rules = rules
                await self._check_installed(rules)
                async with self._lane(rules).places:
                    return rules, await _retry_once(partial(self._replay, progress, key, rules, language))
            except DamagedGameError:
                return None
            except (WorkerError, _UnplayableError) as fault:
                if rules is not None and not isinstance(fault, _LostReplayError):
                    async with self._readers.borrow() as connection:
                        await connection.execute(WHY_NOT, *key, _format_reason(rules, fault))
                raise UnknownRulesError(str(fault)) from None

    async def result(self, rows: Sequence[Row], outcome: str, why_not: str | None) -> ReplayResult:
        """Replay a finished game; a refused action means that its rules are unknown here."""
        rules, lasted = game_name_of(rows[0].action), playing_time_s(row.written_utc for row in rows)
        actions = [row.action for row in rows]

        async def played() -> _ResultAnswer:
            await self._extend(rules, "result", 0, actions)
            return await self._ask(_ResultAnswer, rules, "result", "result", outcome)

        try:
            await self._check_installed(rules)
            _check_not_failed_before(rules, why_not)
            ended = await _retry_once(played)
        except (WorkerError, UnknownRulesError) as fault:
            why = _format_reason(rules, fault) if isinstance(fault, WorkerError | _UnplayableError) else why_not
            return ReplayResult("unknown rules", rules, lasted, [], why)
        return ReplayResult("agrees" if ended.agrees else "differs", rules, lasted, ended.counted)

    async def rate(self, rows: list[Any]) -> list[Any]:
        worker = Worker()
        try:
            answer = await worker.ask("ratings", rows, within_s=limits.RATINGS_S, most=limits.RATINGS_BYTES)
        finally:
            await worker.close()
        return _decode_answer(answer.value, list[Any])

    async def texts(self, kind: str, language: str) -> dict[str, Any]:
        """Return the page's ``texts`` or ``rules``, with those of third-party games that are loaded."""
        if self._loading is None:
            self._loading = asyncio.create_task(self._load_foreign_games())
        await asyncio.wait([self._loading], timeout=TEXTS_S)
        others = (getattr(each, kind).get(language, {}) for each in self._loaded.values())
        return {key: text for each in others for key, text in each.items()} | _own_texts(kind, language)

    async def title(self, rules: str) -> str:
        """Return a game's title, or its name if it is not installed."""
        try:
            return (await self._load_texts(rules)).title
        except UnknownRulesError:
            return rules

    async def close(self) -> None:
        if self._loading is not None:
            self._loading.cancel()
        for lane in self._lanes.values():
            await lane.worker.close()

    @cached_property
    def _foreign_games(self) -> frozenset[str]:
        return frozenset(installed.names()) - {*installed.ours()}

    async def _load_foreign_games(self) -> None:
        for name in self._foreign_games:
            await self.title(name)

    async def _check_installed(self, rules: str) -> None:
        if rules not in installed.ours():
            await self._load_texts(rules)

    async def _load_texts(self, rules: str) -> _GameTexts:
        """Import a game in its worker; remember a failure. Raise UnknownRulesError if it cannot be loaded."""
        if rules not in self._foreign_games and rules not in installed.ours():
            raise UnknownRulesError(f"saw the game {rules!r}, which is not installed here")
        if rules in self._faults:
            raise UnknownRulesError(self._faults[rules])
        if rules not in self._loaded:
            try:
                self._loaded[rules] = await _retry_once(partial(self._ask, _GameTexts, rules, "load", rules))
            except (WorkerError, UnknownRulesError) as fault:
                log.warning("hub_game_unusable", game=rules, seen=fault)
                if rules in self._foreign_games:
                    self._faults[rules] = str(fault)
                raise UnknownRulesError(str(fault)) from None
        return self._loaded[rules]

    async def _rules_of(self, key: Key) -> str | None:
        async with self._readers.borrow() as connection:
            action = await connection.fetchval(FIRST, *key)
            if action is None:
                row = await connection.fetchrow(GAME, *key)
                rows = [] if row is None or row["damaged"] else await load_game(connection, row)
                action = rows[0].action if rows else None
        return None if action is None else game_name_of(action)

    async def _replay(self, progress: _ReplayProgress, key: Key, rules: str, language: str) -> ReplayView:
        async with (
            self._readers.borrow() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            row = await connection.fetchrow(GAME, *key)
            if row is None or row["damaged"]:
                raise DamagedGameError("it is damaged, or not kept")
            _check_not_failed_before(rules, row["why_not"])
            at, checksum = progress.seq, row["head_checksum"]
            if at == 0 or at > row["head"] or row["packed_to"] > at:
                at, actions = 0, [each.action for each in await load_game(connection, row)]
            else:
                actions, checksum = await _load_new_actions(connection, row, progress)
        progress.seq, name = 0, "/".join(map(str, key))
        await self._extend(rules, name, at, actions)
        shown = await self._ask(ReplayView, rules, "view", name, language)
        progress.seq, progress.checksum = at + len(actions), checksum
        return shown

    async def _extend(self, rules: str, name: str, at: int, actions: Sequence[str]) -> None:
        left_s, done = limits.REPLAY_GAME_S, 0
        while done < len(actions):
            piece = actions[done : done + limits.LOG_PIECE_ENTRIES]
            answer = await self._lane(rules).worker.ask("extend", name, at + done, piece)
            came = _decode_answer(answer.value, int) - at
            left_s -= answer.took_s
            if not done < came <= done + len(piece):
                raise WorkerError(f"saw {came} actions replayed, expected one to {len(piece)} more than {done}")
            if left_s <= 0 and came < len(actions):
                raise _UnplayableError(f"{came} of {len(actions)} actions took over {limits.REPLAY_GAME_S:.0f} s")
            done = came

    async def _ask(self, kind: type[T], rules: str, method: str, *args: Any) -> T:
        return _decode_answer((await self._lane(rules).worker.ask(method, *args)).value, kind)

    def _lane(self, rules: str) -> _WorkerSlot:
        name = "" if rules in installed.ours() else rules
        for other in (lane.worker for each, lane in self._lanes.items() if name and each not in {"", name}):
            if not other.busy:
                other.end()
        return self._lanes.setdefault(name, _WorkerSlot())


async def _retry_once(work: Callable[[], Awaitable[T]]) -> T:
    """Retry in a fresh process: the first may have run out of memory, or been ended for another game."""
    try:
        return await work()
    except WorkerError:
        return await work()


def _decode_answer(answer: Any, kind: type[T]) -> T:
    """Validate a worker's answer, which is untrusted; raise WorkerError or UnknownRulesError."""
    try:
        said, value = msgspec.convert(answer, tuple[str, Any])
        if said == "unknown":
            raise _UnplayableError(str(value))
        if said != "came":
            raise WorkerError(f"it failed: {value}")
        if value is None:
            raise _LostReplayError("the worker has dropped the replay")
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        raise WorkerError(f"an unexpected answer: {fault}") from None


def _format_reason(rules: str, fault: object) -> str:
    return f"{installed.package(rules)}: {fault}"[: limits.REPLAY_ERROR_CHARS].replace("\0", "")


def _check_not_failed_before(rules: str, why_not: str | None) -> None:
    if why_not is not None and why_not.startswith(_format_reason(rules, "")):
        raise UnknownRulesError(why_not)


def _own_texts(kind: str, language: str) -> dict[str, Any]:
    for name in installed.ours():
        import_module(f"{installed.__package__}.{name}")  # importing it registers its texts
    return translation.page_texts(language) if kind == "texts" else translation.rule_texts(language)


async def _load_new_actions(connection: Connection, row: Any, progress: _ReplayProgress) -> tuple[list[str], bytes]:
    check_entry_count(row)
    before = progress.checksum
    rows = await connection.fetch(NEW, row["journal_no"], row["game"], progress.seq)
    for seq, action, origin, written_utc, checksum in rows:
        before = chain.entry_checksum(before, row["game"], seq, action, origin, written_utc)
        if before != checksum:
            raise DamagedGameError(f"action {seq} does not match its checksum")
    return [each["action"] for each in rows], before
