"""`royaltable notation` and `bgstats`: a journal's game goes out as text and as a link, and the text comes back."""

import json
import re
import shlex
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.support.commands import FIRST_BLUE, FIRST_YELLOW, SPIN_TWO, START, lines, royaltable
from tests.support.documents import blocks, typed

GAME = lines(START, FIRST_BLUE, FIRST_YELLOW, SPIN_TWO)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    file = tmp_path / "table.journal"
    assert royaltable("journal", "import", file, "-", given=GAME).exit_code == 0
    return file


def test_a_game_goes_from_one_journal_to_another_as_text(journal: Path, tmp_path: Path) -> None:
    text = royaltable("notation", journal, "--name", "blue=Ana B.").output
    assert text.splitlines()[:3] == ['[Notation "1"]', '[Game "Tumult Royale"]', '[Players "blue Ana B., yellow"]']
    assert text.splitlines()[-3:] == ["2. blue: place_first", "3. yellow: place_first", "4. spin 2"]
    other = tmp_path / "other.journal"
    assert "Imported as game 1: 4 actions." in royaltable("journal", "import", other, "-", given=text).output
    exported = royaltable("journal", "export", other).output
    assert [json.loads(line) for line in exported.splitlines()] == [json.loads(line) for line in GAME.splitlines()]


def test_the_documents_commands_print_and_import_its_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = blocks("docs/notation.md", "text")
    (commands,) = blocks("docs/notation.md", "")
    Path("FILE").write_text(example)
    printed, imported = (royaltable(*shlex.split(line)[1:]) for line in typed(commands))
    assert (printed.exit_code, printed.output) == (0, example)
    assert imported.output == "Imported as game 1: 17 actions. The current game of the table is unchanged.\n"


def test_the_text_with_its_notes_is_a_log_with_origins(journal: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(royaltable("notation", journal, "--draws").output)
    assert "    % origin=import written_utc=" in file.read_text()
    assert royaltable("replay", file).output.startswith("4 accepted, 0 refused")
    assert royaltable("notation", file, "--draws").output == file.read_text()
    assert "no draws in this game" in royaltable("verify-draws", file).output


@pytest.mark.parametrize(
    ("seen", "instead", "message"),
    [
        ("4. spin 2", "4. spin two", "line 16 is refused (LOG): The action has the wrong shape: Expected `int`"),
        (
            "4. spin 2",
            "4. spin [2",
            "line 16 is refused (LOG): This line is not in the notation: saw '[2', expected a value",
        ),
        ("4. spin 2", "4. collect", "line 16 is refused (TR-2.2)"),
        ("2. blue: place_first\n", "", "line 14 is refused (LOG): This line is not in the notation: saw '3. yellow"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_imported(
    journal: Path, tmp_path: Path, seen: str, instead: str, message: str
) -> None:
    text = royaltable("notation", journal).output.replace(seen, instead)
    refused = royaltable("journal", "import", tmp_path / "other.journal", "-", given=text)
    assert refused.exit_code == 1
    assert message in refused.output
    assert not (tmp_path / "other.journal").exists()


def test_a_finished_game_becomes_a_link_for_bg_stats(tmp_path: Path) -> None:
    royaltable("selfplay", "--game", "tumult_royale", "--games", "1", "--players", "2", "--out", tmp_path)
    journal = tmp_path / "table.journal"
    royaltable("journal", "import", journal, tmp_path / "game-00001.jsonl")
    address, data = royaltable("bgstats", journal, "--name", "blue=Ana").output.strip().split("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    play = json.loads(unquote(data))
    assert play["game"] == {
        "name": "Tumult Royale",
        "sourceGameId": "tumult-royale",
        "highestWins": True,
        "noPoints": False,
    }
    assert [(each["name"], each["role"]) for each in play["players"]] == [("Ana", "blue"), ("yellow", "yellow")]
    assert sum(each["winner"] for each in play["players"]) == 1
    assert play["board"] == "classic, tracked"
    assert re.fullmatch(r"\d+ rounds, [a-z ]+", play["comments"]), play["comments"]
    assert sorted(each["rank"] for each in play["players"]) == [1, 2]
    assert all(each["winner"] == (each["rank"] == 1) for each in play["players"])
    optional = {"board", "comments"}  # imported within a minute, so without a duration
    assert play.keys() == {"sourceName", "sourcePlayId", "playDate", "game", "players"} | optional


@pytest.mark.parametrize(("game", "seed"), [("tumult_royale", 1), ("tudor", 1), ("tudor", 2)])
def test_bg_stats_is_told_who_started(tmp_path: Path, game: str, seed: int) -> None:
    words = ("selfplay", "--game", game, "--games", "1", "--players", "3", "--seed", seed, "--out", tmp_path)
    assert royaltable(*words).exit_code == 0
    journal = tmp_path / "table.journal"
    royaltable("journal", "import", journal, next(tmp_path.glob("game-*.jsonl")))
    start = json.loads(royaltable("journal", "export", journal).output.splitlines()[0])
    last_rank = [each["color"] for each in start["players"] if each.get("rank") == 3]  # puts the first statue (TR-0.6)
    players = json.loads(unquote(royaltable("bgstats", journal).output.strip().split("?data=")[1]))["players"]
    assert all({"startPlayer", "winner"} <= each.keys() for each in players)
    assert [each["role"] for each in players if each["startPlayer"]] == [start.get("first", *last_rank)]


def played_log(file: Path, begun: datetime, middle: datetime) -> Path:
    """Write a finished game of two players with an action every ten seconds, and another clock after 60 actions."""
    royaltable("selfplay", "--game", "tumult_royale", "--games", "1", "--players", "2", "--out", file.parent)
    actions = [json.loads(line) for line in (file.parent / "game-00001.jsonl").read_text().splitlines()]
    records = []
    for number, action in enumerate(actions):
        at = (begun if number < 60 else middle) + timedelta(seconds=10 * number)
        records.append({"seq": number + 1, "origin": "page", "written_utc": at.isoformat(), "action": action})
    file.write_text(lines(*records))
    return file


UNSET = datetime(1970, 1, 1, tzinfo=UTC)
EVENING = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)


def test_a_clock_that_was_set_in_mid_game_gives_date_and_time_played(tmp_path: Path) -> None:
    file = played_log(tmp_path / "log.jsonl", UNSET, EVENING)
    minutes = round(10 * (len(file.read_text().splitlines()) - 2) / 60)
    assert 5 < minutes < 120
    _, data = royaltable("bgstats", file).output.strip().split("?data=")
    play = json.loads(unquote(data))
    assert (play["durationMin"], play["playDate"][:10]) == (minutes, "2026-11-22")
    headers = royaltable("notation", file).output.splitlines()
    assert '[Date "2026-11-22"]' in headers
    assert f'[Minutes "{minutes}"]' in headers


def test_a_clock_that_was_never_set_gives_no_date(tmp_path: Path) -> None:
    file = played_log(tmp_path / "log.jsonl", UNSET, UNSET)
    assert "1970" not in royaltable("notation", file).output
    assert "no times of a clock that was set" in royaltable("bgstats", file).output


def test_a_game_that_is_not_over_has_no_link(journal: Path) -> None:
    refused = royaltable("bgstats", journal)
    assert (refused.exit_code, "the game is not over" in refused.output) == (1, True)


def test_a_name_without_a_castle_is_refused(journal: Path) -> None:
    assert "saw 'Ana', expected a castle and a name" in royaltable("notation", journal, "--name", "Ana").output
