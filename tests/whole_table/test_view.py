"""What everybody sees of a table: what the game shows of itself, untouched, and the table beside it."""

from pathlib import Path

import pytest

from controller.games.contract.values import CastleId
from controller.games.requests import NewGame
from controller.play.table_view import view
from tests.whole_table.playing import playing


@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
async def test_no_word_of_the_table_hides_one_of_the_game(tmp_path: Path, game: str) -> None:
    async with playing(tmp_path, castles=2, game=game) as play:
        castles = (CastleId("blue"), CastleId("yellow"))
        await play.table.loop.submit(NewGame(castles, game=game), "test")
        loop = play.table.loop
        assert loop.state is not None
        shown, seen = loop.game.view(loop.state, loop.memory), view(play.table, "en")
        assert {key for key in shown if seen[key] != shown[key]} <= {"hourglass"}  # of which the table tells more
