"""Bots play a whole game, and people carry their tiles: blue on spidev and GPIO, yellow on a board behind cdc_acm."""

from random import Random
from typing import Final

import pytest

from controller.games.tumult_royale.rules.state import Over
from tests.kernel_table.guest_machine import Guest, broken_devices
from tests.kernel_table.hands import HelpersHands

SETTINGS: Final = """\
[table]
hourglass_s = 30
[game]
map = "honour"
[[castle]]
color = "blue"
spi = [0, 0]
reset_pin = 27
yes_pin = 16
no_pin = 17
lamp_pins = [18, 19, 20]
[[castle]]
color = "yellow"
node = "yellow"
[console]
knob_pins = [5, 6]
button_pin = 12
buzzer_pin = 13
[tags]
file = "/var/lib/royaltable/tags.toml"
[journal]
file = "/var/lib/royaltable/table.journal"
[page]
port = 8080
"""
"""Without display and arrow, which take most of an emulated processor's time."""

BOTS: Final = ["blue", "yellow"]


@pytest.fixture(scope="module")
def settings() -> str:
    return SETTINGS


def test_bots_play_a_game_by_peoples_hands_and_refuse_wrong_tiles(guest: Guest) -> None:
    guest.until(lambda: broken_devices(guest) == set())
    assert guest.run("ls /dev/spidev0.0 /dev/gpiochip4 /dev/ttyACM*").split()[-1] == "/dev/ttyACM0"
    hands = HelpersHands(guest, Random(3))
    hands.begin(BOTS, bots=BOTS, variant="classic", map="honour")
    assert hands.look()["bots"]["castles"] == {"blue": "", "yellow": ""}
    hands.play_to_the_end()

    state, seen = hands.log.state, hands.look()
    assert state is not None
    assert isinstance(state.phase, Over)
    assert seen["seq"] == hands.log.seq
    assert seen["unwritten"] == 0
    assert seen["outcome"]["winners"] == [state.color(state.phase.winner)]
    assert hands.refused >= {("blue", "set_aside"), ("yellow", "set_aside")}
    assert hands.origins >= {"gate:blue", "gate:yellow", "knob", "hourglass"}
    assert {(bus, select) for bus, select, *_ in guest.far("list(far.spi)")} == {(0, 0)}
    assert broken_devices(guest) == set()
    assert "Traceback" not in guest.log()
