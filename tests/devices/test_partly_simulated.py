"""A table of which one part is built: the others are simulated, and both are used at once."""

from pathlib import Path

import pytest

from controller.care.setup.people import BirthCertificate, Prompt, SetupStep
from controller.cli.parts.setup import Hand, set_up
from controller.config import ConfigError, TableConfig, examples, parse
from controller.devices import part_or_twin as machines
from controller.devices.part_or_twin import machine, twins
from hw.bus.ports import Ports
from hw.clock import Clock, LoopClock
from hw.errors import BusError
from hw.testing.clock import run_virtual
from hw.testing.table import MixedPorts, TwinTable
from tests.hw.castle_link.boards import IN_PYTHON

PATIENCE_S = 30.0

ONLY_THE_KNOB_IS_BUILT = """
castle = [{color = "blue", spi = [0, 0], simulated = true}, {color = "yellow", spi = [0, 1], simulated = true}]
[oled]
simulated = true
[spinner]
coil_pins = [17, 27, 22, 23]
home_pin = 26
simulated = true
[console]
knob_pins = [16, 20]
button_pin = 21
"""


class TwoHands(Hand):
    """One at the parts that are built, one at the simulated ones on the page."""

    def __init__(self, settings: TableConfig, built: TwinTable) -> None:
        super().__init__()
        real = settings.only(simulated=False)
        self._built = built
        self._at_the_built = {castle.color for castle in real.castle}
        self._built_knob = real.console is not None
        self.at: list[tuple[str, bool]] = []

    async def does(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        at_castle = request.device in {"blue", "yellow"} and request.step is not SetupStep.ROOM  # the knob's to answer
        built = request.device in self._at_the_built if at_castle else self._built_knob
        self.at.append((request.device, built))
        await super().does(self._built if built else table, clock, request)


def walked(settings: TableConfig, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], TwoHands]:
    """Set the table up, with what is built behind ports of its own; gives what does not work, and the hands."""

    async def life() -> tuple[list[str], TwoHands]:
        clock = LoopClock()
        built = twins(settings.only(simulated=False), clock, IN_PYTHON)
        built.places = {f"/dev/serial/{place}": cable for place, cable in built.places.items()}
        monkeypatch.setattr(machines, "parts", lambda _config: built)
        both = machine(settings, clock)
        assert isinstance(both, MixedPorts)
        hands = TwoHands(settings, built)
        left = await set_up(settings, both, clock, BirthCertificate(folder / "certificate"), None, PATIENCE_S, hands)
        return left, hands

    return run_virtual(life())


def test_one_castle_board_is_built_and_the_rest_is_simulated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, hands = walked(parse(examples.text_of("minimal")), tmp_path, monkeypatch)
    assert left == []
    assert {("blue", True), ("yellow", False), ("console", False), ("oled", False)} <= set(hands.at)


def test_pins_of_a_built_knob_and_of_a_simulated_arrow_go_to_each_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, hands = walked(parse(ONLY_THE_KNOB_IS_BUILT), tmp_path, monkeypatch)
    assert left == []
    assert {("blue", False), ("yellow", False), ("console", True), ("spinner", True)} <= set(hands.at)


def test_what_is_built_and_missing_is_lost_and_the_rest_is_not(tmp_path: Path) -> None:
    """This machine has no castle board."""
    settings = parse(examples.text_of("minimal"))

    async def life() -> list[str]:
        clock = LoopClock()
        both = machine(settings, clock)
        assert isinstance(both, TwinTable)
        assert not both.wholly
        with pytest.raises(BusError):
            both.spi(0, 0)
        return await set_up(settings, both, clock, BirthCertificate(tmp_path / "certificate"), None, PATIENCE_S, Hand())

    assert run_virtual(life()) == ["blue"]


def test_without_the_word_nothing_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Ports] = []

    def real(config: TableConfig) -> Ports:
        made.append(twins(config, LoopClock()))
        return made[0]

    monkeypatch.setattr(machines, "parts", real)

    async def life() -> None:
        assert machine(parse(examples.text_of("b")), LoopClock()) is made[0]

    run_virtual(life())


def test_a_part_that_is_planned_keeps_its_pins_to_itself() -> None:
    with pytest.raises(ConfigError, match="pin 26 is used 2 times"):
        parse(ONLY_THE_KNOB_IS_BUILT.replace("[16, 20]", "[16, 26]"))
