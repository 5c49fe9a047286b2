"""What is hidden is told by no route, stream, screen, text, log or report, in whole games by chance.

Secrets are PINs, passwords, tokens, cookies, codes and the seed of the table's chance; hidden are the tiles that lie
face down (TR-2.1, TR-2.6). At some moments of a game some routes are walked, each as somebody who may ask it or not;
over all games each is walked by each, in each phase. What is told must hold no hidden value, and must be the same,
octet for octet, at a table on which the tiles that lie face down are others: neither an order nor a number tells them.
Of each game with hands behind screens every route is asked, and the stream heard, by each seat and by all others.
"""

import asyncio
import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest

from controller.games import installed
from controller.games.contract.effects import SeatView
from controller.games.contract.values import CastleId, Text
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.referee import correction
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules import engine
from controller.games.tumult_royale.rules.actions import Refusal, Rob
from controller.games.tumult_royale.rules.chapters import taxes
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show import staging
from controller.games.undoable_log import Event
from controller.play.page_service import PageService
from tests.soak import SOAK
from tests.web.page_of_table import ROUTES
from tests.whole_table.hidden_worlds import KnownParts
from tests.whole_table.onlookers import HAS_ALL_GAMES, WHO
from tests.whole_table.seated import BLUE, YELLOW, seated, the_hidden_race
from tests.whole_table.watched_games import DEEDS, HOWS, Deed, Disturbed, WatchedGame, name_of

MEMORY = Path("/dev/shm")
"""Where there is one, games are kept there: their hundreds of thousands of commits would take a disk an hour."""

GAMES = range(30 * len(HOWS)) if SOAK else range(1)
FOLLOWED = 4
"""Of so many dozens one has games with an open page, which costs as much as two games without."""

PHASES = ("none", "first_statues", "sentiment", "set_aside", "taxes", "statues", "coronation", "over")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else tmp_path) as made:
        yield Path(made)


def test_no_output_reveals_a_hidden_value_in_random_whole_games(folder: Path) -> None:
    """360 games with ROYALTABLE_SOAK=1, 30 of each number of players, variant and map, in six minutes; else one.

    A page stays open in 96 of the 360, and in the one; the console's screen is drawn in nine.
    """
    covered: Counter[tuple[str, str, str]] = Counter()
    done: Counter[str] = Counter()
    found: list[str] = []
    searched, began_s = 0, time.process_time()
    for seed in GAMES:
        own = folder / str(seed)
        own.mkdir()
        game = WatchedGame(seed, own, covered, done, often=2.0, screen=SOAK and seed % 40 == 5)
        game.open_page = seed // len(HOWS) % FOLLOWED == 0
        try:
            game.play()
        except KnownParts as told:
            found.append(f"game {seed}: {told}")
        searched += game.values
        shutil.rmtree(own)
    print(f"hidden values found in {len(GAMES):,} games: {len(found)}")
    print(f"searched: {searched:,} texts, {len(covered)} of routes by who asks by phase; {dict(done)}")
    print(f"processor: {(time.process_time() - began_s) / len(GAMES):.2f} s a game")
    assert found == []
    if SOAK:
        assert len(GAMES) >= len(HOWS)
        paths = [route.path for route in ROUTES if route.method == "GET" and route.path != HAS_ALL_GAMES]
        assert [each for each in product(paths, WHO, PHASES) if not covered[each]] == []
        assert set(done) == {name_of(deed) for deed in DEEDS} | {"came back"}


def with_hands() -> list[str]:
    """Ours; what a tiny one tells is searched in ``test_seats``."""
    return [name for name in installed.ours() if isinstance(installed.game(name), SeatView)]


async def hearers_of_hands(folder: Path, name: str) -> dict[CastleId, list[str]]:
    """Who is told what only one castle's people may see, of all who ask every route and listen to the stream."""
    async with seated(folder, name) as table:
        await table.everybody()
        await table.begin()
        game = table.play.table.game
        shown, castles = game.seat_view, list(table.play.table.loop.castles)  # type: ignore[attr-defined]

        def marked(state: Any, memory: Any, castle: CastleId) -> dict[str, Any]:
            return {**(shown(state, memory, castle) or {}), "marked": f"of {castle} alone"}

        with patch.object(game, "seat_view", marked, create=True):
            for castle in castles:
                await table.seat(castle)
            for browser in table.people.values():
                browser.listen()
            await table.walk()
            for castle in castles:
                await table.people[f"seat of {castle}"].hears(f"of {castle} alone")
        return {castle: table.hearers(f"of {castle} alone") for castle in castles}


def test_a_hand_is_sent_only_to_its_own_seat_in_every_game_with_hands(folder: Path) -> None:
    for name in with_hands():
        (folder / name).mkdir()
        heard = asyncio.run(hearers_of_hands(folder / name, name))
        assert heard == {castle: [f"seat of {castle}"] for castle in (BLUE, YELLOW)}, name


def test_the_search_finds_a_hand_in_the_public_view(folder: Path) -> None:
    view = PageService.view

    def telling(page: PageService, language: str) -> dict[str, Any]:
        return {**view(page, language), "hands": [page.seat(castle) for castle in (BLUE, YELLOW)]}

    with the_hidden_race(), patch.object(PageService, "view", telling):
        heard = asyncio.run(hearers_of_hands(folder, "hidden_race"))
    assert len(heard[BLUE]) == 6


def found_by_the_walk(folder: Path, *deeds: Deed, screens: bool = False) -> str:
    for seed in range(1, 7):
        own = folder / str(seed)
        own.mkdir()
        game = WatchedGame(seed, own, Counter(), Counter(), often=6.0, deeds=deeds, screen=screens)
        try:
            game.play()
        except KnownParts as told:
            return str(told)
    return ""


def test_the_search_finds_tiles_in_what_a_correction_drops(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As once: ``dropped`` of a correction held the actions as they were."""
    monkeypatch.setattr(correction, "public_action", dict)
    assert "POST /api/corrections to referee tells of the tile" in found_by_the_walk(folder, Disturbed._correction)


def test_the_search_finds_a_refusal_that_names_a_tile_s_owner(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As once: "Tile t20 lies at Yellow already"."""

    def rob(state: State, action: Rob, events: list[Event]) -> State:
        tile = state.table.pool.bits.get(action.tile, 0)
        for seat, player in enumerate(state.players):
            if player.castle & tile:
                raise Refusal("TR-2.4", "tile-not-yours", tile=action.tile, player=state.color(Seat(seat)))
        return taxes.rob(state, action, events)

    monkeypatch.setitem(engine._HANDLERS, Rob, rob)
    assert "tells whose a tile is" in found_by_the_walk(folder, Disturbed._menu)


def test_the_search_finds_tiles_in_the_report(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As once: the newest actions stood in it with the tiles of the game that goes on."""
    monkeypatch.setattr(TumultRoyale, "public_action", staticmethod(dict))
    assert "journal.json in the report tells of the tile" in found_by_the_walk(folder, Disturbed._report)


def test_the_search_finds_a_value_derived_from_hidden_tiles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = TumultRoyale.view

    def telling(state: State | None, memory: Memory) -> dict[str, Any]:
        worth = None if state is None else [sum(state.table.pool.symbols(each.castle)) for each in state.players]
        return shown(state, memory) | {"worth": worth}

    monkeypatch.setattr(TumultRoyale, "view", staticmethod(telling))
    assert "tells one table from another" in found_by_the_walk(folder, Disturbed._menu)


def test_the_search_finds_a_sentence_about_robbed_tiles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = staging.sentences

    def telling(after: State, events: Sequence[Event]) -> Iterator[Text]:
        yield from told(after, events)
        for event in events:
            if event.key == "robbed":
                robbed = after.players[after.table.colors.index(event.values["color"])].castle
                bread, marble, tools = after.table.pool.symbols(robbed)
                yield Text("told-left", {"bread": bread, "marble": marble, "tools": tools})

    monkeypatch.setattr(staging, "sentences", telling)
    assert "the staging tells one table from another" in found_by_the_walk(folder, Disturbed._menu)


def test_the_search_finds_a_picture_with_a_secret(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PageService, "_is_open_house", property(lambda _: True))
    assert "shows the console's secret" in found_by_the_walk(folder, Disturbed._pin_at_the_console, screens=True)
