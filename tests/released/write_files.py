"""Write what this version writes, for later versions to read: `python -m tests.released.write_files FOLDER`.

Run it once, at a release, and never change the files afterwards. They need PostgreSQL, openssl and gpg.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from asyncpg import Connection
from click.testing import CliRunner

from controller.__main__ import main
from hub import authority, packages, table_management
from hub.engines.broker_users import BrokerUsers
from hub.players.ratings import begin_season
from hub.players.registry import save_seat
from hub.store.connection import hold_table, open_connection
from hub.store.stored_games import append_entries, register_journals
from hub.tournament.exchange import decode_complete_record, encode_tournament_record
from hub.tournament_service.exchange import import_tournament
from tests.hub.recorded import OTHER, UID, new_entries, recorded_game, store_game
from tests.hub.running import migrated_database, run_maintenance, running_postgres
from tests.hub.tournament.simulated import ROOT, Simulated, random_scores

EVENING_UTC = "2026-11-28T18:00:00+00:00"


def royaltable(*words: object) -> None:
    done = CliRunner(catch_exceptions=False).invoke(main, list(map(str, words)))
    assert done.exit_code == 0, done.output


def write_table(folder: Path) -> None:
    """Write settings, and the journal of a finished game and of one that goes on, with its draws."""
    royaltable("config", "init", "b", "--to", folder / "table.toml")
    log = folder / "log.jsonl"
    log.write_text("".join(f"{row.action}\n" for row in recorded_game(players=2).rows))
    royaltable("demo", "--fast", "--players", 2, "--journal", folder / "table.journal")
    royaltable("journal", "import", folder / "table.journal", log)
    for left in (log, *folder.glob("table.journal-*")):
        left.unlink()


async def fill_database(connection: Connection, url: str) -> None:
    """Write rows of each kind: a packed game, one that goes on, players, seats, ratings, a season, a tournament."""
    await register_journals(connection, {UID: ("rt-kdmxqz", None), OTHER: ("rt-other", UID)})
    await begin_season(connection, "Winter")
    await store_game(connection, 1)
    await append_entries(connection, [new_entries(recorded_game(2, 2).rows[:20], 2)])
    for castle, name in (("blue", "Ana"), ("grey", "Émile")):
        await save_seat(connection, 1, 1, castle, name, "steward")
    await run_maintenance(url, connection)
    await hold_table(connection, "rt-other")
    evening = Simulated(8, rounds=3, clubs=2)
    evening.play(random_scores(1), rounds=1)
    done = [("organiser", EVENING_UTC)] * len(evening.acts)
    record = encode_tournament_record(evening.acts, done, ROOT)  # type: ignore[arg-type]
    await import_tournament(connection, decode_complete_record(record))


def write_hub(backup: Path) -> None:
    with running_postgres() as postgres, migrated_database(postgres.url) as url, tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "hub.toml").write_text(f'[database]\nurl = "{url}"\n')
        BrokerUsers(folder).add_table_with_new_password("rt-kdmxqz")
        BrokerUsers(folder).record_first_machine("rt-kdmxqz", "0123456789abcdef")
        authority.HubAuthority(folder / "authority", folder / "mosquitto")
        packages.PackageFolder(folder).load_or_create_public_key()
        table_management.save_or_remove_rollout(folder, table_management.Rollout("0.2.0", "0.1.0"))

        async def work() -> None:
            async with open_connection(url) as connection:
                await fill_database(connection, url)

        asyncio.run(work())
        royaltable("hub", "--folder", folder, "backup", backup)


if __name__ == "__main__":
    to = Path(sys.argv[1])
    to.mkdir(parents=True)
    write_table(to)
    write_hub(to / "room.hub")
