"""A tournament as a folder of static files that any web server can show, later than it happens, signed by the hub.

``feed.json`` has the tournament and the hashes of the games' logs, with an Ed25519 signature over all of it; the page
``index.html`` verifies both in the browser. The logs are in notation, up to what the hub has: tables send a log only up
to moments at which nothing is hidden.
"""

import asyncio
import base64
import hashlib
import re
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller import limits, log
from controller.games.naming import game_name_of_start
from controller.games.notation import format_game
from controller.store.atomic_files import write_atomically
from controller.store.certificates.certificate import run_openssl
from controller.texts.translation import LANGUAGES, messages_in_files_named, translate
from hub.store.connection import open_connection
from hub.store.stored_games import DamagedGameError, load_verified_entries
from hub.tournament.exchange import describe_tournament
from hub.tournament.page_value import entrant_by_castle
from hub.tournament.tournament import Game, Tournament, tournament_from_actions
from hub.tournament_service.service import load_newest_tournament

WRITE_EVERY_S: Final = 60.0

KEY_FILE: Final = "feed.key"
FEED_FILE: Final = "feed.json"
LOGS_FOLDER: Final = "games"
TEXTS_FILE: Final = "feed.ftl"

PAGE_TEMPLATE: Final = Path(__file__).with_name("feed.html")
ED25519_KEY_BYTES: Final = 32
LOG_NAME_RE: Final = re.compile(r"[0-9a-f]{12}-\d{1,2}-\d{1,4}-[0-9a-f]{16}\.txt")

SELECT_GAMES: Final = """
select g.journal_no, g.game, g.follows, g.head, g.head_checksum, g.packed, g.damaged, g.fixture,
       encode(j.uid, 'hex') as uid, g.outcome is not null and g.ended_at <= $4 as over
from games g join journals j using (journal_no)
where g.fixture = any($1::text[])
   or (j.uid, g.game) in (select uid, game from unnest($2::bytea[], $3::int[]) as asked (uid, game))
order by g.last_got
"""


class FeedLog(Struct, frozen=True):
    """A game's log: its file, the file's hash, how many actions it has, and whether the game is over."""

    file: str
    sha256: str
    actions: int
    over: bool


class FeedKey:
    """The hub's key for feeds, made by openssl when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / KEY_FILE

    def load_or_create_public_key(self) -> str:
        """Return the 32 bytes as base64url, as the page's address may carry them; raise OpensslError or OSError."""
        if not self._file.exists():
            write_atomically(self._file, run_openssl("genpkey", "-algorithm", "ed25519"), mode=0o600)
        der = run_openssl("pkey", "-in", str(self._file), "-pubout", "-outform", "DER")
        return base64.urlsafe_b64encode(der[-ED25519_KEY_BYTES:]).decode().rstrip("=")

    def sign(self, content: bytes) -> str:
        """Return the signature as base64; openssl signs with Ed25519 only from a file."""
        with tempfile.NamedTemporaryFile() as file:
            file.write(content)
            file.flush()
            words = ("pkeyutl", "-sign", "-rawin", "-inkey", str(self._file), "-in", file.name)
            return base64.b64encode(run_openssl(*words)).decode()


class TournamentFeed:
    """Writes the feed of the newest tournament into ``folder``, as it was ``delay`` ago by the database's clock."""

    def __init__(self, url: str, folder: Path, key: FeedKey, delay: timedelta) -> None:
        self._url = url
        self._folder = folder
        self._key = key
        self._delay = delay
        self._heads: dict[tuple[int, int], list[tuple[datetime, int]]] = {}
        self._logs: dict[tuple[Any, ...], FeedLog] = {}
        self._kept: list[set[str]] = [set(), set()]
        """Files that the latest two feeds name: a browser may still have the one before."""

    async def run(self) -> None:
        """Write forever; raise a database error, OSError or OpensslError."""
        await asyncio.to_thread(self.write_page)
        while True:
            async with open_connection(self._url) as connection:
                await self.write(connection, await connection.fetchval("select now()"))
            await asyncio.sleep(WRITE_EVERY_S)

    async def write(self, connection: Connection, now: datetime) -> None:
        """Write the feed once; keep what is there while the newest tournament is younger than the delay."""
        stored = await load_newest_tournament(connection)
        acts = [each.act for each in stored.actions if each.at <= now - self._delay] if stored is not None else []
        if not acts:
            return
        shown = tournament_from_actions(acts)
        logs = await self._write_logs(connection, shown, now)
        value = {
            "version": 1,
            "written_utc": now,
            "shown_utc": now - self._delay,
            "tournament": describe_tournament([act for act in acts if act is not None]),
            "logs": logs,
        }
        await asyncio.to_thread(self._write_signed, msgspec.json.encode(value), {each.file for each in logs.values()})

    def write_page(self) -> None:
        """Make the folder and its page; the feed comes with `write`."""
        (self._folder / LOGS_FOLDER).mkdir(mode=0o755, parents=True, exist_ok=True)
        write_atomically(self._folder / "index.html", make_feed_page(self._key.load_or_create_public_key()))
        self._kept[1] = {f"{LOGS_FOLDER}/{file.name}" for file in (self._folder / LOGS_FOLDER).iterdir()}

    def _write_signed(self, signed: bytes, files: set[str]) -> None:
        """Replace the feed; delete logs that neither this feed nor the one before it names."""
        envelope = {"signature": self._key.sign(signed), "signed": signed.decode()}
        write_atomically(self._folder / FEED_FILE, msgspec.json.encode(envelope))
        self._kept = [self._kept[1], files]
        for file in (self._folder / LOGS_FOLDER).iterdir():
            if LOG_NAME_RE.fullmatch(file.name) and not any(
                f"{LOGS_FOLDER}/{file.name}" in each for each in self._kept
            ):
                file.unlink(missing_ok=True)

    async def _write_logs(self, connection: Connection, shown: Tournament, now: datetime) -> dict[str, FeedLog]:
        """Return the logs that may be shown, by fixture."""
        games = {fixture: game for fixture, (_, game) in shown.games.items()}
        fixture_by_source = {game.source: fixture for fixture, game in games.items() if game.source is not None}
        uids = [bytes.fromhex(uid) for uid, _ in fixture_by_source]
        numbers = [number for _, number in fixture_by_source]
        rows = await connection.fetch(SELECT_GAMES, list(games), uids, numbers, now - self._delay)
        self._heads = {key: self._heads.get(key, []) for key in ((row["journal_no"], row["game"]) for row in rows)}
        to_show = {}
        for row in rows:
            head, source = self._head_to_show(row, now), (row["uid"], row["game"])
            fixture = fixture_by_source.get(source, row["fixture"])
            if head and fixture in games and games[fixture].source in {None, source}:
                to_show[fixture] = row, head
        kept, found = self._logs, {}
        self._logs = {}
        for fixture, (row, head) in list(to_show.items())[-limits.FEED_LOGS :]:
            headers = _make_headers(shown, games[fixture])
            key = (row["journal_no"], row["game"], head, row["over"], *headers.values())
            if (written := kept.get(key)) is None:
                try:
                    entries = (await load_verified_entries(connection, row))[:head]
                except DamagedGameError as fault:
                    log.warning("hub_feed_log", fixture=fixture, seen=fault)
                    continue
                actions = [msgspec.json.decode(each.action) for each in entries]
                written = await asyncio.to_thread(self._write_log, headers, actions, over=row["over"])
            if written is not None:
                self._logs[key] = found[fixture] = written
        return found

    def _head_to_show(self, row: Any, now: datetime) -> int:
        """Return how many actions may be shown: all of a game that was over then, else those that were known then."""
        seen = self._heads[row["journal_no"], row["game"]]
        if not seen or seen[-1][1] != row["head"]:
            seen.append((now, row["head"]))
        before = [place for place, (at, _) in enumerate(seen) if at <= now - self._delay]
        if before:
            del seen[: before[-1]]
        return int(row["head"]) if row["over"] else seen[0][1] if before else 0

    def _write_log(self, headers: Mapping[str, str], actions: Sequence[Any], *, over: bool) -> FeedLog | None:
        game = {"Game": game_name_of_start(actions[0])}
        content = "".join(format_game({**headers, **game}, [{"action": action} for action in actions])).encode()
        if len(content) > limits.FEED_LOG_BYTES:
            log.warning("hub_feed_log", fixture=headers["Fixture"], seen=f"{len(content)} bytes")
            return None
        digest = hashlib.sha256(content).hexdigest()
        file = f"{LOGS_FOLDER}/{headers['Fixture']}-{digest[:16]}.txt"
        write_atomically(self._folder / file, content)
        return FeedLog(file, digest, len(actions), over)


def _make_headers(shown: Tournament, game: Game) -> dict[str, str]:
    people = entrant_by_castle(shown, game)
    names = ", ".join(f"{castle} {shown.entrants[entrant].name}" for castle, entrant in people.items())
    return {"Event": shown.begun.name, "Fixture": game.fixture, "Players": names}


def make_feed_page(public_key: str) -> str:
    texts = {
        language: {key: translate(language, key) for key in messages_in_files_named(language, TEXTS_FILE)}
        for language in LANGUAGES
    }
    given = msgspec.json.encode({"key": public_key, "texts": texts}).decode().replace("<", "\\u003c")
    return PAGE_TEMPLATE.read_text("utf-8").replace("GIVEN_BY_THE_HUB", given)
