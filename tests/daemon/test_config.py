"""``table.toml``: every fault names section and key, what was seen and what is allowed."""

from pathlib import Path

import pytest

from controller.daemon import config
from controller.daemon.config import ConfigError, parse

TWO_CASTLES = """
[[castle]]
color = "blue"
spi = [0, 0]
[[castle]]
color = "yellow"
spi = [0, 1]
"""


def test_two_castles_are_a_table() -> None:
    table = parse(TWO_CASTLES)
    assert [castle.color for castle in table.castle] == ["blue", "yellow"]
    assert (table.oled, table.spinner, table.console) == (None, None, None)
    assert (table.table.hourglass_s, table.page.port) == (20, 8080)


def test_the_shipped_simulated_table_is_right() -> None:
    assert [castle.color for castle in config.simulator().castle] == ["blue", "yellow", "purple", "grey"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "castle"),
        ("[[castle", "is not TOML"),
        (TWO_CASTLES + "[tabel]\nname = 'x'", "[tabel]: unknown. Did you mean 'table'?"),
        (TWO_CASTLES + "[table]\nhour_glass_s = 20", "[table] hour_glass_s: unknown. Did you mean 'hourglass_s'?"),
        (TWO_CASTLES + "[table]\nhourglass_s = 5", "`int` >= 10 - at `$.table.hourglass_s`"),
        (TWO_CASTLES + "[table]\nhourglass_s = '20'", "Expected `int`, got `str` - at `$.table.hourglass_s`"),
        (TWO_CASTLES + "[table]\nlanguage = 'fr'", "saw 'fr', expected one of en, de, es"),
        (TWO_CASTLES + "[oled]\nchip = 'ssd1307'", "Invalid enum value 'ssd1307' - at `$.oled.chip`"),
        (TWO_CASTLES.replace("yellow", "blue"), "colour blue is used 2 times"),
        (TWO_CASTLES.replace("[0, 1]", "[0, 0]"), "SPI 0.0 is used 2 times, by [[castle]] blue and [[castle]] yellow"),
        (TWO_CASTLES + "[spinner]\ncoil_pins = [17, 27, 22, 10]\nhome_pin = 26", "pin 10 is used 2 times"),
        (TWO_CASTLES + "[spinner]\ncoil_pins = [17, 17, 22, 23]\nhome_pin = 26", "pin 17 is used 2 times"),
        (TWO_CASTLES.replace("[0, 1]", "[0, 1]\nreset_pin = 10"), "pin 10 is used 2 times, by [[castle]] reset_pin"),
        (TWO_CASTLES + 'driver = "rc522"', "Invalid enum value 'rc522' - at `$.castle[1].driver`"),
        (TWO_CASTLES.split('[[castle]]\ncolor = "yellow"', maxsplit=1)[0], "saw 1 castle(s), expected 2 to 4"),
    ],
)
def test_a_fault_is_named(text: str, fault: str) -> None:
    with pytest.raises(ConfigError) as error:
        parse(text)
    assert fault in str(error.value)


def test_all_collisions_are_named_at_once() -> None:
    with pytest.raises(ConfigError) as error:
        parse(TWO_CASTLES.replace("yellow", "blue").replace("[0, 1]", "[0, 0]"))
    assert len(error.value.faults) == 2


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"(?s)nowhere\.toml.*Name another file with --config"):
        config.load(tmp_path / "nowhere.toml")
