"""Pins of castles' buttons and lamps in ``table.toml``: all or none, each with one user on its board."""

import pytest

from controller.config import ConfigError, parse
from hw.bus.linux import LinuxPorts
from hw.errors import BusError

PANEL = "yes_pin = 5\nno_pin = 6\nlamp_pins = [12, 13, 25]\n"


def castles(blue: str = "", yellow: str = "") -> str:
    return f"""
[[castle]]
color = "blue"
spi = [0, 0]
{blue}
[[castle]]
color = "yellow"
spi = [0, 1]
{yellow}
"""


def faults(text: str) -> list[str]:
    with pytest.raises(ConfigError) as error:
        parse(text)
    return error.value.faults


def test_a_castle_may_have_a_panel_or_none() -> None:
    blue, yellow = parse(castles(PANEL)).castle
    assert blue.panel == (5, 6, (12, 13, 25))
    assert yellow.panel is None


def test_half_a_panel_is_a_fault() -> None:
    (fault,) = faults(castles("yes_pin = 5\nno_pin = 6"))
    assert fault == "[[castle]] blue: saw yes_pin and no_pin, expected all of yes_pin, no_pin, lamp_pins."


def test_on_the_pi_two_panels_cannot_share_pins() -> None:
    assert len(faults(castles(PANEL, PANEL))) == 5
    assert "pin 5 is used 2 times, by [[castle]] blue and [[castle]] yellow" in faults(castles(PANEL, PANEL))[0]


def test_on_boards_of_their_own_panels_may_use_the_same_pins() -> None:
    own = 'board = "own"\n'
    assert (
        len(parse(castles(own + PANEL, own + PANEL) + "[spinner]\ncoil_pins=[5, 6, 12, 13]\nhome_pin=25").castle) == 2
    )


def test_on_a_board_of_its_own_a_pin_still_has_one_user() -> None:
    own = PANEL.replace("no_pin = 6", "no_pin = 5") + 'board = "own"\n'
    (fault,) = faults(castles(own))
    assert fault.startswith("pin 5 of the blue board is used 2 times")


def test_a_panel_s_pins_collide_with_those_of_other_devices() -> None:
    (fault,) = faults(castles(PANEL) + "[console]\nknob_pins = [5, 20]\nbutton_pin = 21")
    assert fault.startswith("pin 5 is used 2 times, by [[castle]] blue and [console]")


def test_a_pi_has_no_pins_of_castle_boards_and_says_what_to_do() -> None:
    with pytest.raises(BusError, match='board = "pi"'):
        LinuxPorts().board_pins("blue")
