"""The display twins against bytes written by hand from the data sheets, no driver involved."""

import random

import pytest
from PIL import Image

from hw.bus.twin_i2c import TwinI2cBus
from hw.errors import BusError
from hw.oled.twin import OledTwin, Sh1106Twin, Ssd1306Twin, Ssd1309Twin

UPRIGHT = bytes([0x00, 0xA1, 0xC8])
LIGHT = bytes([0x00, 0x8D, 0x14, 0xAF])


def blanked(twin: Ssd1306Twin) -> Ssd1306Twin:
    twin.receive(UPRIGHT)
    twin.receive(bytes([0x00, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7]))
    twin.receive(bytes([0x40]) + bytes(1024))
    twin.receive(LIGHT)
    return twin


def lit(image: Image.Image) -> set[tuple[int, int]]:
    return {(x, y) for x in range(128) for y in range(64) if image.getpixel((x, y))}


def test_after_power_up_the_display_is_dark_and_its_memory_is_noise() -> None:
    twin = Ssd1306Twin()

    assert not twin.lit
    assert lit(twin.image()) == set()
    twin.receive(LIGHT)
    assert lit(twin.image()) != set()


def test_an_ssd1306_needs_its_charge_pump_and_an_ssd1309_has_none() -> None:
    display_on = bytes([0x00, 0xAF])
    ssd1306, ssd1309, sh1106 = Ssd1306Twin(), Ssd1309Twin(), Sh1106Twin()

    for twin in (ssd1306, ssd1309, sh1106):
        twin.receive(display_on)

    assert (ssd1306.lit, ssd1309.lit, sh1106.lit) == (False, True, True)


def test_horizontal_addressing_continues_on_the_next_page_of_the_window() -> None:
    twin = blanked(Ssd1306Twin())

    twin.receive(bytes([0x00, 0x21, 10, 11, 0x22, 2, 3]))
    twin.receive(bytes([0x40, 0x01, 0x02, 0x80, 0x00]))

    assert lit(twin.image()) == {(10, 16), (11, 17), (10, 31)}


def test_vertical_addressing_goes_on_in_the_next_column_of_the_window() -> None:
    twin = blanked(Ssd1306Twin())

    twin.receive(bytes([0x00, 0x20, 0x01, 0x21, 10, 11, 0x22, 2, 3]))
    twin.receive(bytes([0x40, 0x01, 0x02, 0x80, 0x00]))

    assert lit(twin.image()) == {(10, 16), (10, 25), (11, 23)}


def test_page_addressing_stays_in_its_page() -> None:
    twin = blanked(Ssd1306Twin())

    twin.receive(bytes([0x00, 0x20, 0x02, 0xB5, 0x0F, 0x17]))  # page 5, column 0x7F
    twin.receive(bytes([0x40, 0x01, 0x01]))

    assert lit(twin.image()) == {(127, 40), (0, 40)}


def test_control_bytes_with_the_continuation_bit_take_one_byte_each() -> None:
    twin = blanked(Ssd1306Twin())

    twin.receive(bytes([0x80, 0x21, 0x80, 3, 0x80, 4, 0x80, 0x22, 0x80, 0, 0x80, 0, 0xC0, 0x01, 0x40, 0x02]))

    assert lit(twin.image()) == {(3, 0), (4, 1)}
    assert twin.strange_bytes == 0


def test_arguments_may_come_in_a_message_of_their_own() -> None:
    twin = Ssd1306Twin()

    twin.receive(bytes([0x00, 0x81]))
    twin.receive(bytes([0x00, 0x42]))

    assert twin.contrast == 0x42


def test_remap_mirrors_columns_and_reverse_scan_mirrors_rows() -> None:
    twin = blanked(Ssd1306Twin())
    one_pixel = bytes([0x40, 0x01])
    home = bytes([0x00, 0x21, 0, 127, 0x22, 0, 7])

    twin.receive(bytes([0x00, 0xA0]))
    twin.receive(home)
    twin.receive(one_pixel)
    assert lit(twin.image()) == {(127, 0)}

    twin.receive(bytes([0x00, 0xC0]))
    assert lit(twin.image()) == {(127, 63)}


def test_remap_affects_only_later_writes() -> None:
    twin = blanked(Ssd1306Twin())
    twin.receive(bytes([0x40, 0x01]))

    twin.receive(bytes([0x00, 0xA0]))

    assert lit(twin.image()) == {(0, 0)}


def test_inverse_all_on_start_line_and_multiplex_keep_the_memory() -> None:
    twin = blanked(Ssd1306Twin())
    twin.receive(bytes([0x40, 0x01]))

    def after(*commands: int) -> set[tuple[int, int]]:
        twin.receive(bytes([0x00, *commands]))
        return lit(twin.image())

    assert len(after(0xA7)) == 128 * 64 - 1
    assert len(after(0xA6, 0xA5)) == 128 * 64
    assert after(0xA4) == {(0, 0)}
    assert after(0x40 | 60) == {(0, 4)}
    assert after(0x40, 0xA5, 0xA8, 31) == {(x, y) for x in range(128) for y in range(32)}


def test_only_visible_changes_count() -> None:
    twin = blanked(Ssd1306Twin())
    before = twin.changes

    twin.receive(bytes([0x00, 0x21, 0, 127, 0x22, 0, 7]))
    twin.receive(bytes([0x40, 0x00]))
    twin.receive(bytes([0x00, 0xE3]))
    assert twin.changes == before

    twin.receive(bytes([0x40, 0x01]))
    assert twin.changes == before + 1


def test_an_sh1106_shows_columns_2_to_129_of_its_132() -> None:
    twin = Sh1106Twin()
    twin.receive(UPRIGHT)
    for page in range(8):
        twin.receive(bytes([0x00, 0xB0 | page, 0x00, 0x10]))
        twin.receive(bytes([0x40]) + bytes(132))
    twin.receive(bytes([0x00, 0xAF, 0xB1, 0x01, 0x10]))

    twin.receive(bytes([0x40, 0x01, 0x02]))  # columns 1 and 2: the first cannot be seen

    assert lit(twin.image()) == {(0, 9)}


def test_an_sh1106_does_not_know_windows() -> None:
    twin = Sh1106Twin()

    twin.receive(bytes([0x00, 0x21, 0, 127, 0x22, 0, 7]))

    assert twin.strange_bytes >= 2


def test_a_locked_ssd1309_accepts_only_the_unlock_command() -> None:
    twin = Ssd1309Twin()

    twin.receive(bytes([0x00, 0xFD, 0x16, 0xAF]))
    assert not twin.lit
    twin.receive(bytes([0x00, 0xFD, 0x12, 0xAF]))
    assert twin.lit


def test_a_module_that_was_unplugged_has_forgotten_everything() -> None:
    twin = blanked(Ssd1306Twin())

    twin.missing = True
    assert not twin.lit
    twin.missing = False

    assert not twin.lit


@pytest.mark.parametrize("missing", [True, False])
def test_the_bus_counts_bytes_and_raises_without_acknowledge(missing: bool) -> None:
    bus, twin = TwinI2cBus(), Ssd1306Twin()
    bus.attach(0x3C, twin)
    twin.missing = missing

    if missing:
        with pytest.raises(BusError, match="0x3C"):
            bus.write(0x3C, bytes([0x00, 0xAF]))
    else:
        bus.write(0x3C, bytes([0x00, 0xAF]))
    with pytest.raises(BusError, match="0x3D"):
        bus.write(0x3D, bytes([0x00, 0xAF]))

    assert (bus.messages, bus.byte_count) == (2, 2 if missing else 4)


@pytest.mark.parametrize("twin", [Ssd1306Twin, Ssd1309Twin, Sh1106Twin])
@pytest.mark.parametrize("mode", [0, 1, 2])
@pytest.mark.parametrize("remap", [0xA0, 0xA1])
def test_one_long_message_equals_many_of_one_byte(twin: type[OledTwin], mode: int, remap: int) -> None:
    at_once, unbatched, chance = twin(), twin(), random.Random(5)
    for display in (at_once, unbatched):
        display.receive(LIGHT + bytes([remap]))
    for _ in range(40):
        columns, pages = (sorted(chance.randrange(top) for _ in range(2)) for top in (128, 8))
        low, high, page = chance.randrange(16), chance.randrange(0x10, 0x1A), chance.randrange(0xB0, 0xB8)
        window = bytes([0x00, 0x20, mode, 0x21, *columns, 0x22, *pages])
        place = bytes([0x00, low, high, page])
        where = place if twin is Sh1106Twin else window + (place[1:] if chance.random() < 0.5 else b"")
        data = chance.randbytes(chance.randrange(300))

        at_once.receive(where)
        at_once.receive(b"\x40" + data)
        unbatched.receive(where)
        for byte in data:
            unbatched.receive(bytes([0x40, byte]))

        assert at_once.image().tobytes() == unbatched.image().tobytes()
