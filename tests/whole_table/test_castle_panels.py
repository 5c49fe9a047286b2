"""Panels of castles: what their lamps show, and play by their buttons."""

from pathlib import Path

import pytest

from controller.games.contract.values import CastleId
from controller.games.naming import translate_text
from controller.play.page_service import PageService
from controller.show.console_screens import complaint_screen
from controller.show.pictures import draw_screen
from hw.values import ReaderId
from tests.support.playing import Playing, playing

DARK, ONE, TWO, THREE = [False] * 3, [True, False, False], [True, True, False], [True] * 3


def lit(play: Playing, castle: str) -> list[bool]:
    return play.twins.panels[ReaderId(castle)].lamps_lit


async def yes(play: Playing, castle: str, held_s: float = 0.1) -> None:
    await play.twins.panels[ReaderId(castle)].yes.press(held_s)
    await play.wait(0.1)


async def no(play: Playing, castle: str, held_s: float = 0.1) -> None:
    await play.twins.panels[ReaderId(castle)].no.press(held_s)
    await play.wait(0.1)


async def flashes(play: Playing, castle: str, seconds: float) -> list[int]:
    lamps = play.twins.panels[ReaderId(castle)].lamps
    before = [lamp.flashes for lamp in lamps]
    await play.wait(seconds)
    return [lamp.flashes - earlier for lamp, earlier in zip(lamps, before, strict=True)]


async def to_the_spin(play: Playing) -> tuple[str, str]:
    await play.begin()
    for _ in range(2):
        assert play.state.seat_to_act is not None
        await yes(play, play.state.color(play.state.seat_to_act))
    king = play.state.color(play.state.king)
    return king, next(color for color in play.state.table.colors if color != king)


async def test_lamps_count_the_tiles_that_a_castle_has_set_aside(play: Playing) -> None:
    """TR-2.1."""
    king, other = await to_the_spin(play)
    await yes(play, king)
    await play.until_shown()
    tiles = [tile.id for tile in play.state.table.pool.tiles]
    for tile, expected in zip(tiles, (ONE, TWO, THREE), strict=False):
        await play.pass_tile(other, tile)
        await play.wait(0.6)  # after the flash
        assert (lit(play, other), lit(play, king)) == (expected, DARK)
    assert lit(play, "grey") == DARK


async def test_only_the_middle_lamp_of_the_castle_to_act_blinks(play: Playing) -> None:
    king, other = await to_the_spin(play)
    assert await flashes(play, king, 2.0) == [0, 4, 0]
    assert await flashes(play, other, 2.0) == [0, 0, 0]


async def test_an_accepted_tile_flashes_all_lamps_of_its_castle_once(play: Playing) -> None:
    await play.to_the_taxes()
    await play.wait(0.6)  # after the flash of the last
    before = [lamp.flashes for lamp in play.twins.panels[ReaderId("blue")].lamps]
    await play.pass_tile("blue", "t20")
    await play.wait(1.0)
    after = [lamp.flashes for lamp in play.twins.panels[ReaderId("blue")].lamps]
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 1, 1]
    assert await flashes(play, "yellow", 1.0) == [0, 0, 0]


@pytest.mark.parametrize(("control", "seq_rises"), [("yes:{acting}", True), ("no:{acting}", False)])
async def test_the_page_presses_a_castle_s_buttons_and_sees_its_lamps(
    play: Playing, control: str, seq_rises: bool
) -> None:
    await play.begin()
    page = PageService(play.table, play.twins)
    assert play.state.seat_to_act is not None
    acting = play.state.color(play.state.seat_to_act)
    before = play.table.loop.seq
    await page.simulated_hands.operate_control(control.format(acting=acting), long=False)
    await play.wait(0.1)
    assert (play.table.loop.seq > before) == seq_rises
    seen = page.simulated_table_view()
    assert seen is not None
    assert seen["lamps"].keys() == {"blue", "yellow", "purple", "grey"}
    assert seen["lamps"][acting] == lit(play, acting)


async def test_at_the_end_all_lamps_are_dark(tmp_path: Path) -> None:
    async with playing(tmp_path) as play:
        await play.to_the_taxes()
        await play.wait(21)
        await yes(play, "blue")
        assert lit(play, "blue") != DARK

    assert [panel.lamps_lit for panel in play.twins.panels.values()] == [DARK] * 4


async def test_a_complaint_lights_the_outer_lamps_of_its_castle_for_two_seconds(tmp_path: Path) -> None:
    async with playing(tmp_path, gates=False) as play:
        _, other = await to_the_spin(play)
        await yes(play, other)
        assert lit(play, other) == [True, False, True]
        await play.wait(2.0)
        assert lit(play, other) == DARK


async def test_a_complaint_does_not_replace_the_prompt_of_the_castle_to_act(tmp_path: Path) -> None:
    """Another castle's is for its own lamps; one's own is shown, and heard, too."""

    async with playing(tmp_path, gates=False) as play:
        king, other = await to_the_spin(play)
        await play.wait(1.0)
        reading = play.twins.oled and play.twins.oled.image().tobytes()
        await yes(play, other)
        await play.wait(0.5)
        assert play.twins.oled is not None
        assert play.twins.oled.image().tobytes() == reading
        assert play.complaints == {other: f"It is {king.capitalize()}'s turn. Wait for yours."}
        await no(play, king)
        await play.wait(0.5)
        assert play.twins.oled.image().tobytes() != reading


async def test_a_complaint_goes_as_soon_as_its_cause_would_cause_none(tmp_path: Path) -> None:
    async with playing(tmp_path, gates=False) as play:
        king, other = await to_the_spin(play)
        await yes(play, king)
        await play.until_shown()
        await yes(play, king)
        await yes(play, other)
        assert play.complaints == {
            king: "0 tiles are set aside; the hourglass starts at exactly 6.",
            other: f"It is {king.capitalize()}'s turn. Wait for yours.",
        }
        await play.report_tile(king, "t01")
        await play.report_tile(king, "t02")
        assert play.complaints == {other: f"It is {king.capitalize()}'s turn. Wait for yours."}


async def test_a_complaint_leaves_the_counts_on_screen_while_castles_compare(play: Playing) -> None:
    await play.to_the_taxes()
    await play.wait(21)
    await play.report_tile("blue", "t20")
    await play.report_tile("blue", "t21")
    assert "too late" in play.complaints["blue"]
    shown = complaint_screen(play.table.effects.complaints[CastleId("blue")], play.table.loop.current_waiting().beside)
    assert translate_text(shown.lines[1], "en") == "Blue 1, Yellow 0"
    assert play.table.display.page_picture.tobytes() == draw_screen(shown, "en", 0, 20).tobytes()
