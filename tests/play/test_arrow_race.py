"""The example game: installed as its own package, played by gates and knob, resumed."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any, Final

import httpx
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from controller import config
from controller.__main__ import main
from controller.care.doctor.examination import check_games
from controller.games import installed, naming, requests
from controller.games.contract.values import CastleId
from controller.play.page_service import PageService, public_view
from controller.service.page_app import create_app
from controller.show.pictures import fits_display
from controller.store.journal import JournalReader
from controller.texts.translation import LANGUAGES
from tests.support.documents import ROOT, blocks, spans
from tests.support.guests import guests
from tests.support.playing import Playing, playing
from tests.whole_table.helping import Helpers, helped_table
from tests.whole_table.napping import NappingTable

EXAMPLE: Final = ROOT / "examples" / "arrow_race"
BLUE, YELLOW = CastleId("blue"), CastleId("yellow")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    source = copytree(EXAMPLE, folder / "source")  # pip leaves traces there
    install = ["install", "-q", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    target = folder / "packages"
    subprocess.run([sys.executable, "-m", "pip", *install, "--target", target, source], check=True)
    return target


@pytest.fixture(autouse=True)
def _installed(packages: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(packages)
    with guests("arrow_race"):
        yield


def test_the_example_imports_only_the_contract_of_games() -> None:
    trees = [ast.parse(file.read_text("utf-8")) for file in EXAMPLE.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert all(isinstance(node, ast.ImportFrom) for node in nodes)
    of_ours = {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0}
    ours = {module for module in of_ours if module.startswith(("controller", "hw"))}
    assert all(module.startswith("controller.games.contract.") for module in ours)
    names = {each.name for node in nodes for each in node.names}
    assert [name for name in names if name.startswith("_")] == []


def test_it_is_found_by_its_entry_point_with_its_package() -> None:
    (found,) = [each for each in installed.make_installed_games() if each.name == "arrow_race"]
    assert (found.package, found.fault) == ("arrow-race 1.0", None)


def test_the_list_of_games_has_the_line_that_the_guide_shows() -> None:
    (line,) = blocks("docs/your-own-game.md", "text")[-1].splitlines()
    assert line in CliRunner().invoke(main, ["games"]).output.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_screens_fit_the_display_as_the_guide_draws_them(tmp_path: Path, language: str) -> None:
    (words,) = [span for span in spans("docs/your-own-game.md") if span.startswith("royaltable screens ")]
    drawn = CliRunner().invoke(main, [*words.replace("FOLDER", str(tmp_path)).split()[1:], "--language", language])
    assert drawn.exit_code == 0, drawn.output
    assert (tmp_path / "begin.png").exists()


async def a_turn(play: Playing, runner: str) -> None:
    castle = play.table.loop.current_waiting().castle
    await play.until_shown()
    await play.press()
    await play.until_shown()
    assert play.table.loop.current_waiting().step == "run"
    await play.pass_tile(str(castle), f"{runner}-{castle}")
    await play.wait(0.5)


def every_screen_fits(play: Playing) -> None:
    screens = [play.table.loop.current_waiting().screen]
    if play.table.loop.state is not None:
        screens.append(play.table.game.standings(play.table.loop.state))
    assert [screen for language in LANGUAGES for screen in screens if not fits_display(screen, language)] == []


async def test_it_is_played_by_gates_and_knob_across_a_restart(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, game="arrow_race", make_table=NappingTable) as play:
        every_screen_fits(play)
        page = PageService(play.table, play.twins)
        await page.submit(requests.NewGame((BLUE, YELLOW)), "page", "en")
        for _ in range(3):
            every_screen_fits(play)
            await a_turn(play, "hare")
        stopped = play.table.loop.state
        page.close()
    async with playing(tmp_path, castles=2, game="arrow_race", make_table=NappingTable) as play:
        assert str(play.table.loop.state) == str(stopped)
        page = PageService(play.table, play.twins)
        transport = httpx.ASGITransport(create_app(page))
        async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as browser:
            me = (await browser.get("/api/me")).json()
            assert (me["game"], me["page"]) == ("arrow_race", None)
            assert (await browser.get("/api/box")).json()["goal"] == 12
            await browser.post("/api/actions", json={"do": "draw"})
            wrong = await browser.post("/api/actions", json={"do": "run", "runner": "hare-grey"})
            assert wrong.json()["refused"]["rule"] == "AR-1"
            castle = play.table.loop.current_waiting().castle
            ran = await browser.post("/api/actions", json={"do": "run", "runner": f"tortoise-{castle}"})
            assert f"{str(castle).capitalize()}'s tortoise is on" in ran.json()["told"][0]
        for _ in range(30):
            if not play.table.loop.is_playing:
                break
            every_screen_fits(play)
            await a_turn(play, "hare")
        every_screen_fits(play)
        assert play.table.loop.current_waiting().step == "won"
        winner = play.table.loop.current_waiting().castle
        assert "hat gewonnen" in page.view("de")["waiting_for"]["text"]
        assert page.course_view()[-1][f"hare-{winner}"] >= 12
        page.close()
    it_replays_to_the_same(tmp_path / "test.journal", str(winner))
    async with playing(tmp_path, castles=2, game="arrow_race", make_table=NappingTable) as play:
        assert public_view(play.table, "en")["resumed"] is None  # nothing of it goes on


def it_replays_to_the_same(journal: Path, winner: str) -> None:
    with JournalReader(journal) as reader:
        (game,) = reader.games()
        entries = list(reader.entries(1))
    race: Any = installed.make_game("arrow_race")
    log = race.new_log()
    for entry in entries:
        log.accept(log.check(entry.action))
    assert (game.over, game.actions, log.state.winner) == (True, len(entries), winner)
    assert all(early.seq + 1 == late.seq for early, late in pairwise(entries))


async def test_a_table_without_an_arrow_refuses_to_start_it(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, game="arrow_race", arrow=False, make_table=NappingTable) as play:
        for origin in (
            requests.NewGame((BLUE, YELLOW)),
            requests.SubmitAction({"do": "start", "game": "arrow_race", "players": ["blue"]}),
        ):
            refusal = (await play.table.loop.submit(origin, "page")).refusal
            assert refusal is not None
            assert str(refusal).startswith("Arrow Race needs arrow, ")
            assert [naming.translate_text(refusal.text, language) for language in LANGUAGES] == [
                "Arrow Race needs more than this table has: the arrow. Choose another game.",
                "Arrow Race braucht, was diesem Tisch fehlt: der Pfeil. Wähle ein anderes Spiel.",
                "Arrow Race necesita lo que a esta mesa le falta: la flecha. Elige otro juego.",
            ]
        assert play.table.loop.state is None
        every_screen_fits(play)


def test_the_doctor_names_a_game_that_needs_a_missing_device(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = replace(config.simulator(), spinner=None)
    assert [finding.code for finding in check_games(config.simulator())] == []
    (finding,) = check_games(settings)
    assert (finding.code, finding.cause) == (
        "RT-GAME-NEEDS",
        "The game arrow_race needs devices that this table does not have: arrow.",
    )
    monkeypatch.setattr("arrow_race.game.ArrowRace.view", None, raising=False)
    monkeypatch.delattr("arrow_race.game.ArrowRace.view")
    (broken,) = check_games(settings)
    assert (broken.code, broken.command) == ("RT-GAME-UNUSABLE", "pip uninstall arrow-race")
    assert "without view" in broken.cause


async def test_a_bot_asks_people_to_move_its_runner_in_words_of_the_game(tmp_path: Path) -> None:
    async with helped_table(tmp_path, 2, "arrow_race") as (play, page):
        await page.submit(requests.NewGame([BLUE, YELLOW], bots=[BLUE, YELLOW]), "page", "en")
        helpers = Helpers(play, page, Random(1))
        while not play.table.errands.open:
            await helpers.look()
        state = play.table.loop.state
        (errand,) = page.view("en")["errands"]
        assert errand["castle"] == state.mover
        assert errand["text"] == f"Move the hare to {state.drawn} and pass it over its gate."
        while play.table.loop.is_playing:
            await helpers.look()
        assert fits_display(play.table.loop.current_waiting().screen, "en")
