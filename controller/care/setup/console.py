"""Test display, knob, buzzer, arrow and supply."""

import asyncio
import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, get_args

from msgspec.structs import replace
from PIL import Image

from controller.care.doctor import miswiring
from controller.care.doctor.findings import make_finding
from controller.care.doctor.measuring import check_i2c_speed, i2c_clock_khz, show_and_time_test_picture
from controller.care.setup.device_test import DeviceTest, DeviceTestFailed, Prompt, PromptKind, SetupEvent
from controller.config.schema import DisplayChip, OledSection, SpinnerSection
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth
from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.values import CastleId, LampPattern, Text
from controller.store.settings_file import Change
from hw.errors import HardwareError, PositionLost
from hw.poll import POLL_EVERY_S

CHIPS_TO_TRY: Final[tuple[DisplayChip, ...]] = ("ssd1306", "sh1106", "ssd1309")
"""Chips of 128 x 64 pixels, which acknowledge alike."""


async def try_display(trial: DeviceTest) -> None:
    oled = trial.config.oled
    assert oled is not None
    try:
        took_s = show_and_time_test_picture(trial.hardware, trial.clock, trial.config.table.language)
    except HardwareError:
        if oled.spi is not None:
            raise
        raise await _diagnose_silent_display(trial, oled) from None
    trial.record_measured_value("transfer of a full picture, ms", round(took_s * 1000))
    if oled.spi is None and took_s > 0:
        trial.record_measured_value("I2C clock, kHz", round(i2c_clock_khz(took_s)))
        for finding in check_i2c_speed(took_s):
            trial.report_finding(finding)
    if not await trial.ask(PromptKind.PICTURE):
        raise await _find_chip(trial, oled)


async def _diagnose_silent_display(trial: DeviceTest, oled: OledSection) -> Exception:
    address = miswiring.find_display_address(trial.hardware, oled)
    if address is not None:
        finding = miswiring.display_address_finding(trial.config, oled, address)
        return await trial.report_and_offer_to_write(finding, Change("oled", {"address": address}))
    code = "RT-OLED-WIRES" if await trial.ask(PromptKind.FOUR_PINS) else "RT-OLED-KIND"
    return trial.report_and_make_failure(miswiring.display_finding(code, trial.config))


async def _find_chip(trial: DeviceTest, oled: OledSection) -> Exception:
    """Show the frame as each other chip would take it, until it is complete."""
    for chip in CHIPS_TO_TRY if oled.chip in CHIPS_TO_TRY else ():
        if chip == oled.chip:
            continue
        trial.hardware.screen.rewire(replace(oled, chip=chip))
        show_and_time_test_picture(trial.hardware, trial.clock, trial.config.table.language)
        if await trial.ask(PromptKind.PICTURE):
            finding = make_finding("RT-OLED-CHIP", trial.device, chip=chip, named=oled.chip)
            return await trial.report_and_offer_to_write(finding, Change("oled", {"chip": chip}))
    return DeviceTestFailed(Text("setup-other-chip", {"chips": ", ".join(get_args(DisplayChip))}))


TEST_CLICKS: Final = 6
CLICKS_WAIT_S: Final = 3.0
"""The turn is over when the knob has rested this long."""

KNOB_EDGES_PER_CYCLE: Final = 4
"""Edges of both contacts together."""

KNOB_SETTLES_S: Final = 0.3


KNOB_LOOKS_EVERY_S: Final = 0.005


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

    press = Prompt(trial.device, PromptKind.PRESS)
    try:
        await people.ask_and_wait_for_event(press, is_press)
    except DeviceTestFailed:
        raise trial.report_and_make_failure(miswiring.knob_finding("RT-KNOB-BUTTON", trial.config)) from None
    await trial.sleep_s(KNOB_SETTLES_S)
    if turns or any(isinstance(event, KnobTurned) for event in people.drain_events()):
        raise trial.report_and_make_failure(miswiring.knob_finding("RT-KNOB-PLUS", trial.config))
    prompt = Prompt(trial.device, PromptKind.TURN, TEST_CLICKS)
    steps, moved = await _watch_knob(trial, prompt)
    while 0 < steps != TEST_CLICKS and await trial.ask(PromptKind.AGAIN, steps, clicks=TEST_CLICKS):
        steps, moved = await _watch_knob(trial, prompt)
    if steps == 0:
        still = [name for name, did_move in zip("AB", moved, strict=True) if not did_move]
        code = "RT-KNOB-CONTACT" if len(still) == 1 else "RT-KNOB-STILL"
        raise trial.report_and_make_failure(miswiring.knob_finding(code, trial.config, *still))
    if steps < 0:
        if not await trial.ask(PromptKind.DID_TURN_RIGHT):
            raise DeviceTestFailed(Text("setup-clockwise-first"))
        finding = miswiring.knob_finding("RT-KNOB-REVERSED", trial.config)
        change = Change("console", {"knob_pins": wiring.knob_pins[::-1]})
        raise await trial.report_and_offer_to_write(finding, change)
    trial.record_measured_value(f"steps of {TEST_CLICKS} clicks", steps)
    set_to, other = wiring.clicks_a_cycle, 3 - wiring.clicks_a_cycle
    trial.record_measured_value("edges a click", round(steps * KNOB_EDGES_PER_CYCLE / set_to / TEST_CLICKS, 1))
    # The user may miss a click, so compare which setting fits better.
    if abs(steps * other - TEST_CLICKS * set_to) < abs(steps - TEST_CLICKS) * set_to:
        seen = {"steps": steps, "clicks": TEST_CLICKS, "set_to": set_to, "other": other, "config": trial.config_file}
        finding = make_finding("RT-KNOB-CLICKS", trial.device, **seen)
        raise await trial.report_and_offer_to_write(finding, Change("console", {"clicks_a_cycle": other}))
    back = Prompt(trial.device, PromptKind.TURN_BACK, TEST_CLICKS)
    await people.ask_and_wait_for_event(back, lambda event: isinstance(event, KnobTurned) and event.steps < 0)


async def _watch_knob(trial: DeviceTest, prompt: Prompt) -> tuple[int, tuple[bool, bool]]:
    """Return the steps until the knob rests for `CLICKS_WAIT_S`, and whether each contact changed."""
    people, controls, clock = trial.operator, trial.hardware.controls, trial.clock
    rest = controls.knob_levels
    seen, last = [rest], rest
    people.drain_events()
    people.ask(prompt)
    ends_s, steps = clock.now_s() + people.patience_s, 0
    while clock.now_s() < ends_s:
        await trial.sleep_s(KNOB_LOOKS_EVERY_S)
        turned = [event.steps for event in people.drain_events() if isinstance(event, KnobTurned)]
        levels = controls.knob_levels
        if turned or levels != last:
            ends_s, last = clock.now_s() + CLICKS_WAIT_S, levels
        if turned or levels != rest:
            seen.append(levels)
        steps += sum(turned)
    a, b = ({each[contact] for each in seen} for contact in (0, 1))
    return steps, (len(a) > 1, len(b) > 1)


REPEAT_SOUND_EVERY_S: Final = 2.0


async def try_buzzer(trial: DeviceTest) -> None:
    trial.hardware.sounds.open()
    sounding = asyncio.create_task(_repeat_sound(trial))
    try:
        if not await trial.ask(PromptKind.HEARD):
            raise trial.report_and_make_failure(miswiring.buzzer_finding(trial.config))
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


HOW_FAR_DEG: Final = 2.0
"""Angle by which a click of the knob turns the arrow."""

MAGNET_WAIT_S: Final = 20.0
COIL_ORDERS: Final = ((0, 2, 1, 3), (0, 1, 3, 2))
"""Orders of coils in which a motor trembles; all others turn as these or the right one do, from another coil or back.

IN2 and IN3 are exchanged most often (nidayand/motor-on-roller-blind-ws#19).
"""


async def try_arrow(trial: DeviceTest) -> None:
    arrow, clock, wiring = trial.hardware.arrow, trial.clock, trial.config.spinner
    assert wiring is not None
    trial.say_progress("setup-arrow-turns")
    try:
        measured = await arrow.measure_turn_half_steps()
    except PositionLost as lost:
        raise await _diagnose_lost_arrow(trial, wiring, lost) from None
    trial.record_measured_value("half-steps a turn", round(measured, 1))
    finding = miswiring.gear_finding(wiring, measured, trial.config_file)
    if finding is not None:
        change = Change("spinner", {"half_steps_a_turn": miswiring.usual_gear(measured)})
        raise await trial.report_and_offer_to_write(finding, change)
    began_s = clock.now_s()
    await arrow.home()
    homed_s = clock.now_s()
    trial.record_measured_value("time to find the mark, s", round(homed_s - began_s, 1))
    await arrow.turn_to(0)
    await arrow.home()
    trial.record_measured_value("time to find the mark after a turn, s", round(clock.now_s() - homed_s, 1))
    if not await trial.ask(PromptKind.CLOCKWISE):
        change = Change("spinner", {"coil_pins": wiring.coil_pins[::-1]})
        raise await trial.report_and_offer_to_write(miswiring.coils_finding("RT-ARROW-REVERSED", trial.config), change)
    play_deg = round(await arrow.measure_backlash_deg(), 1)
    trial.record_measured_value("play between motor and arrow, degrees", play_deg)
    if play_deg > MAX_BACKLASH_DEG:
        trial.report_finding(make_finding("RT-ARROW-PLAY", trial.device, degrees=play_deg, most=MAX_BACKLASH_DEG))
    await arrow.turn_to(0)
    if not await trial.ask(PromptKind.POINTS):
        await _calibrate_mark(trial, wiring)


async def _calibrate_mark(trial: DeviceTest, wiring: SpinnerSection) -> None:
    """Let the operator turn the arrow with the knob to the start of the first sector."""
    finding = make_finding("RT-ARROW-MARK", trial.device, degrees=f"{wiring.mark_deg:g}")
    if trial.operator.open_knob is None:
        raise trial.report_and_make_failure(finding)
    people, turned_deg = trial.operator, 0.0
    people.drain_events()
    people.ask(Prompt(trial.device, PromptKind.POINT))
    try:
        while True:
            async with asyncio.timeout(people.patience_s):
                event = await people.events.get()
            if isinstance(event, ButtonPressed) and event.button == "knob":
                break
            if isinstance(event, KnobTurned):
                await trial.hardware.arrow.jog(event.steps * HOW_FAR_DEG)
                turned_deg += event.steps * HOW_FAR_DEG
    except TimeoutError:
        raise trial.report_and_make_failure(finding) from None
    # The arrow pointed at ``-turned_deg`` when it was sent to 0.
    mark_deg = (wiring.mark_deg - turned_deg) % 360
    failed = trial.report_and_make_failure(finding)
    if not await trial.offer_to_write(Change("spinner", {"mark_deg": mark_deg})):
        raise failed
    await trial.hardware.arrow.turn_to(0)
    if not await trial.ask(PromptKind.POINTS):
        raise failed


async def _diagnose_lost_arrow(trial: DeviceTest, wiring: SpinnerSection, lost: PositionLost) -> Exception:
    """Ask and try what is wrong with an arrow whose mark is not seen, or seen everywhere; return what to raise."""
    arrow = trial.hardware.arrow
    if arrow.sees_mark:
        return trial.report_and_make_failure(miswiring.hall_finding("RT-HALL-STUCK", trial.config))
    if not await trial.ask(PromptKind.TURNED):
        if not await trial.ask(PromptKind.MOTOR_LAMPS):
            return trial.report_and_make_failure(miswiring.coils_finding("RT-ARROW-SUPPLY", trial.config))
        for order in COIL_ORDERS:
            first, second, third, fourth = (wiring.coil_pins[at] for at in order)
            change = Change("spinner", {"coil_pins": (first, second, third, fourth)})
            arrow.reopen(replace(wiring, **change.values))
            trial.say_progress("setup-tries", change=str(change))
            with contextlib.suppress(PositionLost):
                await arrow.measure_turn_half_steps()
                finding = miswiring.coils_finding("RT-ARROW-COILS", trial.config)
                return await trial.report_and_offer_to_write(finding, change)
        arrow.reopen(wiring)
        return lost
    trial.operator.ask(Prompt(trial.device, PromptKind.MAGNET))
    ends_s = trial.clock.now_s() + MAGNET_WAIT_S
    while not arrow.sees_mark and trial.clock.now_s() < ends_s:
        await trial.sleep_s(POLL_EVERY_S)
    code = "RT-HALL-POLE" if arrow.sees_mark else "RT-HALL-OPEN"
    return trial.report_and_make_failure(miswiring.hall_finding(code, trial.config))


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
    trial.say_progress("setup-full-load")
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
