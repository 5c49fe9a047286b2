"""A table in the real Home Assistant: found by itself, shown as it stands, gone when it is to be forgotten."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.fleet.evening import Evening
from tests.fleet.home_assistant import HomeAssistant, need_home_assistant
from tests.fleet.mosquitto import need_mosquitto
from tests.soak import SOAK

GAME: Final = "binary_sensor.royaltable"
BEFORE_A_GAME: Final = {
    f"{GAME}_game": "off",
    f"{GAME}_fault": "off",
    f"{GAME}_calls_somebody": "off",
    "sensor.royaltable_it_waits_for": "Royaltable. Press the knob to begin.",
    "sensor.royaltable_round": "unknown",
    "sensor.royaltable_to_act": "unknown",
    "sensor.royaltable_hourglass_ends": "unknown",
    "event.royaltable_news": "unknown",
    "update.royaltable_software": "off",
    "switch.royaltable_no_sound": "off",
    "switch.royaltable_page_locked": "off",
}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.close()


@pytest.fixture
def home(evening: Evening, tmp_path: Path) -> Iterator[HomeAssistant]:
    need_mosquitto()
    home = HomeAssistant(need_home_assistant(), tmp_path / "home", evening.broker.port)
    yield home
    home.close()


@pytest.mark.skipif(not SOAK, reason="takes minutes and half a gigabyte: make soak")
def test_a_table_in_home_assistant(evening: Evening, home: HomeAssistant) -> None:
    evening.broker.start()
    evening.start()
    home.start()
    home.until(lambda: home.states() == BEFORE_A_GAME, "the table")

    evening.table.begin("coronation")
    evening.table.until(lambda: evening.table.view()["phase"] != "", "the game")
    home.until(lambda: home.states()[f"{GAME}_game"] == "on", "the game")
    assert home.attributes(f"{GAME}_game")["game"] == "Tumult Royale"
    home.until(lambda: home.states()["sensor.royaltable_round"] == str(evening.table.view()["round"]), "its round")
    home.until(lambda: home.attributes("event.royaltable_news").get("event_type") is not None, "its news")
    fault(evening, home)
    commands(evening, home)
    killed_broker(evening, home)
    home_comes_back(home)
    killed_table(evening, home)
    forgotten(evening, home)
    assert home.complaints() == []


def fault(evening: Evening, home: HomeAssistant) -> None:
    assert evening.table.post("/api/table/fault", {"name": "reader_deaf", "on": True}).status_code == 204
    home.until(lambda: home.states()[f"{GAME}_fault"] == "on", "the fault")
    assert home.attributes(f"{GAME}_fault")["lost"] == ["blue"]
    assert evening.table.post("/api/table/fault", {"name": "reader_deaf", "on": False}).status_code == 204
    home.until(lambda: home.states()[f"{GAME}_fault"] == "off", "its end")


def commands(evening: Evening, home: HomeAssistant) -> None:
    home.call("switch/turn_on", "switch.royaltable_no_sound")
    home.until(lambda: home.states()["switch.royaltable_no_sound"] == "on", "silence")
    assert evening.table.get("/api/owner?language=en").json()["house"]["silent"]
    home.call("switch/turn_off", "switch.royaltable_no_sound")
    home.until(lambda: home.states()["switch.royaltable_no_sound"] == "off", "sound")


def killed_broker(evening: Evening, home: HomeAssistant) -> None:
    """It keeps nothing; whoever comes back to it finds all again."""
    before = home.states()
    evening.broker.kill()
    home.until(lambda: set(home.states().values()) == {"unavailable"}, "the loss")
    evening.broker.start()
    home.until(lambda: home.states() == before, "all as before")


def home_comes_back(home: HomeAssistant) -> None:
    """From the broker, which keeps the payload, and from the table, which hears of the birth."""
    before = home.states()
    home.end()
    home.start()
    home.until(lambda: home.states() == before, "all as before")


def killed_table(evening: Evening, home: HomeAssistant) -> None:
    """Its will says so, and its next start takes that back."""
    before = home.states().keys()
    evening.end(signal.SIGKILL)
    home.until(lambda: set(home.states().values()) == {"unavailable"}, "the will")
    evening.start()
    home.until(lambda: "unavailable" not in home.states().values(), "the table")
    assert home.states().keys() == before


def forgotten(evening: Evening, home: HomeAssistant) -> None:
    """The device is gone, and no ghost of it comes with the next start."""
    evening.end()
    command = [sys.executable, "-m", "controller", "mqtt", "forget", "--config", str(evening.settings)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    home.until(lambda: home.states() == {}, "its end")
    home.end()
    home.start()
    assert home.states() == {}
