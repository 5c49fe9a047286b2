"""The display's driver on its twins: what is seen on the glass, and what it costs on the bus."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from hw.bus.mock_pins import TwinPinFactory
from hw.bus.twin_i2c import TwinI2cBus
from hw.errors import BusError
from hw.oled.drawing import chip_test_screen, hourglass_screen, rows_screen
from hw.oled.driver import Display, I2cSerial, SpiSerial
from hw.oled.frame import Frame, Window, changed_windows, image_to_frame, window_bytes
from hw.oled.twin import (
    GreyTwin,
    OledTwin,
    Sh1106Twin,
    Ssd1306Twin,
    Ssd1309Twin,
    Ssd1322Twin,
    Ssd1327Twin,
    TwinSpiDisplay,
)

Twin = Ssd1306Twin | Sh1106Twin
CHIPS: list[tuple[str, type[Twin]]] = [
    ("ssd1306", Ssd1306Twin),
    ("sh1106", Sh1106Twin),
    ("ssd1309", Ssd1309Twin),
]
FULL_FRAME_BYTES = 1034  # what luma sends for each picture: 8 bytes to set the window, 1026 with the pixels


def wired(chip: str, twin: OledTwin) -> tuple[Display, TwinI2cBus]:
    bus = TwinI2cBus()
    bus.attach(0x3C, twin)
    return Display(bus, chip=chip), bus


def doodle(seed: int) -> Image.Image:
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.ellipse((seed * 7 % 90, 3, seed * 7 % 90 + 30, 50), outline=255)
    draw.line((0, seed * 11 % 64, 127, 63), fill=255)
    return image


def test_making_a_screen_touches_no_hardware() -> None:
    _, bus = wired("ssd1306", Ssd1306Twin())

    assert bus.messages == 0


@pytest.mark.parametrize(("chip", "twin_type"), CHIPS)
def test_the_glass_shows_each_picture_exactly(chip: str, twin_type: type[Twin]) -> None:
    twin = twin_type()
    screen, _ = wired(chip, twin)

    for seed in range(12):
        screen.show(doodle(seed))

        assert twin.lit
        assert twin.image().tobytes() == doodle(seed).tobytes()


@pytest.mark.parametrize(("chip", "twin"), [("ssd1322", Ssd1322Twin()), ("ssd1327", Ssd1327Twin())])
def test_a_display_of_greys_shows_each_picture_in_its_middle(chip: str, twin: GreyTwin) -> None:
    pins = TwinPinFactory()
    port = TwinSpiDisplay(twin, pins, data_command_pin=24)
    screen = Display(SpiSerial(port, data_command_pin=24, reset_pin=None, pin_factory=pins), chip=chip)
    screen.set_contrast(0x20)
    width, height = twin.size
    left, top = (width - 128) // 2, (height - 64) // 2

    for seed in range(4):
        before = port.byte_count
        screen.show(doodle(seed))

        expected = Image.new("L", twin.size)
        expected.paste(doodle(seed), (left, top))
        assert twin.image().tobytes() == expected.tobytes()
        assert twin.contrast == 0x20
    assert port.byte_count - before < width * height / 4, "less than half of a whole picture"
    screen.off()
    assert not twin.lit
    pins.close()


def test_an_unknown_chip_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"ssd1300.*ssd1306, .*sh1106"):
        Display(TwinI2cBus(), chip="ssd1300")


@pytest.mark.parametrize("image", [Image.new("1", (127, 64)), Image.new("L", (128, 64))])
def test_another_size_or_mode_is_refused(image: Image.Image) -> None:
    with pytest.raises(ValueError, match="128 x 64"):
        wired("ssd1306", Ssd1306Twin())[0].show(image)


def test_an_unchanged_picture_costs_nothing() -> None:
    screen, bus = wired("ssd1306", Ssd1306Twin())
    screen.show(doodle(1))
    before = bus.byte_count

    screen.show(doodle(1))

    assert bus.byte_count == before


def test_a_missing_display_raises_and_recovers_when_plugged_in() -> None:
    twin = Ssd1306Twin()
    screen, _ = wired("ssd1306", twin)
    screen.show(doodle(1))
    screen.set_contrast(0x20)

    twin.missing = True
    with pytest.raises(BusError, match="0x3C"):
        screen.show(doodle(2))
    twin.missing = False
    screen.show(doodle(2))

    assert twin.image().tobytes() == doodle(2).tobytes()
    assert twin.contrast == 0x20


def test_a_display_that_is_missing_from_the_start_needs_no_restart() -> None:
    twin = Ssd1306Twin()
    twin.missing = True
    screen, _ = wired("ssd1306", twin)
    for _ in range(3):
        with pytest.raises(BusError):
            screen.show(doodle(1))

    twin.missing = False
    screen.show(doodle(1))

    assert twin.image().tobytes() == doodle(1).tobytes()


def test_a_display_that_lost_power_unnoticed_is_restored_by_a_renewal() -> None:
    twin = Ssd1306Twin()
    screen, _ = wired("ssd1306", twin)
    screen.show(doodle(1))
    twin.missing = True
    twin.missing = False

    screen.show(doodle(2))
    assert not twin.lit
    screen.set_up_at_next_picture()
    screen.show(doodle(2))

    assert twin.image().tobytes() == doodle(2).tobytes()


@pytest.mark.parametrize(("chip", "twin"), [("ssd1306", Ssd1306Twin()), ("sh1106", Sh1106Twin())])
def test_a_display_that_reports_being_dark_is_set_up_again(chip: str, twin: OledTwin) -> None:
    screen, _ = wired(chip, twin)
    screen.show(doodle(1))
    twin.brown_out()
    screen.set_contrast(0x20)
    screen.show(doodle(1))
    assert twin.image().tobytes() == doodle(1).tobytes()
    assert twin.contrast == 0x20


def test_a_module_that_always_says_dark_is_not_believed() -> None:
    screen, bus = wired("ssd1306", Ssd1306Twin(always_says=0xFF))
    screen.show(doodle(1))
    before = bus.byte_count
    screen.set_contrast(0x20)
    screen.show(doodle(1))
    assert bus.byte_count == before + 4


def test_off_makes_it_dark_and_the_next_picture_lights_it() -> None:
    twin = Ssd1306Twin()
    screen, _ = wired("ssd1306", twin)
    screen.off()
    screen.show(doodle(1))

    screen.off()
    assert not twin.lit
    screen.show(doodle(1))
    assert twin.lit


def test_a_display_that_lost_power_while_dark_shows_the_whole_next_picture() -> None:
    twin = Ssd1306Twin()
    screen, _ = wired("ssd1306", twin)
    screen.show(doodle(1))
    screen.off()
    twin.missing = True
    twin.missing = False

    screen.show(doodle(1))

    assert twin.image().tobytes() == doodle(1).tobytes()


def test_a_display_that_needs_set_up_can_still_be_switched_off() -> None:
    twin = Ssd1306Twin()
    screen, _ = wired("ssd1306", twin)
    screen.show(doodle(1))
    screen.set_up_at_next_picture()

    screen.off()

    assert not twin.lit


@pytest.mark.parametrize(("chip", "fitted_type"), [("ssd1306", Sh1106Twin), ("sh1106", Ssd1306Twin)])
def test_the_check_picture_is_not_whole_when_another_chip_is_fitted(chip: str, fitted_type: type[Twin]) -> None:
    other = fitted_type()
    screen, _ = wired(chip, other)

    screen.show(chip_test_screen("Is the frame complete?"))

    assert other.image().tobytes() != chip_test_screen("Is the frame complete?").tobytes()


@pytest.mark.parametrize(("chip", "twin_type"), CHIPS)
def test_one_changed_digit_costs_at_most_3_percent_of_a_full_frame(chip: str, twin_type: type[Twin]) -> None:
    screen, bus = wired(chip, twin_type())
    costs = []
    for tiles in range(10):
        before = bus.byte_count
        screen.show(rows_screen("Tiles", [("Red", "12"), ("Blue", f"1{tiles}")]))
        costs.append(bus.byte_count - before)

    assert max(costs[1:]) <= 0.03 * FULL_FRAME_BYTES


@pytest.mark.parametrize(("chip", "twin_type"), CHIPS)
def test_an_hourglass_of_20_s_takes_at_most_a_fiftieth_of_the_bus(chip: str, twin_type: type[Twin]) -> None:
    screen, bus = wired(chip, twin_type())
    screen.show(hourglass_screen(20.0, 1.0, "Demand 3"))
    before = bus.byte_count

    for tenths_left in range(199, -1, -1):
        screen.show(hourglass_screen(tenths_left / 10, tenths_left / 200, "Demand 3"))

    clocks = (bus.byte_count - before) * 9  # eight bits and the acknowledge
    assert clocks / 20 / 400_000 < 0.02


def test_a_module_that_waits_for_a_reset_needs_a_wire_to_its_res() -> None:
    pins, bus, twin = TwinPinFactory(), TwinI2cBus(), Ssd1309Twin(waits_for_reset=True)
    bus.attach(0x3C, twin)
    twin.connect_reset_pin(pins, 25)
    Display(bus, chip="ssd1309").show(doodle(1))
    assert not twin.lit

    screen = Display(I2cSerial(bus, 0x3C, reset_pin=25, pin_factory=pins), chip="ssd1309")
    screen.show(doodle(1))

    assert twin.image().tobytes() == doodle(1).tobytes()
    twin.missing = True
    with pytest.raises(BusError):
        screen.show(doodle(2))
    twin.missing = False
    screen.show(doodle(2))
    assert twin.image().tobytes() == doodle(2).tobytes()
    pins.close()


def test_over_spi_no_transfer_is_longer_than_64_bytes() -> None:
    class Slow(TwinSpiDisplay):
        def transfer(self, data: bytes) -> bytes:
            if len(data) > 64:
                raise BusError("spi", seen="Connection timed out", expected="a transfer", remedy="")
            return super().transfer(data)

    pins, twin = TwinPinFactory(), Ssd1306Twin()
    port = Slow(twin, pins, data_command_pin=24)

    Display(SpiSerial(port, data_command_pin=24, reset_pin=None, pin_factory=pins)).show(doodle(3))

    assert twin.image().tobytes() == doodle(3).tobytes()
    pins.close()


COST = 10
BLANK = image_to_frame(Image.new("1", (128, 64)))


def picture(*lit: tuple[int, int]) -> Image.Image:
    image = Image.new("1", (128, 64))
    for place in lit:
        image.putpixel(place, 255)
    return image


@pytest.mark.parametrize(
    ("pixel", "page", "column", "byte"),
    [
        ((0, 0), 0, 0, 0x01),
        ((0, 7), 0, 0, 0x80),
        ((127, 8), 1, 127, 0x01),
        ((5, 63), 7, 5, 0x80),
        ((64, 35), 4, 64, 0x08),
    ],
)
def test_a_pixel_is_one_bit_of_its_page_the_uppermost_in_bit_0(
    pixel: tuple[int, int], page: int, column: int, byte: int
) -> None:
    frame = image_to_frame(picture(pixel))

    assert frame[page][column] == byte
    assert sum(sum(data) for data in frame) == byte


def test_one_changed_pixel_is_a_window_of_one_byte() -> None:
    assert changed_windows(BLANK, image_to_frame(picture((40, 20))), COST) == [Window(40, 40, 2, 2)]


def test_changes_far_apart_stay_two_windows_and_near_ones_become_one() -> None:
    far = changed_windows(BLANK, image_to_frame(picture((0, 0), (127, 63))), COST)
    near = changed_windows(BLANK, image_to_frame(picture((10, 3), (14, 9))), COST)

    assert far == [Window(0, 0, 0, 0), Window(127, 127, 7, 7)]
    assert near == [Window(10, 14, 0, 1)]


def test_a_picture_that_changes_everywhere_is_sent_as_one_window() -> None:
    assert changed_windows(BLANK, image_to_frame(Image.new("1", (128, 64), 255)), COST) == [Window(0, 127, 0, 7)]


frames = st.lists(st.tuples(st.integers(0, 127), st.integers(0, 63)), max_size=60).map(
    lambda lit: image_to_frame(picture(*lit))
)


@given(frames, frames, st.sampled_from([7, 10]))
def test_old_picture_and_windows_together_give_the_new_picture(old: Frame, new: Frame, cost: int) -> None:
    patched = [bytearray(page) for page in old]

    windows = changed_windows(old, new, cost)
    for window in windows:
        data = iter(window_bytes(new, window))
        for page in range(window.first_page, window.last_page + 1):
            for column in range(window.first_column, window.last_column + 1):
                patched[page][column] = next(data)

    assert tuple(bytes(page) for page in patched) == new
    assert sum(window.byte_count + cost for window in windows) <= 1024 + cost
