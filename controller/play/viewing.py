"""What viewers ask to be computed of games on disk, in processes of low priority that end with the request."""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from controller import limits, log
from controller.games import installed
from controller.games.contract.tools.drawing import Charting
from controller.games.naming import game_name_of_start
from controller.play import replays
from controller.play.analyses import analyse_or_read_json, read_kept_analysis
from controller.store.journal import GameInfo
from controller.store.table_files import TableFiles

if TYPE_CHECKING:
    from controller.play.bots.thinking import Thinker

T = TypeVar("T")

IDLE_S: Final = 60.0
"""A process ends this long after its latest answer."""

Work = partial[bytes | None] | partial[bytes]
"""Called with a function that says whether there is time left."""


class NotComputed(Exception):
    """It took too long or failed; the table's log says why."""

    def __init__(self) -> None:
        super().__init__("It could not be computed. Try again in a minute; the table's log says why.")


class Viewing:
    """Reads the journal in a thread of its own; computes in processes, which are ended with the task that waits.

    Bytes are JSON, or a picture's file; what computes them raises NotComputed.

    Attributes:
        latest_analysed: the game that was analysed last.
    """

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._analyses = TableFiles(journal).analyses
        self._thread = ThreadPoolExecutor(1, "viewing")
        self._idle: list[tuple[Thinker, asyncio.TimerHandle]] = []
        self._busy: set[Thinker] = set()
        self._asked: dict[Hashable, asyncio.Future[Any]] = {}
        self.latest_analysed: replays.LoggedGame | None = None
        self._latest_log: tuple[replays.LoggedGame, float] | None = None

    async def find_finished_game(self, game_id: int) -> replays.LoggedGame | None:
        """Return a finished game, for 0 the newest; None if it has not ended; raise JournalError."""
        return await self._read_once(replays.find_finished_game, game_id)

    async def last_checksums(self, games: Sequence[int]) -> tuple[bytes, ...]:
        """Return the last checksum of each game's log; raise JournalError."""
        return await self._read_once(replays.read_last_checksums, tuple(games))

    async def latest_log_of(self, game_id: int) -> replays.LoggedGame:
        """Return the log of a game that is played, up to `limits.GAME_PICTURE_AGE_S` old; raise JournalError."""
        now_s = asyncio.get_running_loop().time()
        if self._latest_log is not None:
            game, read_s = self._latest_log
            if game.game_id == game_id and now_s < read_s + limits.GAME_PICTURE_AGE_S:
                return game
        (checksum,) = await self.last_checksums([game_id])
        self._latest_log = replays.LoggedGame(game_id, checksum), now_s
        return self._latest_log[0]

    async def replay_step(self, game: replays.LoggedGame, number: int, language: str) -> bytes | None:
        """Return a step's public view as in ``ReplayedGame``; None if the game's package is not installed."""
        return await self._compute(partial(replays.replay_step_json, self._journal, game, number, language))

    async def analysis(self, game: replays.LoggedGame) -> bytes | None:
        """Return the analysis by language; None if the game cannot be analysed."""
        work = partial(analyse_or_read_json, self._journal, game, self._analyses)
        found = await self._compute(work, limits.ANALYSIS_TIMEOUT_S)
        self.latest_analysed = game
        return found

    async def film(self, game: replays.LoggedGame, language: str) -> bytes | None:
        """Return an animated GIF."""
        return await self._compute(partial(_make_film, self._journal, game, language), limits.FILM_TIMEOUT_S)

    async def course_png(self, game: replays.LoggedGame, language: str) -> bytes | None:
        """Return the picture of a game's course, with the chances if it was analysed; None if it has no picture."""
        return await self._compute(partial(_paint_course, self._journal, game, self._analyses, language))

    async def parked_points(self, games: Sequence[GameInfo]) -> bytes | None:
        """Return a list of each game's points by castle."""
        named = [(game.game_id, game.game) for game in games]
        return await self._compute(partial(replays.parked_game_points_json, self._journal, named))

    def close(self) -> None:
        for thinker, timer in self._idle:
            timer.cancel()
            thinker.close()
        for thinker in self._busy:
            thinker.close()

    async def _read_once(self, read: Callable[..., T], asked: Hashable) -> T:
        """Read from the journal, once for all clients that ask for the same at the same time."""
        key = read, asked
        if key not in self._asked:
            self._asked[key] = asyncio.ensure_future(self._in_thread(read, self._journal, asked))
            self._asked[key].add_done_callback(lambda _: self._asked.pop(key))
        return await asyncio.shield(self._asked[key])  # one client that leaves ends it for none

    async def _in_thread(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    async def _compute(self, work: Work, within_s: float = limits.VIEW_TIMEOUT_S) -> bytes | None:
        thinker = await self._take_process()
        self._busy.add(thinker)
        try:
            answer = await thinker.compute(partial(_result_or_fault, work), within_s)
        except asyncio.CancelledError:
            thinker.close()
            raise
        finally:
            self._busy.discard(thinker)
        self._idle.append((thinker, asyncio.get_running_loop().call_later(IDLE_S, self._end_oldest_idle)))
        result, fault = (None, "it was late, or its process ended") if answer is None else answer
        if fault:
            log.warning("not_computed_for_viewers", work=work.func.__name__, why=fault)
            raise NotComputed
        return result

    async def _take_process(self) -> "Thinker":
        if not self._idle:
            return await self._in_thread(_make_process)
        thinker, timer = self._idle.pop()
        timer.cancel()
        return thinker

    def _end_oldest_idle(self) -> None:
        self._thread.submit(self._idle.pop(0)[0].close)  # waits until the process has ended


def _make_process() -> "Thinker":
    from controller.play.bots.thinking import Thinker  # slow import

    return Thinker(idle=True)


def _result_or_fault(work: Work, goes_on: Callable[[], bool]) -> tuple[bytes | None, str]:
    try:
        return work(goes_on), ""
    except Exception as fault:  # noqa: BLE001  # a bug of a game
        return None, f"{type(fault).__name__}: {fault}"


def _make_film(journal: Path, game: replays.LoggedGame, language: str, _goes_on: Callable[[], bool]) -> bytes:
    from controller.show.painting.film import encode_gif  # slow imports: Pillow
    from controller.show.painting.game_film import frames_of_game, replay_steps

    actions = replays.read_actions(journal, game.game_id)
    rules = installed.make_game(game_name_of_start(actions[0]))
    return encode_gif(frames_of_game(rules, list(replay_steps(rules, actions)), language))


def _paint_course(
    journal: Path, game: replays.LoggedGame, analyses: Path, language: str, _goes_on: Callable[[], bool]
) -> bytes | None:
    from controller.show.painting.film import encode_course_png, make_course_picture

    actions = replays.read_actions(journal, game.game_id)
    name = game_name_of_start(actions[0])
    try:
        rules = installed.make_game(name)
    except installed.GameUnusable:
        return None
    if not isinstance(rules, Charting):
        return None
    kept = read_kept_analysis(analyses, game, name)
    moments = kept[language]["moments"] if kept is not None else ()
    standing = replays.replay_log(rules, actions).standing
    return encode_course_png(make_course_picture(rules, standing, rules.first_memory(), moments), language)
