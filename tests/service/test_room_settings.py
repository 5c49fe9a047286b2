"""Room settings are checked by the table, applied between games, and removed again."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from controller.cli.screens import CASTLES
from controller.fleet.messages import NO_SETTINGS, RoomSettings, hash_json_value
from controller.games import installed, naming, requests
from controller.games.contract.tools.editions import Edited
from controller.games.contract.values import CastleId
from controller.games.shelf import GameShelf
from controller.play.menu import MenuAction
from controller.service.fleet.room_settings import RoomSettingsHandler
from tests.support.guests import guests
from tests.support.playing import Playing

ALL = ("settings", "rules", "edition")


@asynccontextmanager
async def in_a_room(play: Playing, may: Sequence[str] = ALL) -> AsyncIterator[RoomSettingsHandler]:
    """Connect it to the table as ``FleetLoop`` does."""
    house = RoomSettingsHandler(play.table.loop, play.table.house, CASTLES, may, lambda: None)
    loop = play.table.loop
    with loop.effects.connect_during(house.apply_unless_playing), loop.cleared.connect_during(house.apply_settings):
        yield house
    await asyncio.sleep(0)


def states(house: RoomSettingsHandler) -> list[tuple[str, str, str]]:
    return [(each.part, each.game, each.state) for each in house.reports]


def shipped(game: str) -> dict[str, Any]:
    made: Any = installed.make_game(game)
    tools = made.tools()
    assert isinstance(tools, Edited)
    return dict(tools.edition(None))


def another_edition() -> dict[str, Any]:
    """The shipped edition with two numbers on the spinner."""
    spinner = [{"demand": 1, "degrees": 180}, {"demand": 9, "degrees": 180}]
    return shipped("tumult_royale") | {"name": "of the house", "spinner": spinner}


async def begun(play: Playing, **options: str) -> Any:
    castles = [CastleId("blue"), CastleId("yellow")]
    return (await play.table.loop.submit(requests.NewGame(castles, options, game="tumult_royale"), "test")).refusal


async def ended(play: Playing) -> None:
    await play.table.loop.submit(requests.ParkAndResume(None), "test")


async def test_between_games_room_settings_apply_at_once(play: Playing) -> None:
    async with in_a_room(play) as room:
        edition = another_edition()
        wanted = RoomSettings(
            {"language": "de", "hourglass_s": 33},
            {"tumult_royale": {"variant": "gambler", "map": "honour"}},
            {"tumult_royale": edition},
        )
        room.set_wanted_settings(wanted)
        assert states(room) == [
            ("settings", "", "holds"),
            ("rules", "tumult_royale", "holds"),
            ("edition", "tumult_royale", "holds"),
        ]
        assert [each.hash for each in room.reports] == [hash_json_value(each[2]) for each in wanted.iter_parts()]
        assert (play.table.house.language, play.table.house.current.hourglass_s) == ("de", 33)
        assert await begun(play) is None
        assert play.state.table.edition.name == "of the house"
        assert [(each.demand, each.degrees) for each in play.state.table.edition.spinner] == [(1, 180), (9, 180)]
        assert play.state.table.variant == "gambler"


async def test_a_game_is_played_to_its_end_as_it_began(play: Playing) -> None:
    async with in_a_room(play) as room:
        assert await begun(play) is None
        room.set_wanted_settings(RoomSettings({"hourglass_s": 60}))
        await play.wait(1)
        assert states(room) == [("settings", "", "waits")]
        assert play.table.house.current.hourglass_s == 20
        await ended(play)
        await play.wait(0.1)
        assert states(room) == [("settings", "", "holds")]
        assert play.table.house.current.hourglass_s == 60


async def test_a_new_game_started_early_uses_the_rooms_settings(play: Playing) -> None:
    async with in_a_room(play) as room:
        assert await begun(play, variant="classic") is None
        room.set_wanted_settings(RoomSettings({"hourglass_s": 60}, {"tumult_royale": {"variant": "gambler"}}))
        assert states(room) == [("settings", "", "waits"), ("rules", "tumult_royale", "holds")]
        assert (play.state.table.variant, play.table.house.current.hourglass_s) == ("classic", 20)
        assert await begun(play) is None
        assert (play.state.table.variant, play.table.house.current.hourglass_s) == ("gambler", 60)
        assert states(room) == [("settings", "", "holds"), ("rules", "tumult_royale", "holds")]


async def test_room_settings_override_the_tables_until_they_are_removed(play: Playing) -> None:
    house = play.table.house
    async with in_a_room(play) as room:
        assert house.change_and_save(hourglass_s=50) is None
        room.set_wanted_settings(RoomSettings({"hourglass_s": 30}, {"tumult_royale": {"map": "honour"}}))
        assert house.current.hourglass_s == 30
        refused = house.change_and_save(hourglass_s=40, silent=True)
        assert refused is not None
        assert "hourglass_s" in refused
        assert (house.current.hourglass_s, house.current.silent) == (30, True)
        refusal = await begun(play, map="tracked")
        assert naming.translate_text(refusal.text, "en") == "The room decides how this game is played here."
        room.set_wanted_settings(NO_SETTINGS)
        assert room.reports == ()
        assert house.current.hourglass_s == 50
        assert await begun(play, map="tracked") is None


async def test_the_knobs_menu_refuses_a_setting_of_the_room(play: Playing) -> None:
    async with in_a_room(play) as room:
        room.set_wanted_settings(RoomSettings({"silent": True}))
        await play.press()
        await play.choose(MenuAction.HOUSE)
        await play.choose(MenuAction.SETTING, "silent")
        assert play.table.house.is_silent
        assert naming.translate_text(play.table.effects.complaints[None].text, "en") == "The room sets this."


async def test_a_fixtures_options_override_the_rooms_rules(play: Playing) -> None:
    async with in_a_room(play) as room:
        room.set_wanted_settings(RoomSettings(rules={"tumult_royale": {"map": "honour", "variant": "gambler"}}))
        castles = [CastleId("blue"), CastleId("yellow")]
        new = requests.NewFixtureGame(castles, {"variant": "classic"}, game="tumult_royale", fixture="final")
        assert (await play.table.loop.submit(new, "knob")).refusal is None
        assert play.state.table.variant == "classic"
        assert play.state.table.map == "honour"


WRONG: Sequence[tuple[RoomSettings, str]] = [
    (RoomSettings({"volume": 3}), "unknown setting 'volume'"),
    (RoomSettings({"locked": True}), "unknown setting 'locked'"),
    (RoomSettings({"language": "xx"}), "language"),
    (RoomSettings({"hourglass_s": 10**30}), "hourglass_s"),
    (RoomSettings(rules={"chess": {}}), "chess"),
    (RoomSettings(rules={"tumult_royale": {"map": "none"}}), "saw map = none, expected for Tumult Royale"),
    (RoomSettings(rules={"tudor": ["cards"]}), "saw invalid options of Tudor"),
    (RoomSettings(editions={"tumult_royale": {"name": "empty"}}), "edition"),
    (RoomSettings(editions={"tudor": {"name": "empty"}}), "edition"),
    (RoomSettings(editions={"tumult_royale": 5}), "edition"),
]


@pytest.mark.parametrize(("wanted", "seen"), WRONG)
async def test_impossible_room_settings_are_refused_one_by_one(play: Playing, wanted: RoomSettings, seen: str) -> None:
    async with in_a_room(play) as room:
        good = {"tumult_royale": {"map": "honour"}} if not wanted.rules else {}
        room.set_wanted_settings(RoomSettings(wanted.settings, {**wanted.rules, **good}, wanted.editions))
        (refused,) = (each for each in room.reports if each.state == "refused")
        assert seen in refused.why
        assert len([each for each in room.reports if each.state == "holds"]) == len(good)
        assert await begun(play, map="tracked") is not None if good else await begun(play) is None


async def test_an_edition_with_pieces_that_have_no_sticker_here_is_refused(play: Playing) -> None:
    async with in_a_room(play) as room:
        edition = shipped("tumult_royale")
        tiles = [{**edition["tiles"][0], "id": "gold"}, *edition["tiles"][1:]]
        room.set_wanted_settings(RoomSettings(editions={"tumult_royale": {**edition, "tiles": tiles}}))
        (report,) = room.reports
        assert report.why == ("saw 1 pieces that are not in the box (gold), expected those that have stickers")


@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
async def test_the_shipped_edition_of_each_game_can_be_pushed(play: Playing, game: str) -> None:
    async with in_a_room(play) as room:
        room.set_wanted_settings(RoomSettings(editions={game: shipped(game)}))
        assert states(room) == [("edition", game, "holds")]


async def test_the_owner_limits_what_a_room_may_set(play: Playing) -> None:
    async with in_a_room(play, ["rules"]) as room:
        room.set_wanted_settings(RoomSettings({"language": "de"}, {"tudor": {}}))
        assert states(room) == [("settings", "", "refused"), ("rules", "tudor", "holds")]
        assert room.reports[0].why == "saw settings, expected what `may` under [hub] in the table's table.toml allows"
        assert play.table.house.language == "en"


async def test_after_a_restart_in_mid_game_it_goes_on_as_it_began(play: Playing) -> None:
    """The applied settings are stored apart from the desired ones, because the running game started with them."""

    async with in_a_room(play) as room:
        room.set_wanted_settings(RoomSettings({"hourglass_s": 30}))
        assert await begun(play) is None
        room.set_wanted_settings(RoomSettings({"hourglass_s": 60}))
        held, wanted = dict(room.active_settings), RoomSettings({"hourglass_s": 60})
        room.withdraw_settings()  # the power is cut
        room.reapply_room_settings(held)
        room.set_wanted_settings(wanted)
        assert play.table.house.current.hourglass_s == 30
        assert states(room) == [("settings", "", "waits")]


def test_unknown_games_are_refused_without_a_search_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def none(*, group: str) -> tuple[()]:
        looked.append(group)
        return ()

    monkeypatch.setattr("importlib.metadata.entry_points", none)
    loop: Any = SimpleNamespace(on_table=SimpleNamespace(games=GameShelf(), fixed_by_room={}), is_playing=True)
    kept: Any = SimpleNamespace(room_settings={})
    room = RoomSettingsHandler(loop, kept, CASTLES, ALL, lambda: None)
    unknown: dict[str, Any] = {f"g{number}": {} for number in range(20)}
    for _ in range(3):
        room.set_wanted_settings(RoomSettings(rules=unknown, editions=unknown))
    assert len(looked) <= 1, "a search takes milliseconds, and any client of the broker can name games"


TRIED: list[str] = []


def broken(_: object) -> None:
    TRIED.append("broken")
    raise RuntimeError("no board is drawn yet")


def test_a_game_that_cannot_be_made_is_tried_once() -> None:
    shelf = GameShelf()
    with guests(broken=f"{__name__}:broken"):
        for _ in range(3):
            with pytest.raises(installed.GameUnusable, match="'broken' cannot be loaded"):
                shelf.get_or_make_game("broken")
    assert TRIED == ["broken"]
    assert "no board is drawn yet" in shelf.fault_by_game["broken"]
