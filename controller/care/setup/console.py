"""Test display, knob, buzzer, arrow and supply."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, get_args

from PIL import Image

from controller.care.doctor.findings import make_finding
from controller.care.doctor.measuring import check_i2c_speed, i2c_clock_khz, show_and_time_test_picture
from controller.care.setup.device_test import DeviceTest, DeviceTestFailed, Prompt, PromptKind, SetupEvent
from controller.config.schema import DisplayChip
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth
from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.values import CastleId, LampPattern
from hw.errors import HardwareError


async def try_display(trial: DeviceTest) -> None:
    oled = trial.config.oled
    took_s = show_and_time_test_picture(trial.hardware, trial.clock, trial.config.table.language)
    trial.record_measured_value("transfer of a full picture, ms", round(took_s * 1000))
    if oled is not None and oled.spi is None and took_s > 0:
        trial.record_measured_value("I2C clock, kHz", round(i2c_clock_khz(took_s)))
        for finding in check_i2c_speed(took_s):
            trial.report_finding(finding)
    if not await trial.operator.ask_yes_no(trial.device, "Does the screen show a complete frame along all four edges?"):
        raise DeviceTestFailed(f"Set another chip under [oled], one of {', '.join(get_args(DisplayChip))}.")


TEST_CLICKS: Final = 6
CLICKS_WAIT_S: Final = 3.0
"""Time for `TEST_CLICKS` clicks, counted from the first click."""

KNOB_EDGES_PER_CYCLE: Final = 4
"""Edges of both contacts together."""

KNOB_SETTLES_S: Final = 0.3


async def try_knob(trial: DeviceTest) -> None:
    """Ask for a press, which must not turn the knob, and for some clicks in each direction."""
    people, wiring = trial.operator, trial.config.console
    assert wiring is not None
    trial.hardware.controls.open_knob(wiring)
    turns: list[SetupEvent] = []

    def is_press(event: SetupEvent) -> bool:
        if isinstance(event, KnobTurned):
            turns.append(event)
        return isinstance(event, ButtonPressed) and (event.button, event.long) == ("knob", False)

    press = Prompt(trial.device, PromptKind.PRESS, "Press the knob briefly, without turning it.")
    await people.ask_and_wait_for_event(press, is_press)
    await trial.sleep_s(KNOB_SETTLES_S)
    if turns or any(isinstance(event, KnobTurned) for event in people.drain_events()):
        raise trial.report_and_make_failure(make_finding("RT-KNOB-PLUS", trial.device))
    prompt = Prompt(trial.device, PromptKind.TURN, f"Turn the knob clockwise by {TEST_CLICKS} clicks.")
    try:
        first = await people.ask_and_wait_for_event(prompt, _make_turn_matcher(+1, trial))
    except DeviceTestFailed as failed:
        raise DeviceTestFailed(f'{failed} On a module such as the KY-040, connect "+" to 3.3 V.') from None
    steps = first.steps if isinstance(first, KnobTurned) else 0
    await trial.sleep_s(CLICKS_WAIT_S)
    steps += sum(event.steps for event in people.drain_events() if isinstance(event, KnobTurned))
    trial.record_measured_value(f"steps of {TEST_CLICKS} clicks", steps)
    set_to, other = wiring.clicks_a_cycle, 3 - wiring.clicks_a_cycle
    trial.record_measured_value("edges a click", round(steps * KNOB_EDGES_PER_CYCLE / set_to / TEST_CLICKS, 1))
    # The user may miss a click, so compare which setting fits better.
    if abs(steps * other - TEST_CLICKS * set_to) < abs(steps - TEST_CLICKS) * set_to:
        seen = {"steps": steps, "clicks": TEST_CLICKS, "set_to": set_to, "other": other, "config": trial.config_file}
        raise trial.report_and_make_failure(make_finding("RT-KNOB-CLICKS", trial.device, **seen))
    await people.ask_and_wait_for_event(
        Prompt(trial.device, PromptKind.TURN_BACK, "Turn it back."), _make_turn_matcher(-1, trial)
    )


def _make_turn_matcher(direction: int, trial: DeviceTest) -> Callable[[SetupEvent], bool]:
    def matches(event: SetupEvent) -> bool:
        if not isinstance(event, KnobTurned):
            return False
        if event.steps * direction < 0:
            trial.say("The knob turned counter-clockwise. If you turned it clockwise, swap A and B in knob_pins.")
        return event.steps * direction > 0

    return matches


REPEAT_SOUND_EVERY_S: Final = 2.0


async def try_buzzer(trial: DeviceTest) -> None:
    trial.hardware.sounds.open()
    sounding = asyncio.create_task(_repeat_sound(trial))
    try:
        if not await trial.operator.ask_yes_no(trial.device, "Do you hear the buzzer?"):
            raise DeviceTestFailed("Check the transistor and the buzzer's pins.")
    finally:
        sounding.cancel()


async def _repeat_sound(trial: DeviceTest) -> None:
    devices = DeviceHealth()
    while True:
        trial.hardware.sounds.play("fanfare", devices)
        await trial.sleep_s(REPEAT_SOUND_EVERY_S)


MAX_BACKLASH_DEG: Final = 7.9
"""Limit of the backlash: 90 half-steps of 4,096.

After a stop the driver accepts the mark up to 96 half-steps early; 6 of these are the sensor's tolerance.
"""


async def try_arrow(trial: DeviceTest) -> None:
    arrow, clock = trial.hardware.arrow, trial.clock
    trial.say(f"{trial.device}: the arrow finds its mark and makes a full turn. Do not touch it.")
    began_s = clock.now_s()
    await arrow.home()
    homed_s = clock.now_s()
    trial.record_measured_value("time to find the mark, s", round(homed_s - began_s, 1))
    await arrow.turn_to(0)
    await arrow.home()
    trial.record_measured_value("time to find the mark after a turn, s", round(clock.now_s() - homed_s, 1))
    if not await trial.operator.ask_yes_no(trial.device, "Did the arrow turn clockwise?"):
        raise DeviceTestFailed("Wire the coils in the order blue, pink, yellow, orange.")
    play_deg = round(await arrow.measure_backlash_deg(), 1)
    trial.record_measured_value("play between motor and arrow, degrees", play_deg)
    if play_deg > MAX_BACKLASH_DEG:
        trial.report_finding(make_finding("RT-ARROW-PLAY", trial.device, degrees=play_deg, most=MAX_BACKLASH_DEG))


ALL_LAMPS_ON: Final[LampPattern] = ("on", "on", "on")
ALL_LAMPS_OFF: Final[LampPattern] = ("off", "off", "off")
SCREEN_SIZE: Final = (128, 64)

VOLTAGE_READ_EVERY_S: Final = 0.1
UNDERVOLTAGE_POLL_S: Final = 2.0
"""Interval at which the kernel asks the firmware for new undervoltage (raspberrypi-hwmon)."""

SUPPLY_RESULT_NAME: Final = "supply under load"


async def try_supply(trial: DeviceTest) -> None:
    """Each device's own test reports its failures."""
    hardware, clock, ports = trial.hardware, trial.clock, trial.hardware.ports
    if ports.undervoltage() is None:
        trial.record_measured_value(SUPPLY_RESULT_NAME, "not measured: this machine does not monitor it")
        return
    if ports.undervoltage():
        await trial.sleep_s(2 * UNDERVOLTAGE_POLL_S)  # so that an earlier dip is no longer reported
        if ports.undervoltage():
            raise trial.report_and_make_failure(make_finding("RT-POWER-LOW"))
    trial.say("supply: all devices run at once. Do not touch the arrow.")
    with _run_full_load(trial):
        for castle in trial.config.pi_gate_sections:
            with contextlib.suppress(HardwareError):
                await hardware.readers.open(castle).start()
        turning = asyncio.create_task(_home_arrow_and_turn_to_zero(hardware))
        ends_s, dropped = clock.now_s() + 2 * UNDERVOLTAGE_POLL_S, False
        while not dropped and (clock.now_s() < ends_s or not turning.done()):
            await trial.sleep_s(VOLTAGE_READ_EVERY_S)
            dropped = ports.undervoltage() is True
        turning.cancel()
        await asyncio.wait([turning])
    ends_s = clock.now_s() + UNDERVOLTAGE_POLL_S
    while not dropped and clock.now_s() < ends_s:  # until the kernel has polled after the turn
        await trial.sleep_s(VOLTAGE_READ_EVERY_S)
        dropped = ports.undervoltage() is True
    trial.record_measured_value(SUPPLY_RESULT_NAME, "fell below 4.63 V" if dropped else "stayed above 4.63 V")
    if dropped:
        raise trial.report_and_make_failure(make_finding("RT-POWER-LOAD"))


@contextmanager
def _run_full_load(trial: DeviceTest) -> Iterator[None]:
    hardware = trial.hardware
    with contextlib.suppress(HardwareError):
        hardware.screen.show(Image.new("1", SCREEN_SIZE, 1))
    with contextlib.suppress(HardwareError):
        hardware.sounds.open()
    _set_all_lamps(hardware, ALL_LAMPS_ON)
    sounding = asyncio.create_task(_repeat_sound(trial))
    try:
        yield
    finally:
        sounding.cancel()
        hardware.sounds.stop()
        _set_all_lamps(hardware, ALL_LAMPS_OFF)
        for reader in hardware.readers.chips.values():
            with contextlib.suppress(HardwareError):
                reader.off()


def _set_all_lamps(hardware: Hardware, pattern: LampPattern) -> None:
    for castle in hardware.controls.panels:
        with contextlib.suppress(HardwareError):
            hardware.controls.set_lamps(CastleId(castle), pattern)


async def _home_arrow_and_turn_to_zero(hardware: Hardware) -> None:
    with contextlib.suppress(HardwareError):
        await hardware.arrow.home()
        await hardware.arrow.turn_to(0)
