"""A tournament goes from one hub to another as a file, and nothing of it is lost."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from controller.__main__ import main
from hub.store.connection import open_connection
from hub.tournament.actions import AddEntrants, EndTournament, Newcomer, SetEntriesClosed
from hub.tournament.exchange import (
    TournamentRecordError,
    decode_complete_record,
    encode_tournament_record,
)
from hub.tournament_service.exchange import import_tournament
from hub.tournament_service.service import TournamentService
from tests.hub.tournament.simulated import ROOT, Simulated, random_scores

BEGAN = datetime(2026, 11, 28, 18, 0, tzinfo=UTC)


def evening(*, over: bool = True, form: str = "finals", people: int = 17) -> Simulated:
    played = Simulated(people, rounds=2, form=form, clubs=3, tables=3)  # type: ignore[arg-type]
    played.play(random_scores(1), rounds=4 if form == "finals" else 2)
    if over:
        played.do(EndTournament())
    return played


def file_of(played: Simulated, *, secret: bool = False) -> bytes:
    done = [("organiser", BEGAN + timedelta(minutes=number)) for number in range(len(played.acts))]
    return encode_tournament_record(played.acts, done, ROOT if secret else None)


async def take_in(url: str, content: bytes) -> TournamentService:
    async with open_connection(url) as connection:
        await import_tournament(connection, decode_complete_record(content))
    service = TournamentService(url)
    await service.reload_if_stale()
    return service


def test_a_file_lists_players_rounds_fixtures_results_and_standings() -> None:
    overview = json.loads(file_of(evening(form="swiss", people=4)))["overview"]
    assert overview.keys() == {"name", "format", "over", "players", "rounds", "standings"}
    assert overview["players"][0] == {"number": 1, "name": "P1", "club": "C1", "here": True}
    first = overview["rounds"][0]["games"][0]
    assert first.keys() == {"fixture", "table", "players", "scores"}
    assert (first["table"], sorted(first["players"])) == ("rt-1", [1, 2, 3, 4])
    assert [row["rank"] for row in overview["standings"]] == [1, 2, 3, 4]
    assert sum(row["points"] for row in overview["standings"]) == 2 * 24


def test_the_commands_take_a_tournament_into_a_hub_and_out_again(database: str, tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text(f'[database]\nurl = "{database}"\n')
    (tmp_path / "in.json").write_bytes(file_of(evening()))

    def tournament(*words: str) -> Result:
        hub = ["hub", "--folder", str(tmp_path), "tournament"]
        return CliRunner(catch_exceptions=False).invoke(main, [*hub, *words])

    assert "actions imported: Evening" in tournament("import", str(tmp_path / "in.json")).output
    assert "Keep it secret" in tournament("export", str(tmp_path / "out.json")).output
    assert (tmp_path / "out.json").read_bytes() == (tmp_path / "in.json").read_bytes()
    assert (tmp_path / "out.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.real_time
async def test_a_running_tournament_is_drawn_on_by_the_other_hub(database: str) -> None:
    played = Simulated(8, rounds=3)
    played.play(random_scores(1), rounds=1)
    service = await take_in(database, file_of(played, secret=True))
    await service.apply_and_store(SetEntriesClosed(closed=True), "organiser")
    await service.draw_and_store("dice", "organiser", seen=len(played.acts) + 1)
    played.draw("dice")
    assert service.tournament == played.tournament


@pytest.mark.real_time
async def test_links_to_players_of_the_other_hub_are_left_out(database: str) -> None:
    played = Simulated(0)
    played.do(AddEntrants((Newcomer("Ana", player=7),), here=True))
    service = await take_in(database, file_of(played, secret=True))
    assert service.tournament is not None
    assert [(each.name, each.player) for each in service.tournament.entrants.values()] == [("Ana", None)]


@pytest.mark.real_time
async def test_a_tournament_is_taken_in_once_and_not_over_a_running_one(database: str) -> None:
    await take_in(database, file_of(evening(over=False), secret=True))
    with pytest.raises(TournamentRecordError, match="in this hub already"):
        await take_in(database, file_of(evening()))
    other = evening()
    other.acts[0] = replace(other.acts[0], commitment="0" * 64)
    with pytest.raises(TournamentRecordError, match="Evening is not over in this hub"):
        await take_in(database, file_of(other))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"root": "00" * 32}, "does not fit its commitment"),
        ({"done": []}, "saw 0 times of actions, expected"),
        ({"done": [["organiser", "2026-11-28T18:00:00Z"]]}, "saw 1 times of actions, expected"),
        ({"acts": []}, "not a tournament"),
        ({"version": 2}, "not a tournament"),
        ({"done": [["organiser", "2026-11-28T18:00:00"]]}, "not a tournament"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(changed: dict[str, object], message: str) -> None:
    with pytest.raises(TournamentRecordError, match=message):
        decode_complete_record(json.dumps(json.loads(file_of(evening())) | changed).encode())


def test_standings_that_do_not_follow_from_the_actions_are_refused() -> None:
    said = json.loads(file_of(evening()))
    said["overview"]["standings"][0]["points"] += 12
    with pytest.raises(TournamentRecordError, match="saw standings that do not follow from its actions"):
        decode_complete_record(json.dumps(said).encode())


def test_a_running_tournament_without_its_root_is_refused() -> None:
    with pytest.raises(TournamentRecordError, match="Evening is not over, and the file lacks the root"):
        decode_complete_record(file_of(evening(over=False)))


def test_the_command_line_enters_lists_and_results_after_showing_them(database: str, tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text(f'[database]\nurl = "{database}"\n')
    people, results = tmp_path / "people.csv", tmp_path / "results.csv"
    people.write_bytes("Nr.;Name;Verein\n1;Ana;Süd\n2;Bo;\n3;;Nord\n4;Cy;\n".encode("cp1252"))
    results.write_text("Name,Points\nAna,12\nBo,20\nCy,12\n")

    def royaltable(*words: object, given: str = "") -> Result:
        hub = ["hub", "--folder", str(tmp_path), "tournament", *map(str, words)]
        return CliRunner(catch_exceptions=False).invoke(main, hub, input=given)

    assert "This hub has no tournament" in royaltable("enter", people).output
    asyncio.run(take_in(database, file_of(Simulated(0), secret=True)))
    shown = royaltable("enter", people, "--here", given="n\n")
    assert shown.exit_code == 1
    assert "line 4 is not entered: '3;;Nord' has no name." in shown.stderr
    assert shown.stdout.startswith("line 2: Ana, Süd\nline 3: Bo\nline 5: Cy\nEnter these 3, without 1 doubtful lines?")
    assert royaltable("enter", people, "--here", "--yes").stdout.endswith("Entered: 3\n")
    again = royaltable("enter", people, "--yes")
    assert again.exit_code == 1
    assert "Saw nothing to enter" in again.stderr

    async def drawn() -> None:
        service = TournamentService(database)
        await service.apply_and_store(SetEntriesClosed(closed=True), "organiser")
        await service.draw_and_store("", "organiser", seen=9)

    asyncio.run(drawn())
    assert "column 'Points': points" in royaltable("enter", results, "--results", given="n\n").stderr
    told = royaltable("enter", results, "--results", "--yes").stdout.splitlines()
    assert sorted(told[0].split(", ")) == ["1. Bo", "2. Ana", "2. Cy"]
    assert told[1] == "Entered: 1"
