"""Films and analyses of finished games: made by a process of their own, one at a time, within limits."""

import asyncio
from pathlib import Path

import pytest

from controller.play import analyses, films
from controller.play.analyses import Analyses
from controller.play.bots import thinking
from controller.play.films import FilmMaker, FilmNotMade
from controller.store.journal import Entry, Journal
from tests.cli.games import TO_STATUES
from tests.store.journal.games import BLUE, END, YELLOW

OVER, GOES_ON = 1, 2


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A journal with a game that has ended, and one that goes on."""
    with Journal(tmp_path / "j") as journal:
        for game, actions in ((OVER, TO_STATUES), (GOES_ON, TO_STATUES[:2])):
            for seq, action in enumerate(actions, start=1):
                end = END if (game, seq) == (OVER, len(actions)) else None
                at = f"2026-11-21T10:{seq:02}:00.000+00:00"
                journal.append([Entry(game, seq, action, "knob", at, (BLUE, YELLOW), end)])
    return tmp_path / "j"


@pytest.fixture
def maker(played: Path) -> FilmMaker:
    return FilmMaker(played)


async def test_all_who_ask_for_the_same_film_get_the_one_that_is_made(maker: FilmMaker) -> None:
    one, other = await asyncio.gather(maker.get_or_make_gif(OVER, "en"), maker.get_or_make_gif(0, "en"))
    assert one is not None
    assert one.startswith(b"GIF89a")
    assert other is one
    assert await maker.get_or_make_gif(OVER, "en") is one


async def test_only_a_finished_game_has_a_film(maker: FilmMaker) -> None:
    assert await maker.get_or_make_gif(GOES_ON, "en") is None
    assert await maker.get_or_make_gif(99, "en") is None


async def test_of_two_films_at_one_time_the_second_is_refused(maker: FilmMaker) -> None:
    both = await asyncio.gather(
        maker.get_or_make_gif(OVER, "en"), maker.get_or_make_gif(OVER, "de"), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in both) == ["FilmNotMade", "bytes"]


@pytest.mark.parametrize(
    ("limit", "most"), [("FILM_MEMORY_BYTES", 8_000_000), ("FILM_BYTES", 1000), ("FILM_TIMEOUT_S", 0.01)]
)
async def test_a_film_that_takes_too_much_is_given_up(
    maker: FilmMaker, monkeypatch: pytest.MonkeyPatch, limit: str, most: float
) -> None:
    with monkeypatch.context() as tight:
        tight.setattr(films, limit, most)
        with pytest.raises(FilmNotMade, match="could not be made"):
            await maker.get_or_make_gif(OVER, "en")


@pytest.mark.real_time
async def test_a_finished_game_is_analysed_once_in_a_process_of_its_own(played: Path) -> None:
    made = Analyses(played)
    found = await made.view(OVER, "de")
    assert found is not None
    assert [(moment["seq"], moment["mover"]) for moment in found["moments"]] == [
        (1, None), (2, "blue"), (3, "yellow"), (4, None), (16, None),
    ]  # fmt: skip
    assert found["changes"].keys() == {"blue", "yellow"}
    assert await made.view(0, "de") is found
    assert made.computed_moments(OVER, len(TO_STATUES)) == found["moments"]
    assert made.computed_moments(OVER, len(TO_STATUES) + 2) == ()
    assert await made.view(GOES_ON, "de") is None


@pytest.mark.real_time
async def test_an_analysis_that_takes_too_long_is_given_up(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((analyses, "WITHIN_S"), (thinking, "START_S"), (thinking, "KILLED_AFTER_S")):
        monkeypatch.setattr(module, name, 0.01)
    assert await Analyses(played).view(OVER, "en") is None
