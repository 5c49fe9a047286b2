"""A page under siege: silent connections, half-said requests, streams and guesses, from one address and from many.

The simulated table in a process of its own, besieged by another process; a referee at a third address goes on acting
meanwhile, and a new visitor comes. An hour of guesses and a day of log are counted in virtual time.

Then 44 connections of one address ask for one view after the other, as fast as they are answered, of a table with
8,000 finished games, and of a hub with as many and a tournament of 600. Meanwhile an action may take half as long
again as at peace.
On a machine with other work, start this by `chrt -r 10`: what is measured then goes first.
"""

import asyncio
import contextlib
import logging
import resource
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from typing import Final

import click

from bench.crowd.flood import ACTING, Act, Visitor, flood_each, milliseconds_of, p99, visiting
from bench.crowd.long_room import PLAYERS, fill_hub, write_journal
from bench.crowd.running_hub import running_hub
from bench.shared.figure import Figure
from controller import log
from controller.limits import TOURNAMENT_ACTIONS
from controller.web.access.login_throttle import HOUR_S, LoginThrottle
from hub.engines.supervisor import MissingProgramError, find_postgres_program_folder, find_program_path
from hub.page.access import Role, RoomSecrets
from tests.support.ports import free_port
from tests.support.processes import resident_mb, running, wait_until_it_answers

CONNECTIONS: Final = {"silent connections": 5000, "half-said requests": 5000, "streams": 2000}
ADDRESSES: Final = (1, 250)
SIEGE_S: Final = 8.0
STORM_S: Final = 15.0
SPARE_FILES: Final = 100
PATIENCE_S: Final = 10.0

REFEREE: Final = ACTING
NEW_VISITOR: Final = "127.9.9.10"

A_GAME: Final = {"castles": ["blue", "yellow"], "options": {"map": "honour"}, "bots": []}

BESIEGER: Final = """
import asyncio, sys
port, count, addresses, said = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4].encode()
async def one(nth):
    nth %= addresses
    try:
        reader, writer = await asyncio.wait_for(
            asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.1.{nth // 200}.{nth % 200 + 1}", 0)), 5)
        writer.write(said)
        return writer
    except (OSError, TimeoutError):
        return None
async def main():
    held = []
    for begin in range(0, count, 100):
        held += await asyncio.gather(*(one(nth) for nth in range(begin, min(count, begin + 100))))
    print(sum(writer is not None for writer in held), flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""
"""Opens connections as fast as it can, and holds them."""

GUESSER: Final = """
import asyncio, sys, time
port, addresses, until = int(sys.argv[1]), int(sys.argv[2]), time.monotonic() + float(sys.argv[3])
evaluated = 0
async def guess(nth):
    global evaluated
    while time.monotonic() < until:
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(f"127.1.{nth // 200}.{nth % 200 + 1}", 0))
            body = b'{"pin": "%06d"}' % (nth % 1000000)
            writer.write(b"POST /api/login HTTP/1.1\\r\\nhost: localhost\\r\\ncontent-type: application/json\\r\\n"
                         b"connection: close\\r\\ncontent-length: %d\\r\\n\\r\\n%s" % (len(body), body))
            answer = await reader.readline()
            evaluated += b" 403 " in answer
            writer.close()
        except OSError:
            pass
        await asyncio.sleep(0.05)
async def main():
    await asyncio.gather(*(guess(nth) for nth in range(addresses)))
    print(evaluated, flush=True)
asyncio.run(main())
"""
"""Guesses wrong PINs from so many addresses at once."""

SAID: Final = {
    "silent connections": "",
    "half-said requests": "GET /api/view HTTP/1.1\r\nhost: localhost\r\nx-a: ",
    "streams": "GET /api/stream HTTP/1.1\r\nhost: localhost\r\n\r\n",
}


def run() -> list[Figure]:
    """The figures."""
    allowed = _files_allowed(max(CONNECTIONS.values()) + SPARE_FILES) - SPARE_FILES
    if allowed < max(CONNECTIONS.values()):
        click.echo(f"This machine allows one process {allowed} connections; a siege has no more.")
    return [
        *asyncio.run(_besieged(allowed)),
        _an_hour_of_guesses(),
        _a_day_of_log(),
        *_viewers_of_a_table(),
        *_viewers_of_a_hub(),
    ]


async def _besieged(allowed: int) -> list[Figure]:
    figures = []
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        journal = str(Path(folder) / "besieged.journal")
        command = [sys.executable, "-m", "controller", "sim", "--port", str(port), "--journal", journal]
        with running(command) as table:
            await asyncio.to_thread(wait_until_it_answers, table, f"http://127.0.0.1:{port}/api/view")
            async with visiting(port, REFEREE) as referee:
                assert (await referee.ask("/api/game", A_GAME))[0] == 204
                before_mb = resident_mb(table.pid)
                figures.append(Figure("siege: at peace: a referee's action, p99", await _at_peace(referee), "ms"))
                for kind, count in CONNECTIONS.items():
                    for addresses in ADDRESSES:
                        figures += await _siege(referee, port, kind, min(count, allowed), addresses)
                figures.append(Figure("siege: memory grown", resident_mb(table.pid) - before_mb, "MB", most=64))
                figures += await _storm(referee, port)
                figures.append(Figure("siege: tables that ended", float(table.poll() is not None), "", most=0))
    return figures


async def _at_peace(referee: Visitor) -> float:
    """What the machine itself costs: above some 10 ms it is busy with something else, and so is what follows."""
    return p99(await milliseconds_of(_amending(referee), SIEGE_S / 2))


async def _siege(referee: Visitor, port: int, kind: str, count: int, addresses: int) -> list[Figure]:
    """One siege; what the besieger holds is let go at its end."""
    besieger = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BESIEGER, str(port), str(count), str(addresses), SAID[kind]
    )
    try:
        took_ms = await milliseconds_of(_amending(referee), SIEGE_S)
        new_ms = await _new_visitor(port)
    finally:
        besieger.kill()
        await besieger.wait()
    case = f"{count:,} {kind} from {addresses}"
    return [
        Figure(f"siege: {case}: a referee's action, p99", p99(took_ms), "ms", most=50),
        Figure(f"siege: {case}: a new visitor is answered", new_ms, "ms", most=1000),
    ]


async def _new_visitor(port: int) -> float:
    """Milliseconds until a new visitor has the page; one who is cut off comes again at once, as browsers do."""
    begun_s = time.perf_counter()
    while time.perf_counter() - begun_s < PATIENCE_S:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            async with visiting(port, NEW_VISITOR) as visitor:
                if (await visitor.ask("/"))[0] == 200:
                    break
        await asyncio.sleep(0.01)
    return (time.perf_counter() - begun_s) * 1000


async def _storm(referee: Visitor, port: int) -> list[Figure]:
    assert (await referee.ask("/api/owner/pin", {}))[0] == 200
    guesser = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", GUESSER, str(port), str(max(ADDRESSES)), str(STORM_S)), stdout=asyncio.subprocess.PIPE
    )
    took_ms = await milliseconds_of(_amending(referee), STORM_S)
    evaluated = int((await guesser.communicate())[0])
    return [
        Figure("siege: an action while guesses storm, p99", p99(took_ms), "ms", most=50),
        Figure(f"siege: guesses evaluated in a storm of {STORM_S:.0f} s", evaluated, "", most=200),
    ]


def _an_hour_of_guesses() -> Figure:
    """All addresses guess once a second for an hour, in virtual time."""
    now_s = 0.0
    throttle = LoginThrottle("owner", lambda: now_s)
    evaluated = 0
    for second in range(int(HOUR_S)):
        now_s = float(second)
        for nth in range(max(ADDRESSES)):
            if throttle.wait_s(f"127.1.0.{nth}") <= 0:
                throttle.record_failure(f"127.1.0.{nth}")
                evaluated += 1
    return Figure(f"siege: guesses evaluated in an hour from {max(ADDRESSES)} addresses", evaluated, "", most=200)


def _a_day_of_log() -> Figure:
    """Ten long lines a second for a day, through the log's own budget."""
    bounded, size = log.LogLineBudget(), 0
    for tenth in range(24 * 3600 * 10):
        record = logging.LogRecord("royaltable", logging.WARNING, "", 0, "x" * 1000, (), None)
        record.created = tenth / 10
        if bounded.filter(record):
            size += len(record.getMessage()) + 1
    return Figure("siege: a day of log under attack", size / 1e6, "MB", most=10)


def _amending(referee: Visitor) -> Act:
    """Amend the game again and again."""
    signs = cycle((1, -1))

    async def act() -> None:
        status, answer = await referee.ask("/api/actions", {"do": "amend", "supporters": {"blue": next(signs)}})
        if status != 200:
            raise RuntimeError(f"the referee's action: saw {status} {answer!r}, expected 200")

    return act


VIEWS_OF_A_TABLE: Final = (
    "/api/replay/0/film",
    "/api/replay/99999/film",
    "/api/replay/0/analysis",
    "/api/replay/0/200",
    "/course.png",
    "/api/parked",
    "/api/view",
    "/api/texts/de",
    "/openapi.json",
    "/",
)

VIEWS_OF_A_HUB: Final = (
    "/api/games?skip=7000",
    "/api/games/1/1",
    "/api/games/1/1/steps/200",
    "/api/games/9/9999",
    "/api/players?rules=tumult_royale",
    "/api/players/7",
    "/api/records?rules=tumult_royale",
    "/api/choices",
    "/api/forecasts",
    "/api/status",
    "/api/tournament",
    "/api/tournament/standing.csv",
    "/api/tournament/tournament.json",
    "/api/tournament/sign-up.svg",
    "/api/texts/de",
    "/",
)

FINISHED_GAMES: Final = 8000
TIMES_AT_MOST: Final = 1.5


def _viewers_of_a_table() -> list[Figure]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "long.journal"
        write_journal(journal, FINISHED_GAMES)
        command = [sys.executable, "-m", "controller", "sim", "--port", str(port), "--journal", str(journal)]
        with running(command) as table:
            wait_until_it_answers(table, f"http://127.0.0.1:{port}/api/view")
            return asyncio.run(_flood_table(port))


async def _flood_table(port: int) -> list[Figure]:
    async with visiting(port, REFEREE) as referee:
        assert (await referee.ask("/api/game", A_GAME))[0] == 204
        case = f"a table with {FINISHED_GAMES:,} games"
        return await flood_each(case, port, _amending(referee), VIEWS_OF_A_TABLE, TIMES_AT_MOST)


def _viewers_of_a_hub() -> list[Figure]:
    try:
        find_postgres_program_folder()
        find_program_path("mosquitto", "mosquitto")
        find_program_path("haproxy", "haproxy")
    except MissingProgramError as missing:
        click.echo(f"LEFT OUT: the siege of a hub: {missing}")
        return []
    with tempfile.TemporaryDirectory(prefix="rt-bench-") as made:
        folder = Path(made)
        folder.chmod(0o755)  # PostgreSQL enters it as another user where we are root
        pin = RoomSecrets(folder).replace_pin(Role.ORGANISER)
        with running_hub(folder, 0) as hub:
            asyncio.run(fill_hub(hub.url, FINISHED_GAMES))
        with running_hub(folder, 0) as hub:  # which reads the tournament
            return asyncio.run(_flood_hub(hub.page_port, pin.reveal()))


async def _flood_hub(port: int, pin: str) -> list[Figure]:
    async with visiting(port, REFEREE) as organiser:
        assert (await organiser.ask("/api/login", {"pin": pin}))[0] == 204
        case = f"a hub with {FINISHED_GAMES:,} games and {PLAYERS} entrants"
        return await flood_each(case, port, _renaming(organiser), VIEWS_OF_A_HUB, TIMES_AT_MOST)


def _renaming(organiser: Visitor) -> Act:
    """Change an entrant's club again and again."""
    clubs = cycle(("North", "South"))

    async def act() -> None:
        renamed = {"do": "renamed", "entrant": 1, "name": "Player 0", "club": next(clubs)}
        status, answer = await organiser.ask("/api/tournament/do", {"act": renamed, "seen": TOURNAMENT_ACTIONS})
        if status != 204:
            raise RuntimeError(f"the organiser's action: saw {status} {answer!r}, expected 204")

    return act


def _files_allowed(wanted: int) -> int:
    """How many files a process of ours may open; as many as wanted where the machine lets us ask for them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return soft
