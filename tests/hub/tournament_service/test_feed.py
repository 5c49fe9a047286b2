"""A tournament's public feed: signed files, later than it happens, and nothing that tables keep to themselves."""

import base64
import hashlib
import json
import subprocess
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from asyncpg import Connection
from click.testing import CliRunner
from msgspec import structs

from controller.__main__ import main
from controller.cli.game.game_logs import read_log_lines
from hub.store.stored_games import append_entries
from hub.tournament.actions import Action
from hub.tournament_service.exchange import INSERT_ACTIONS, INSERT_TOURNAMENT
from hub.tournament_service.feed import FeedKey, TournamentFeed
from hub.tournament_service.service import encode_action
from tests.hub.recorded import new_entries, open_database, recorded_game
from tests.hub.tournament.simulated import Simulated
from tests.support.documents import blocks

pytestmark = pytest.mark.real_time

NOW = datetime(2026, 1, 2, 18, 0, tzinfo=UTC)
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


def drawn_round() -> Simulated:
    played = Simulated(4, rounds=1, tables=1)
    played.draw()
    return played


async def store(connection: Connection, acts: list[Action], at: datetime, first: int = 1) -> None:
    """Store actions of a tournament, all done at that time."""
    if first == 1:
        await connection.execute(INSERT_TOURNAMENT, bytes(32), at)
    number = await connection.fetchval("select tournament_no from tournaments")
    numbers, texts = list(range(first, first + len(acts))), [encode_action(act) for act in acts]
    await connection.execute(INSERT_ACTIONS, number, numbers, texts, ["x"] * len(acts), [at] * len(acts))


async def store_entries(connection: Connection, fixture: str, first: int, last: int) -> None:
    game = recorded_game()
    over = last == len(game.rows)
    added = new_entries(game.rows[first - 1 : last], outcome=game.outcome if over else None)
    await append_entries(connection, [structs.replace(added, fixture=fixture)])


def feed_of(database: str, folder: Path, delay: timedelta) -> TournamentFeed:
    feed = TournamentFeed(database, folder / "feed", FeedKey(folder), delay)
    feed.write_page()
    return feed


def shown(folder: Path) -> Any:
    return json.loads(json.loads((folder / "feed/feed.json").read_text())["signed"])


def verified_by_openssl(folder: Path) -> bool:
    envelope = json.loads((folder / "feed/feed.json").read_text())
    (folder / "signed").write_text(envelope["signed"])
    (folder / "signature").write_bytes(base64.b64decode(envelope["signature"]))
    subprocess.run(["openssl", "pkey", "-in", "feed.key", "-pubout", "-out", "feed.pub"], cwd=folder, check=True)
    (words,) = [body.split() for body in blocks("docs/tournament.md", "") if body.startswith("openssl ")]
    return subprocess.run(words, cwd=folder, check=False, capture_output=True).returncode == 0


async def test_a_feed_is_signed_by_the_hubs_key_and_openssl_can_verify_it(database: str, tmp_path: Path) -> None:
    async with open_database(database) as connection:
        await store(connection, drawn_round().acts, NOW - HOUR)
        await feed_of(database, tmp_path, timedelta(0)).write(connection, NOW)
    assert verified_by_openssl(tmp_path)
    assert (tmp_path / "feed.key").stat().st_mode & 0o777 == 0o600
    assert FeedKey(tmp_path).load_or_create_public_key() in (tmp_path / "feed/index.html").read_text()
    assert [each["name"] for each in shown(tmp_path)["tournament"]["players"]] == ["P1", "P2", "P3", "P4"]


async def test_a_feed_shows_the_tournament_as_it_was_before_the_delay(database: str, tmp_path: Path) -> None:
    played = drawn_round()
    async with open_database(database) as connection:
        feed = feed_of(database, tmp_path, HOUR)
        await store(connection, played.acts[:2], NOW)
        await feed.write(connection, NOW + HOUR - SECOND)
        assert not (tmp_path / "feed/feed.json").exists(), "nothing is old enough"
        await store(connection, played.acts[2:], NOW + HOUR, first=3)
        await feed.write(connection, NOW + HOUR)
        assert shown(tmp_path)["tournament"]["rounds"] == [], "drawn just now"
        await feed.write(connection, NOW + 2 * HOUR)
        assert len(shown(tmp_path)["tournament"]["rounds"]) == 1


async def test_a_running_game_is_shown_up_to_what_the_hub_had_before_the_delay(database: str, tmp_path: Path) -> None:
    played = drawn_round()
    fixture = played.tournament.rounds[0].games[0].fixture
    async with open_database(database) as connection:
        feed = feed_of(database, tmp_path, HOUR)
        await store(connection, played.acts, NOW - 2 * HOUR)
        await store_entries(connection, fixture, 1, 5)
        await feed.write(connection, NOW)
        await store_entries(connection, fixture, 6, 9)
        await feed.write(connection, NOW + HOUR - SECOND)
        assert shown(tmp_path)["logs"] == {}
        await feed.write(connection, NOW + HOUR)
        log = shown(tmp_path)["logs"][fixture]
        content = (tmp_path / "feed" / log["file"]).read_bytes()
        assert (log["actions"], log["over"]) == (5, False)
        assert hashlib.sha256(content).hexdigest() == log["sha256"]
        assert (b"\n5. " in content, b"\n6. " in content) == (True, False)


async def test_a_finished_game_is_shown_whole_with_its_players_after_the_delay(database: str, tmp_path: Path) -> None:
    played = drawn_round()
    round_game, rows = played.tournament.rounds[0].games[0], recorded_game().rows
    async with open_database(database) as connection:
        await store(connection, played.acts, NOW - 2 * HOUR)
        await store_entries(connection, round_game.fixture, 1, len(rows))
        ended = await connection.fetchval("select ended_at from games")
        await feed_of(database, tmp_path, HOUR).write(connection, ended + HOUR - SECOND)
        assert shown(tmp_path)["logs"] == {}
        await feed_of(database, tmp_path, HOUR).write(connection, ended + HOUR)
    log = shown(tmp_path)["logs"][round_game.fixture]
    assert (log["actions"], log["over"]) == (len(rows), True)
    content = (tmp_path / "feed" / log["file"]).read_bytes()
    assert [line.value for line in read_log_lines(BytesIO(content))] == [json.loads(row.action) for row in rows]
    assert f'[Players "blue P{round_game.people[0]}, '.encode() in content


async def test_logs_that_no_recent_feed_names_are_deleted(database: str, tmp_path: Path) -> None:
    played = drawn_round()
    fixture = played.tournament.rounds[0].games[0].fixture
    async with open_database(database) as connection:
        feed = feed_of(database, tmp_path, timedelta(0))
        await store(connection, played.acts, NOW - HOUR)
        for first, last in ((1, 4), (5, 5), (6, 6)):
            await store_entries(connection, fixture, first, last)
            await feed.write(connection, NOW + last * SECOND)
    assert len(list((tmp_path / "feed/games").iterdir())) == 2, "the newest, and the one of the feed before it"


def test_a_command_prints_where_the_feed_is_and_the_key_behind_its_address(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text('[feed]\nfolder = "feed"\ndelay_minutes = 20\n')
    printed = CliRunner().invoke(main, ["hub", "--folder", str(tmp_path), "feed"]).stdout
    key = FeedKey(tmp_path).load_or_create_public_key()
    assert printed == f"Folder: {tmp_path / 'feed'}\nDelay: 20 min\nBehind the address of its page: #{key}\n"
    assert len(key) == 43
