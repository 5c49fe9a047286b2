"""Make films of finished games for the page in a child process limited in time and memory."""

import asyncio
import os
import resource
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from controller import log
from controller.limits import FILM_BYTES, FILM_MEMORY_BYTES, FILM_TIMEOUT_S, LOG_LINE_CHARS
from controller.play.replays import read_game_result

LOWEST_PRIORITY: Final = 19


class FilmNotMade(Exception):
    """Another film is being made, or this one failed."""


class FilmMaker:
    """Makes one film at a time with `royaltable film`; the latest stays in memory."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._key: tuple[int, int, str] | None = None
        self._film: asyncio.Task[bytes] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    async def get_or_make_gif(self, game_id: int, language: str) -> bytes | None:
        """Return the film of a finished game, 0 for the latest; None if none.

        Raises:
            FilmNotMade: another film is being made, or this one failed.
            JournalError: the journal cannot be read.
        """
        result = await asyncio.to_thread(read_game_result, self._journal, game_id)
        if result is None:
            return None
        key = result.game_id, result.actions, language
        if self._film is None or (self._film.done() and (key != self._key or self._film.exception() is not None)):
            self._key = key
            self._film = asyncio.create_task(
                asyncio.to_thread(self._make_gif_in_child_process, result.game_id, language), name="film"
            )
        if key != self._key:
            raise FilmNotMade("Another film is being made. Try again in a minute.")
        return await asyncio.shield(self._film)

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()

    def _make_gif_in_child_process(self, game_id: int, language: str) -> bytes:
        with TemporaryDirectory() as folder, (Path(folder) / "said").open("w+b") as said:
            out = Path(folder) / "film.gif"
            command = f"-m controller film --game {game_id} --language {language} --journal".split()
            self._process = subprocess.Popen(  # noqa: S603  # our own command
                [sys.executable, *command, self._journal, "--out", out],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )
            with self._process as process:
                if sys.platform == "linux":  # others do not limit another process
                    for what, most in ((resource.RLIMIT_AS, FILM_MEMORY_BYTES), (resource.RLIMIT_FSIZE, FILM_BYTES)):
                        resource.prlimit(process.pid, what, (most, most))
                with suppress(OSError):  # the service's sandbox forbids it; its Pi has other cores for the game
                    os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST_PRIORITY)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(FILM_TIMEOUT_S)
                process.kill()
            if process.returncode == 0:
                return out.read_bytes()
            said.seek(0)
            log.warning("film_not_made", game=game_id, status=process.returncode, why=said.read(LOG_LINE_CHARS))
            raise FilmNotMade("The film could not be made. The table's log says why.")
