"""A device that is lost is named on the console's screen, with what to do, and the game goes on."""

from pathlib import Path

import pytest
from PIL import Image

from controller.games.contract.effects import TextScreen
from controller.games.contract.values import UNDO, Text
from controller.show.pictures import picture
from controller.store.journal import JournalError
from hw.oled.marks import marked
from hw.stepper.twin import RotorTwin
from tests.whole_table.playing import Playing, playing


async def test_an_arrow_that_is_held_is_told_and_the_number_on_the_screen_counts(play: Playing) -> None:
    await play.begin()
    await play.press()
    await play.press()
    await play.wait(30)  # the arrow has found its home mark
    assert play.twins.rotor is not None
    play.twins.rotor.stalled = True
    await play.press()
    pressed_s = play.now_s()
    await play.until_shown()
    assert play.now_s() - pressed_s < 6 + 3  # the arrow's turn to where its mark belongs, and the number's 3 s
    expected = TextScreen(Text("device-spinner"), (Text("trouble-spinner"),))
    await play.wait(0.1)
    assert play.table.display.picture.tobytes() == picture(expected, "en", 0, 20).tobytes()
    assert any(told.startswith("The arrow does not work") for told in play.story)
    assert play.state.demand[0] in {2, 3, 4, 5}
    assert play.table.loop.waiting().step == "set_aside"


async def spun_while_held(play: Playing) -> RotorTwin:
    """The arrow has found its mark; then something holds it, and the king spins."""
    await play.wait(30)
    assert play.twins.rotor is not None
    play.twins.rotor.stalled = True
    await play.begin()
    for _ in range(3):
        await play.press()
    return play.twins.rotor


async def test_the_next_number_does_not_wait_for_an_arrow_that_is_still_held(play: Playing) -> None:
    await spun_while_held(play)
    await play.until_shown()
    await play.table.loop.propose(UNDO, "test")
    await play.press()
    pressed_s = play.now_s()
    await play.until_shown()
    assert play.now_s() - pressed_s < 3.2  # the number alone


async def test_an_arrow_that_is_let_go_is_homed_by_itself(play: Playing) -> None:
    rotor = await spun_while_held(play)
    await play.wait(6)
    rotor.stalled = False
    await play.wait(30)
    assert abs((rotor.angle_deg + 180) % 360 - 180) < 1
    assert any(told.startswith("The arrow works again") for told in play.story)


async def test_while_nothing_is_saved_each_picture_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(_: object) -> None:
        raise JournalError("no space left on the disk")

    def drawn(play: Playing) -> Image.Image:
        screen = play.table.display._shown_now()[0]
        return picture(screen, play.table.house.language, 0, 1)

    async with playing(tmp_path) as play:
        await play.begin()
        with monkeypatch.context() as disk:
            disk.setattr(play.journal, "append", no_room)
            for seq in (2, 3):
                await play.press()
                await play.wait(10)
                assert play.table.loop.seq == seq
                assert play.table.display.picture == marked(drawn(play)) != drawn(play)
        await play.wait(10)
        assert play.table.display.picture == drawn(play)


async def test_a_journal_that_cannot_be_read_for_its_backup_is_told_and_the_game_goes_on(play: Playing) -> None:
    await play.wait(0.1)  # the first looks at the file are over, and the next is not due
    play.journal.path.unlink()
    play.table.backups.due()
    await play.wait(0.1)
    (backup,) = [device for device in play.table.health if device.name == "backup"]
    assert "unable to open database file" in (backup.fault or "")
    await play.begin()
    assert play.table.loop.seq == 1
