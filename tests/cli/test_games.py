"""`royaltable games`: what is installed, and what is wrong with a game that cannot be played."""

from collections.abc import Mapping
from importlib.metadata import EntryPoint, EntryPoints

import pytest
from click.testing import CliRunner

from controller.cli.game.tell import games
from controller.games import installed
from controller.games.shelf import GameShelf


def broken(options: Mapping[str, str]) -> object:
    """A game whose maker raises."""
    raise RuntimeError("no board is drawn yet")


def empty(options: Mapping[str, str]) -> object:
    """What is no game at all."""
    return object()


@pytest.fixture
def _two_that_cannot_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint(name, f"{__name__}:{name}", installed.GROUP) for name in ("broken", "empty")]
    away = EntryPoint("away", "a_package_that_is_not_there:make", installed.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", EntryPoints([*points, away]).select)


def test_the_games_of_the_table_are_listed_with_their_package() -> None:
    listed = CliRunner().invoke(games).stdout.splitlines()
    assert listed[0] == "tumult_royale     Tumult Royale, 2 to 4 players, royaltable 0.1.0"


@pytest.mark.usefixtures("_two_that_cannot_be_played")
def test_a_game_that_cannot_be_made_is_named_with_its_fault_and_the_others_are_listed() -> None:
    result = CliRunner().invoke(games)
    assert result.exit_code == 0
    told = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert "RuntimeError: no board is drawn yet" in told["broken"]
    assert "saw object without actions, box, choices" in told["empty"]
    assert "ModuleNotFoundError" in told["away"]
    assert "Tumult Royale" in told["tumult_royale"]


@pytest.mark.usefixtures("_two_that_cannot_be_played")
def test_a_table_whose_game_cannot_be_made_plays_another() -> None:
    shelf = GameShelf("broken", {"board": "small"})
    assert shelf.usual == "tumult_royale"
    assert set(shelf.all()) >= {"tumult_royale"}
    assert set(shelf.faults) == {"broken", "empty", "away"}
