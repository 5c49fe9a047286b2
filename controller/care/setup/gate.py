"""Test a castle's lamps, buttons and reader, or the tray's reader, with cards and stickers.

The reading distance is measured by lowering a piece: a castle board reports only arriving pieces.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, Literal, TypeGuard

from controller.care.doctor import measuring, miswiring
from controller.care.doctor.findings import Finding, make_finding
from controller.care.setup.device_test import (
    DeviceTest,
    DeviceTestFailed,
    Operator,
    Prompt,
    PromptKind,
    SettingsChanged,
    SetupEvent,
)
from controller.config.schema import CastleSection
from controller.devices.health import PANEL_SUFFIX
from controller.games.contract.inputs import ButtonPressed
from controller.games.contract.values import TRAY, CastleId, LampPattern, Text
from controller.store.settings_file import Change
from controller.store.setup_results import HEARD_BY
from firmware.castle_node import FIRMWARE_VERSION
from hw.castle_link.messages import BoardConnected, BoardDisconnected, BoardId, ReaderFailed, TagCame
from hw.errors import HardwareError
from hw.poll import POLL_EVERY_S, Reader
from hw.values import ReaderId, Uid

ABOUT_RANGE: Final = frozenset({"RT-READER-NO-TILE", "RT-BOARD-RANGE"})
"""Findings of a board's reader that the set-up leaves to `_measure_read_range`."""

BOARD_WAIT_S: Final = 10.0

FINGER_MM: Final = 20

DISTANCE_NAMES: Final = ("less than a finger's breadth", "a finger's breadth", "two fingers' breadths or more")
"""Names of the distance, by the number of fingers that fit between piece and gate."""

MOST_FINGERS: Final = len(DISTANCE_NAMES) - 1


async def _measure_read_range(trial: DeviceTest, seen: Callable[[Prompt], Awaitable[Uid]]) -> None:
    """Ask to lower a piece until it is read, then ask for its distance."""
    gate = trial.device
    await seen(Prompt(gate, PromptKind.LOWER))
    trial.say_progress("setup-read")
    fingers = 0
    while fingers < MOST_FINGERS and await trial.ask(
        PromptKind.DISTANCE, fingers + 1, millimetres=(fingers + 1) * FINGER_MM
    ):
        fingers += 1
    trial.record_measured_value("reading distance of a lowered piece", DISTANCE_NAMES[fingers])
    if fingers == 0:
        trial.report_finding(make_finding("RT-READER-NEAR", gate, mm=FINGER_MM, config=trial.config_file))


STICKER_UID_BYTES: Final = 7
"""Bytes of an NTAG's UID; the MIFARE Classic supplied with a reader has 4."""


async def _try_stickers(trial: DeviceTest, seen: Callable[[Prompt], Awaitable[Uid]]) -> None:
    """Ask for the reader's card, then for a sticker; a sticker instead of the card passes both.

    If only the card, with its larger coil, is read, the field is too weak for a sticker.
    """
    gate = trial.device
    if len(await seen(Prompt(gate, PromptKind.CARD))) == STICKER_UID_BYTES:
        return
    try:
        await seen(Prompt(gate, PromptKind.PIECE))
    except DeviceTestFailed:
        raise trial.report_and_make_failure(make_finding("RT-READER-WEAK", gate, castle=gate)) from None


LAMP_STEP_S: Final = 0.7

BEAMS_WAIT_S: Final = 8.0
"""A board restarts once it is told that it has light beams, and tests them after five seconds."""

PIECE_GONE_AFTER_S: Final = 0.5
"""Time without a reading after which the piece is gone."""

LAMP_TEST_PATTERNS: Final[tuple[LampPattern, ...]] = (
    ("on", "off", "off"),
    ("off", "on", "off"),
    ("off", "off", "on"),
    ("off", "off", "off"),
    ("on", "on", "on"),
)
ALL_LAMPS_OFF: Final[LampPattern] = ("off", "off", "off")


async def try_gate(
    trial: DeviceTest, boards: measuring.BoardStatus, gate: CastleSection, gates: Sequence[CastleSection]
) -> None:
    """Light the lamps, ask for both buttons, then test the reader; ``gates`` are all of the table."""
    hardware = trial.hardware
    name, castle = ReaderId(gate.color), CastleId(gate.color)
    if gate.node is not None:
        until_s = trial.clock.now_s() + BOARD_WAIT_S
        while not isinstance(boards.boards.get(name), BoardConnected) and trial.clock.now_s() < until_s:
            await trial.sleep_s(POLL_EVERY_S)
        link = hardware.boards.open()
        news = boards.boards.get(name)
        if isinstance(news, BoardDisconnected) and link is not None:
            ports, count = len(hardware.ports.serial_port_names()), len(trial.config.board_by_gate)
            finding = miswiring.missing_board_finding(gate, link, ports, count)
            raise news.fault if finding is None else trial.report_and_make_failure(finding)
    if gate.panel_pins is not None or (gate.node is not None and castle != TRAY):
        if gate.panel_pins is not None:
            hardware.openers_by_device()[gate.color + PANEL_SUFFIX]()
        await _light_each_lamp(trial, castle)
        if not await trial.ask(PromptKind.LAMPS):
            raise await _diagnose_lamps(trial, gate, castle)
        await _try_button(trial, gate, PromptKind.YES, "yes")
        await _try_button(trial, gate, PromptKind.NO, "no")
    if gate.node is not None:
        reader_news = boards.readers.get(name)
        if isinstance(reader_news, ReaderFailed):
            raise await _diagnose_silent_reader(trial, gate, gates)
        for finding in await _check_board_reader(trial, boards, gate, name):
            if finding.code not in ABOUT_RANGE:
                trial.report_finding(finding)
        seen = partial(_ask_and_wait_for_board_tag, trial.operator, name)
    else:
        reader = hardware.readers.open(gate)
        try:
            await hardware.readers.ask_questions(gate)
            trial.record_measured_value("chip", str(await reader.start()))
        except HardwareError:
            raise await _diagnose_silent_reader(trial, gate, gates) from None
        own = hardware.readers.sticker_readers.get(name)
        if own is None:
            trial.report_finding(make_finding("RT-READER-UNMEASURED", name, chip=gate.reader_chip.name, castle=name))
        else:
            trial.record_measured_value("gain, dB", own.gain_db)
            wrong, findings = measuring.count_spi_errors(
                trial.device, own.count_wrong_echo_bytes, hardware.spi_hz, trial.config_file
            )
            trial.record_measured_value(f"bytes of {measuring.SPI_TEST_BYTES} wrong at {hardware.spi_hz} Hz", wrong)
            for finding in findings:
                trial.report_finding(finding)
        seen = partial(_ask_and_wait_for_reader_tag, trial, reader)
    await _try_beams(trial, boards, gate)
    try:
        try:
            await _try_stickers(trial, seen)
        except DeviceTestFailed as failed:
            raise await _diagnose_unread_card(trial, gate, gates, failed) from None
        await _measure_read_range(trial, seen)
        if gate.node is None and own is not None:
            trial.record_measured_value("behaviour of the chip", own.chip_quirks_text)
        if gate.node is not None:
            await _check_board_reader(trial, boards, gate, name)
    finally:
        if gate.node is None:
            with contextlib.suppress(HardwareError):
                reader.off()


async def _try_beams(trial: DeviceTest, boards: measuring.BoardStatus, gate: CastleSection) -> None:
    """Test a gate's light beams, if it has any."""
    fault, name = "", ReaderId(gate.color)
    if gate.beam_pins is not None:
        trial.hardware.readers.open_beams(gate)
        fault = await measuring.find_beams_fault(trial.hardware.readers.beams[name], trial.clock)
    elif gate.beams:
        until_s = trial.clock.now_s() + BEAMS_WAIT_S
        while name not in boards.beams and trial.clock.now_s() < until_s:
            await trial.sleep_s(POLL_EVERY_S)
        news = boards.beams.get(name)
        fault = "its board says nothing of them" if news is None else "" if news.fault is None else str(news.fault.seen)
    if fault:
        raise trial.report_and_make_failure(miswiring.beams_finding(trial.config, gate, fault))


async def _try_button(trial: DeviceTest, gate: CastleSection, step: PromptKind, button: Literal["yes", "no"]) -> None:
    """Ask for a press; what arrives instead tells what is exchanged."""
    config, people = trial.config, trial.operator
    prompt = Prompt(gate.color, step)
    try:
        pressed = await people.ask_and_wait_for_event(
            prompt, lambda event: isinstance(event, ButtonPressed) and event.castle is not None
        )
    except DeviceTestFailed:
        finding = miswiring.button_finding("RT-BUTTON-DEAD", config, gate, button)
        raise trial.report_and_make_failure(finding) from None
    assert isinstance(pressed, ButtonPressed)
    if pressed.castle != gate.color:
        others = [each for each in config.castle if each.color == pressed.castle]
        raise await _report_exchanged_gates(trial, gate, others[0], PANEL_KEYS)
    if pressed.button == button:
        return
    finding = miswiring.button_finding("RT-BUTTONS-EXCHANGED", config, gate, button)
    if gate.panel_pins is None:
        raise trial.report_and_make_failure(finding)
    pins = {"yes_pin": gate.no_pin, "no_pin": gate.yes_pin}
    raise await trial.report_and_offer_to_write(finding, Change("castle", pins, gate.color))


async def _diagnose_lamps(trial: DeviceTest, gate: CastleSection, castle: CastleId) -> Exception:
    """Light one lamp after the other and ask; return what to raise."""
    if gate.ring_pixels is not None:
        return trial.report_and_make_failure(make_finding("RT-RING-DARK", gate.color))
    wrong, another = [], False
    for number, lamp in enumerate(LAMP_NAMES):
        trial.hardware.controls.set_lamps(castle, LAMP_TEST_PATTERNS[number])
        if not await trial.ask(PromptKind.ONE_LAMP, number):
            wrong.append(lamp)
            another |= await trial.ask(PromptKind.OTHER_LAMP, number)
    trial.hardware.controls.set_lamps(castle, ALL_LAMPS_OFF)
    if len(wrong) == len(LAMP_NAMES):
        await _try_button(trial, gate, PromptKind.YES, "yes")  # the whole panel may be another castle's
    code = "RT-LAMPS-EXCHANGED" if another else "RT-LAMP-DARK"
    finding = miswiring.lamp_finding(code, trial.config, gate, wrong or LAMP_NAMES)
    if gate.lamp_pins is None or len(wrong) != EXCHANGED or not another:
        return trial.report_and_make_failure(finding)
    one, two = (LAMP_NAMES.index(lamp) for lamp in wrong)
    pins = list(gate.lamp_pins)
    pins[one], pins[two] = pins[two], pins[one]
    return await trial.report_and_offer_to_write(finding, Change("castle", {"lamp_pins": tuple(pins)}, gate.color))


async def _diagnose_silent_reader(trial: DeviceTest, gate: CastleSection, gates: Sequence[CastleSection]) -> Exception:
    """Look for the reader elsewhere, then ask what only a person can see; return what to raise."""
    config, name = trial.config, gate.color
    where = await miswiring.find_reader_elsewhere(config, trial.hardware, trial.clock, gate)
    if where is not None:
        finding = miswiring.reader_elsewhere_finding(config, gate, where)
        if gate not in config.castle:
            return trial.report_and_make_failure(finding)
        return await trial.report_and_offer_to_write(finding, Change("castle", {"spi": where}, name))
    if not await trial.ask(PromptKind.READER_LAMP):
        return trial.report_and_make_failure(miswiring.reader_finding("RT-READER-SUPPLY", config, gate))
    if not await trial.ask(PromptKind.RESET_HIGH):
        return trial.report_and_make_failure(miswiring.reader_finding("RT-READER-RESET", config, gate))
    others = [each for each in gates if each is not gate and each.spi is not None]
    if gate.spi is not None and others:
        with contextlib.suppress(DeviceTestFailed):
            heard = await _gates_that_hear_piece(trial, gate, others, SHARED_WAIT_S)
            values = {"other": ", ".join(sorted(heard))}
            return trial.report_and_make_failure(miswiring.reader_finding("RT-READER-SELECT", config, gate, **values))
    return trial.report_and_make_failure(miswiring.reader_finding("RT-READER-MISO", config, gate))


async def _diagnose_unread_card(
    trial: DeviceTest, gate: CastleSection, gates: Sequence[CastleSection], failed: DeviceTestFailed
) -> Exception:
    """Look whether another gate reads the piece; return what to raise."""
    if trial.findings or len(gates) == 1:
        return failed
    try:
        heard = await _gates_that_hear_piece(trial, gate, gates)
    except DeviceTestFailed:
        return failed
    others = [each for each in gates if each.color in heard and each in trial.config.castle]
    if gate.color in heard or len(others) != 1 or gate not in trial.config.castle:
        return failed
    return await _report_exchanged_gates(trial, gate, others[0], READER_KEYS)


async def _report_exchanged_gates(
    trial: DeviceTest, gate: CastleSection, other: CastleSection, names: tuple[str, ...]
) -> Exception:
    """Offer to exchange these values of two castles in table.toml, or their boards; return what to raise."""
    if gate.node is None or other.node is None:
        part = "reader" if names is READER_KEYS else "panel"
        finding = miswiring.exchanged_gates_finding(trial.config, gate, other, part)
    else:
        names = ("node",)
        finding = make_finding("RT-BOARDS-EXCHANGED", gate.color, other=other.color, node=gate.node, theirs=other.node)
    changes = [
        Change("castle", {key: value for key in names if (value := getattr(of, key)) is not None}, to.color)
        for to, of in ((gate, other), (other, gate))
    ]
    changed = await trial.report_and_offer_to_write(finding, *changes)
    if names == ("node",) and isinstance(changed, SettingsChanged):
        return DeviceTestFailed(Text("setup-boards-exchanged"))
    return changed


PANEL_KEYS: Final = ("yes_pin", "no_pin", "lamp_pins")
READER_KEYS: Final = ("spi", "i2c_bus", "reset_pin")
LAMP_NAMES: Final = ("left", "middle", "right")
EXCHANGED: Final = 2
SHARED_WAIT_S: Final = 15.0

NEIGHBOUR_POLLS: Final = 3
SETTLE_S: Final = 1.0
"""Time in which the other gates report a piece that one has read."""


async def try_neighbours(trial: DeviceTest, gates: Sequence[CastleSection]) -> None:
    """Ask for a piece on each gate; fail if another gate hears it, where it would count if its own missed it.

    Readers on the Pi listen one at a time, castle boards all the while: there, only what the piece's own field leaves
    over is noticed.
    """
    found = []
    for gate in gates if len(gates) > 1 else ():
        heard = await _gates_that_hear_piece(trial, gate, gates)
        trial.record_measured_value(HEARD_BY.format(gate.color), ", ".join(sorted(heard)))
        found += [make_finding("RT-GATE-NEIGHBOUR", gate.color, other=other) for other in sorted(heard - {gate.color})]
    for finding in found[:-1]:
        trial.report_finding(finding)
    if found:
        raise trial.report_and_make_failure(found[-1])


async def _gates_that_hear_piece(
    trial: DeviceTest, gate: CastleSection, gates: Sequence[CastleSection], patience_s: float | None = None
) -> set[str]:
    people, clock = trial.operator, trial.clock
    prompt = Prompt(gate.color, PromptKind.LAY)
    people.drain_events()
    people.ask(prompt)
    until_s, is_away, heard = clock.now_s() + (patience_s or people.patience_s), False, set[str]()
    while clock.now_s() < until_s:
        heard |= {event[0] for event in people.drain_events() if _is_arrival(event)}
        on_pi = await _pi_gates_that_read(trial, gates)
        heard |= on_pi if is_away else set()
        is_away = is_away or not on_pi
        if heard:
            await trial.sleep_s(SETTLE_S)
            heard |= {event[0] for event in people.drain_events() if _is_arrival(event)}
            return heard | await _pi_gates_that_read(trial, gates)
        await trial.sleep_s(POLL_EVERY_S)
    raise people.make_timeout_error(prompt)


def _is_arrival(event: SetupEvent) -> TypeGuard[tuple[ReaderId, TagCame]]:
    return isinstance(event, tuple) and isinstance(event[1], TagCame)


async def _pi_gates_that_read(trial: DeviceTest, gates: Sequence[CastleSection]) -> set[str]:
    """Return the Pi's gates that read a piece while the other antennas are off; a broken one is its own test's."""
    heard = set()
    for gate in gates:
        if gate.node is not None:
            continue
        with contextlib.suppress(HardwareError):
            reader = trial.hardware.readers.open(gate)
            try:
                await reader.start()
                for _ in range(NEIGHBOUR_POLLS):
                    if (await reader.poll()).uids:
                        heard.add(gate.color)
                    await trial.sleep_s(POLL_EVERY_S)
            finally:
                reader.off()
    return heard


async def _check_board_reader(
    trial: DeviceTest, boards: measuring.BoardStatus, gate: CastleSection, name: ReaderId
) -> list[Finding]:
    link = trial.hardware.boards.open()
    assert link is not None
    assert gate.node is not None
    await boards.check_readers(link, {name: BoardId(gate.node)}, trial.clock)
    seen = boards.checks.get(name)
    if seen is None:
        hello = link.hello_of(BoardId(gate.node))
        values = {"board": gate.node, "seen": hello and hello.firmware, "expected": FIRMWARE_VERSION}
        return [make_finding("RT-BOARD-FIRMWARE", name, **values)]
    trial.record_measured_value("chip", str(seen.chip))
    trial.record_measured_value("gain, dB", seen.gain)
    trial.record_measured_value(f"bytes of {seen.bytes} wrong at {gate.reader_chip.board_hz} Hz", seen.wrong)
    if seen.needed:
        trial.record_measured_value("least gain that reads the piece, dB", seen.needed)
    if seen.counts != "none":
        trial.record_measured_value("behaviour of the chip", seen.chip_quirks_text)
    return list(measuring.board_reader_findings(gate, seen, trial.config_file))


async def _light_each_lamp(trial: DeviceTest, castle: CastleId) -> None:
    trial.say_progress("setup-lamps-light")
    try:
        for pattern in LAMP_TEST_PATTERNS:
            trial.hardware.controls.set_lamps(castle, pattern)
            await trial.sleep_s(LAMP_STEP_S)
    finally:
        trial.hardware.controls.set_lamps(castle, ALL_LAMPS_OFF)


async def _ask_and_wait_for_board_tag(people: Operator, gate: ReaderId, prompt: Prompt) -> Uid:
    """Accept any tag if the prompt is CARD."""

    def matches(event: SetupEvent) -> bool:
        if not (isinstance(event, tuple) and event[0] == gate and isinstance(event[1], TagCame)):
            return False
        return prompt.step is PromptKind.CARD or len(event[1].uid) == STICKER_UID_BYTES

    event = await people.ask_and_wait_for_event(prompt, matches)
    assert isinstance(event, tuple)
    assert isinstance(event[1], TagCame)
    return event[1].uid


async def _ask_and_wait_for_reader_tag(trial: DeviceTest, reader: Reader, prompt: Prompt) -> Uid:
    """Return the next UID at a Pi reader, as `_ask_and_wait_for_board_tag`; for LOWER, after an empty field."""
    people, clock = trial.operator, trial.clock
    people.ask(prompt)
    seen_s, is_away = clock.now_s(), prompt.step is not PromptKind.LOWER
    try:
        async with asyncio.timeout(people.patience_s):
            while True:
                uids = (await reader.poll()).uids
                for uid in uids if is_away else ():
                    if prompt.step is PromptKind.CARD or len(uid) == STICKER_UID_BYTES:
                        return uid
                seen_s = clock.now_s() if uids else seen_s
                is_away = is_away or clock.now_s() - seen_s >= PIECE_GONE_AFTER_S
                await trial.sleep_s(POLL_EVERY_S)
    except TimeoutError:
        raise people.make_timeout_error(prompt) from None
