"""Public replays: results of stored games and current views for the page; the games' code runs in workers.

Each third-party game has its own worker, so that it cannot delay ours. A failed replay is retried once, from
the first action; then the game is marked and not replayed with the same version of its rules.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Final, TypeVar

from msgspec import Struct

from controller import limits, log
from controller.fleet.log_messages import LogEntry
from controller.fleet.messages import PublicBoard
from controller.games import installed
from controller.store.journal.times import playing_time_s
from controller.texts import translation
from hub.replay.child import AnnouncementCount, ReplayResult, UnknownRulesError, parse_game_name
from hub.replay.worker import UnplayableError, Worker, WorkerError, WorkerSet, decode_answer
from hub.store.connection import ConnectionPool
from hub.store.stored_games import DamagedGameError, load_verified_entries

AnswerT = TypeVar("AnswerT")
GameRowKey = tuple[int, int]
"""A game's journal and number."""

SELECT_FIRST_ACTION: Final = "select action from entries where journal_no = $1 and game = $2 and seq = 1"

SELECT_GAME: Final = """
select journal_no, game, follows, head, head_checksum, packed, damaged, why_not from games
where journal_no = $1 and game = $2
"""

UPDATE_WHY_NOT: Final = "update games set why_not = $3 where journal_no = $1 and game = $2"

TEXTS_TIMEOUT_S: Final = 1.0
"""Time limit for loading texts of third-party games; then the page does without."""


class _GameTextsByLanguage(Struct, frozen=True):
    title: str
    texts: dict[str, dict[str, Any]]
    rules: dict[str, dict[str, Any]]


class ReplayView(Struct, frozen=True):
    view: dict[str, Any]
    course: list[dict[str, Any]]
    title: str
    colors: dict[str, str]
    decisions: list[int]
    marks: list[dict[str, Any]]
    told: list[str]
    names: list[list[str]]


class _ResultAnswer(Struct, frozen=True):
    agrees: bool
    counted: list[AnnouncementCount]
    colors: dict[str, str]


class PublicReplays:
    """Replays of stored games in workers, each from its first action.

    Attributes:
        workers: what viewers ask for is computed by these, maintenance by those of ``create_worker``.
    """

    def __init__(self, readers: ConnectionPool, create_worker: Callable[[], Worker] = Worker) -> None:
        self.workers = WorkerSet()
        self._create_worker = create_worker
        self._readers = readers
        self._worker_by_game: dict[str, Worker] = {}
        self._texts_by_game: dict[str, _GameTextsByLanguage] = {}
        self._fault_by_game: dict[str, str] = {}
        self._loading_task: asyncio.Task[None] | None = None

    async def view_at_step(
        self, key: GameRowKey, language: str, people: Mapping[str, str], step: int | None = None
    ) -> tuple[str, ReplayView] | None:
        """Return a game's name and view, now or after a step; None without a log; raise UnknownRulesError.

        ``people``: names by castle, for its sentences.
        """
        try:
            if (rules := await self._find_game_name(key)) is None:
                return None
            await self._check_game_loads(rules)
            actions = (await self._load_actions(key, rules))[:step]
            try:
                return rules, await self._call_for_viewers(ReplayView, "view", actions, language, people)
            except (WorkerError, UnplayableError) as fault:
                async with self._readers.borrow() as connection:
                    await connection.execute(UPDATE_WHY_NOT, *key, _format_reason(rules, fault))
                raise UnknownRulesError(str(fault)) from None
        except DamagedGameError:
            return None

    async def replay_and_compare(self, rows: Sequence[LogEntry], outcome: str, why_not: str | None) -> ReplayResult:
        """Replay a finished game; if an action is refused, its rules count as unknown."""
        rules, lasted = parse_game_name(rows[0].action), playing_time_s(row.written_utc for row in rows)
        try:
            await self._check_game_loads(rules)
            _raise_if_failed_before(rules, why_not)
            ended = await self._call_worker(_ResultAnswer, rules, "result", [row.action for row in rows], outcome)
        except (WorkerError, UnknownRulesError) as fault:
            why = _format_reason(rules, fault) if isinstance(fault, WorkerError | UnplayableError) else why_not
            return ReplayResult("unknown rules", rules, lasted, [], why_not=why)
        return ReplayResult("agrees" if ended.agrees else "differs", rules, lasted, ended.counted, ended.colors)

    async def draw_board_svg(self, board: PublicBoard, language: str, *, alone: bool = False) -> str:
        """Return "" if the game draws none, is unknown, or cannot draw this view; ``alone`` without its players."""
        method = "board alone" if alone else "board"
        try:
            await self._check_game_loads(board.game)
            svg = await self._call_for_viewers(str, method, board.game, board.view, language)
        except (WorkerError, UnknownRulesError) as fault:
            log.warning("hub_board_not_drawn", game=board.game, seen=fault)
            return ""
        return svg if len(svg) <= limits.BOARD_PICTURE_BYTES else ""

    async def compute_rating_rows(self, rows: list[Any]) -> list[Any]:
        worker = self._create_worker()
        try:
            answer = await worker.call_method("ratings", rows, within_s=limits.RATINGS_S, most=limits.RATINGS_BYTES)
        finally:
            await worker.close()
        return decode_answer(answer, list[Any])

    async def page_texts(self, kind: str, language: str) -> dict[str, Any]:
        """Return the page's ``texts`` or ``rules``, with those of loaded third-party games."""
        if self._loading_task is None:
            self._loading_task = asyncio.create_task(self._load_third_party_games())
        await asyncio.wait([self._loading_task], timeout=TEXTS_TIMEOUT_S)
        others = (getattr(each, kind).get(language, {}) for each in self._texts_by_game.values())
        return {key: text for each in others for key, text in each.items()} | _bundled_games_texts(kind, language)

    async def load_game_title(self, rules: str) -> str:
        """Return a game's title, or its name if it is not installed."""
        try:
            return (await self._load_texts_once(rules)).title
        except UnknownRulesError:
            return rules

    async def close(self) -> None:
        if self._loading_task is not None:
            self._loading_task.cancel()
        for worker in self._worker_by_game.values():
            await worker.close()
        await self.workers.close()

    @cached_property
    def _third_party_games(self) -> frozenset[str]:
        return frozenset(installed.installed_game_names()) - {*installed.bundled_game_names()}

    async def _load_third_party_games(self) -> None:
        for name in self._third_party_games:
            await self.load_game_title(name)

    async def _check_game_loads(self, rules: str) -> None:
        if rules not in installed.bundled_game_names():
            await self._load_texts_once(rules)

    async def _load_texts_once(self, rules: str) -> _GameTextsByLanguage:
        if rules not in self._third_party_games and rules not in installed.bundled_game_names():
            raise UnknownRulesError(f"saw the game {rules!r}, which is not installed here")
        if rules in self._fault_by_game:
            raise UnknownRulesError(self._fault_by_game[rules])
        if rules not in self._texts_by_game:
            try:
                self._texts_by_game[rules] = await self._call_worker(_GameTextsByLanguage, rules, "load", rules)
            except (WorkerError, UnknownRulesError) as fault:
                log.warning("hub_game_unusable", game=rules, seen=fault)
                if rules in self._third_party_games:
                    self._fault_by_game[rules] = str(fault)
                raise UnknownRulesError(str(fault)) from None
        return self._texts_by_game[rules]

    async def _find_game_name(self, key: GameRowKey) -> str | None:
        async with self._readers.borrow() as connection:
            action = await connection.fetchval(SELECT_FIRST_ACTION, *key)
            if action is None:
                row = await connection.fetchrow(SELECT_GAME, *key)
                rows = [] if row is None or row["damaged"] else await load_verified_entries(connection, row)
                action = rows[0].action if rows else None
        return None if action is None else parse_game_name(action)

    async def _load_actions(self, key: GameRowKey, rules: str) -> list[str]:
        async with (
            self._readers.borrow() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            row = await connection.fetchrow(SELECT_GAME, *key)
            if row is None or row["damaged"]:
                raise DamagedGameError("it is damaged, or not kept")
            _raise_if_failed_before(rules, row["why_not"])
            return [each.action for each in await load_verified_entries(connection, row)]

    async def _call_worker(self, kind: type[AnswerT], rules: str, method: str, *args: Any) -> AnswerT:
        """Retry once: the process may have ended for another game."""
        try:
            return decode_answer(await self._worker_of_game(rules).call_method(method, *args), kind)
        except WorkerError:
            return decode_answer(await self._worker_of_game(rules).call_method(method, *args), kind)

    async def _call_for_viewers(self, kind: type[AnswerT], method: str, *args: Any) -> AnswerT:
        """Retry once: the process may have ended meanwhile."""
        try:
            return decode_answer(await self.workers.call_method(method, *args), kind)
        except WorkerError:
            return decode_answer(await self.workers.call_method(method, *args), kind)

    def _worker_of_game(self, rules: str) -> Worker:
        """Return the worker for our games, or for a third-party one; end the idle ones of others."""
        name = "" if rules in installed.bundled_game_names() else rules
        for other in (worker for each, worker in self._worker_by_game.items() if name and each not in {"", name}):
            if not other.is_busy:
                other.kill_process()
        return self._worker_by_game.setdefault(name, self._create_worker())


def _format_reason(rules: str, fault: object) -> str:
    return f"{installed.package_and_version_of_game(rules)}: {fault}"[: limits.REPLAY_ERROR_CHARS].replace("\0", "")


def _raise_if_failed_before(rules: str, why_not: str | None) -> None:
    if why_not is not None and why_not.startswith(_format_reason(rules, "")):
        raise UnknownRulesError(why_not)


def _bundled_games_texts(kind: str, language: str) -> dict[str, Any]:
    for name in installed.bundled_game_names():
        import_module(f"{installed.__package__}.{name}")  # this registers its texts
    return translation.page_texts(language) if kind == "texts" else translation.rule_texts(language)
