"""Each later version reads what a released one wrote. `tests/released/write_files.py` wrote the files of ``v0_1_0``."""

import asyncio
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.store.journal import Journal, JournalReader
from hub.players.ratings import load_ranking
from hub.players.registry import list_names_starting_with
from hub.store.connection import load_held_tables, open_connection
from hub.table_management import Rollout, load_rollout
from hub.tournament_service.service import TournamentService
from tests.hub.running import folder_of_a_hub, fresh_database, run_maintenance, running_postgres, skip_without_engines
from tests.support.journal_games import entry

WRITTEN = Path(__file__).parent / "v0_1_0"


def royaltable(*words: object) -> str:
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == 0, done.output
    return done.output


def test_settings_of_0_1_0_are_valid() -> None:
    assert "table.toml: valid." in royaltable("config", "check", "--config", WRITTEN / "table.toml")


def test_a_journal_of_0_1_0_is_intact_replays_and_is_played_on(tmp_path: Path) -> None:
    journal, log = shutil.copy(WRITTEN / "table.journal", tmp_path), tmp_path / "log.jsonl"
    assert "intact; 2 games, 209 actions." in royaltable("journal", "verify", journal)
    log.write_text(royaltable("journal", "export", journal, "--game", 2))
    assert "185 accepted, 0 refused; round 10, over" in royaltable("replay", log)
    with Journal(Path(journal)) as again:
        again.append([entry(1, 25)])
    with JournalReader(Path(journal)) as reader:
        assert [game.actions for game in reader.games()] == [25, 185]
        assert reader.damage_findings() == []


@pytest.mark.real_time
def test_a_backup_of_a_hub_of_0_1_0_is_restored_and_worked_with() -> None:
    async def work(url: str) -> None:
        tournament = TournamentService(url)
        await tournament.reload_if_stale()
        assert tournament.tournament is not None
        assert len(tournament.tournament.entrants) == 8
        async with open_connection(url) as connection:
            await connection.execute("update games set replayed = null")
            await run_maintenance(url, connection)
            assert await connection.fetchval("select replayed from games where game = 1") == "agrees"
            assert await load_held_tables(connection) == ["rt-other"]
            assert await list_names_starting_with(connection, "ÉM") == ["Émile"]
            ranking = await load_ranking(connection, "tumult_royale", 0, 0)
            assert {each["name"] for each in ranking["players"]} == {"Ana", "Émile"}

    skip_without_engines()
    with running_postgres() as postgres, fresh_database(postgres.url) as url, folder_of_a_hub(url) as folder:
        said = royaltable("hub", "--folder", folder, "restore", "--yes", WRITTEN / "room.hub")
        assert "2 tables, 2 journals, 2 games, 20 entries" in said
        assert load_rollout(folder) == Rollout("0.2.0", "0.1.0")
        asyncio.run(work(url))
