"""Test real or simulated devices for the doctor."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final

from controller.care.doctor import measuring, miswiring
from controller.care.doctor.findings import Finding, make_finding
from controller.config.schema import CastleSection, TableConfig
from controller.devices.hardware import Hardware
from controller.devices.health import BOARD_SUFFIX, PANEL_SUFFIX
from controller.games.contract.values import CastleId
from firmware.castle_node import FIRMWARE_VERSION
from hw.castle_link.messages import BoardDisconnected, BoardId, ReaderFailed
from hw.clock import Clock
from hw.errors import HardwareError, PositionLost
from hw.poll import POLL_EVERY_S, Reader
from hw.values import ReaderId

POLLS_PER_GAIN: Final = 5
"""Number of polls of a gate at each gain: a single poll may miss a piece."""

GAINS_DB: Final = (18, 23, 33, 38, 43, 48)
"""Gains of an MFRC522 (data sheet 9.3.3.6, RxGain)."""

BOARDS_WAIT_S: Final = 5.0
"""Fixed wait for castle boards, which usually answer much sooner."""

LAMP_TEST_S: Final = 0.3


async def examine_devices(
    config: TableConfig, hardware: Hardware, clock: Clock, config_file: str, began: Callable[[str], None]
) -> list[Finding]:
    """Pass each test's name to ``began``. The caller switches the devices off."""
    findings: list[Finding] = []
    for name, test in {
        "oled": _check_display,
        "castle boards": _check_boards,
        "readers": _check_readers,
        "buttons and lamps": _check_knob_and_panels,
        "spinner": _check_arrow,
    }.items():
        began(name)
        findings += [finding async for finding in test(config, hardware, clock, config_file)]
    return findings


async def _check_display(config: TableConfig, hardware: Hardware, clock: Clock, _file: str) -> AsyncIterator[Finding]:
    if config.oled is None:
        return
    try:
        took_s = measuring.show_and_time_test_picture(hardware, clock, config.table.language)
    except HardwareError as fault:
        address = None if config.oled.spi is not None else miswiring.find_display_address(hardware, config.oled)
        if address is not None:
            yield miswiring.display_address_finding(config, config.oled, address)
        elif config.oled.spi is None:
            yield miswiring.display_finding("RT-OLED-WIRES", config)
        else:
            yield make_finding("RT-OLED-SILENT", "oled", fault=fault, bus=config.oled.i2c_bus)
        return
    yield make_finding("RT-OLED-LOOK", "oled")
    if config.oled.spi is None:
        for finding in measuring.check_i2c_speed(took_s):
            yield finding


async def _check_boards(config: TableConfig, hardware: Hardware, clock: Clock, file: str) -> AsyncIterator[Finding]:
    seen = measuring.BoardStatus()
    hardware.boards.event_received.connect(lambda news: seen.record_event(*news))
    link = hardware.boards.open()
    if link is None:
        return
    running = asyncio.create_task(link.run())
    await clock.sleep_until(clock.now_s() + BOARDS_WAIT_S)
    gates = {gate: BoardId(node) for gate, node in config.board_by_gate.items() if link.hello_of(BoardId(node))}
    await seen.check_readers(link, {ReaderId(gate): node for gate, node in gates.items()}, clock)
    running.cancel()
    for gate_section in config.gate_sections:
        check = seen.checks.get(ReaderId(gate_section.color))
        for finding in measuring.board_reader_findings(gate_section, check, file) if check else ():
            yield finding
        beams = seen.beams.get(ReaderId(gate_section.color))
        if beams is not None and beams.fault is not None:
            yield miswiring.beams_finding(config, gate_section, beams.fault.seen)
    sections = {ReaderId(each.color): each for each in config.gate_sections}
    for gate, news in (*seen.boards.items(), *seen.readers.items()):
        if isinstance(news, BoardDisconnected):
            ports, section = len(hardware.ports.serial_port_names()), sections[gate]
            wrong = miswiring.missing_board_finding(section, link, ports, len(config.board_by_gate))
            yield wrong or make_finding("RT-BOARD-LOST", gate + BOARD_SUFFIX, fault=news.fault)
        elif isinstance(news, ReaderFailed):
            yield make_finding("RT-READER-SILENT", gate, fault=news.fault)
    for gate_name, node in config.board_by_gate.items():
        hello = link.hello_of(BoardId(node))
        if hello is not None and hello.firmware != FIRMWARE_VERSION:
            values = {"board": node, "seen": hello.firmware, "expected": FIRMWARE_VERSION}
            yield make_finding("RT-BOARD-FIRMWARE", gate_name + BOARD_SUFFIX, **values)


async def _check_readers(config: TableConfig, hardware: Hardware, clock: Clock, file: str) -> AsyncIterator[Finding]:
    for castle in config.pi_gate_sections:
        name = ReaderId(castle.color)
        try:
            reader = hardware.readers.open(castle)
            await reader.start()
            if name in hardware.readers.sticker_readers:
                async for finding in _check_reception(castle, hardware, clock, file):
                    yield finding
            else:
                yield make_finding("RT-READER-UNMEASURED", name, chip=castle.reader_chip.name, castle=name)
                if not await _reads_a_tag(reader, clock):
                    yield make_finding("RT-READER-NO-TILE", name)
        except HardwareError as fault:
            where = await miswiring.find_reader_elsewhere(config, hardware, clock, castle)
            yield (
                make_finding("RT-READER-SILENT", name, fault=fault)
                if where is None
                else miswiring.reader_elsewhere_finding(config, castle, where)
            )
        else:
            async for finding in _check_beams(config, hardware, clock, castle):
                yield finding
            if castle.spi in hardware.ports.unbatched_spi_ports:
                yield make_finding("RT-SPI-ONE-BY-ONE", name)


async def _check_beams(
    config: TableConfig, hardware: Hardware, clock: Clock, castle: CastleSection
) -> AsyncIterator[Finding]:
    try:
        if hardware.readers.open_beams(castle) is not None:
            fault = await measuring.find_beams_fault(hardware.readers.beams[ReaderId(castle.color)], clock)
            if fault:
                yield miswiring.beams_finding(config, castle, fault)
    except HardwareError as fault_at_pins:
        yield miswiring.beams_finding(config, castle, fault_at_pins)


async def _check_reception(
    castle: CastleSection, hardware: Hardware, clock: Clock, file: str
) -> AsyncIterator[Finding]:
    name = ReaderId(castle.color)
    reader = hardware.readers.sticker_readers[name]
    if reader.version is not None and reader.version.value not in measuring.KNOWN_CHIP_VERSIONS:
        yield make_finding("RT-READER-CLONE", name, version=reader.version, castle=name)
    for finding in measuring.count_spi_errors(name, reader.count_wrong_echo_bytes, hardware.spi_hz, file)[1]:
        yield finding
    if reader.gain_db != castle.gain_db:
        yield make_finding("RT-READER-GAIN", name, seen=reader.gain_db, expected=castle.gain_db)

    needed = None
    try:
        for gain_db in GAINS_DB:
            reader.set_gain(gain_db)
            if await _reads_a_tag(reader, clock):
                needed = gain_db
                break
    finally:
        reader.set_gain(castle.gain_db)
    if needed is None:
        yield make_finding("RT-READER-NO-TILE", name)
    elif needed > castle.gain_db - measuring.GAIN_RESERVE_DB:
        yield make_finding("RT-READER-RANGE", name, needed=needed, expected=castle.gain_db, config=file)


async def _reads_a_tag(reader: Reader, clock: Clock) -> bool:
    for _ in range(POLLS_PER_GAIN):
        if (await reader.poll()).uids:
            return True
        await clock.sleep_until(clock.now_s() + POLL_EVERY_S)
    return False


async def _check_knob_and_panels(
    _config: TableConfig, hardware: Hardware, clock: Clock, _file: str
) -> AsyncIterator[Finding]:
    for name, open_device in hardware.openers_by_device().items():
        if name not in {"console", "buzzer"} and not name.endswith(PANEL_SUFFIX):
            continue
        try:
            open_device()
        except HardwareError as fault:
            yield make_finding("RT-PANEL-LOST" if name.endswith(PANEL_SUFFIX) else "RT-CONSOLE-LOST", name, fault=fault)
    for castle in hardware.controls.panels:
        hardware.controls.set_lamps(CastleId(castle), ("on", "on", "on"))
    await clock.sleep_until(clock.now_s() + LAMP_TEST_S)
    for castle in hardware.controls.panels:
        hardware.controls.set_lamps(CastleId(castle), ("off", "off", "off"))
    for name, buttons in hardware.controls.held_buttons_by_device().items():
        yield make_finding("RT-BUTTON-STUCK", name, which=" and ".join(buttons), device=name.removesuffix(PANEL_SUFFIX))


async def _check_arrow(config: TableConfig, hardware: Hardware, _clock: Clock, file: str) -> AsyncIterator[Finding]:
    if config.spinner is None:
        return
    try:
        measured = await hardware.arrow.measure_turn_half_steps()
    except PositionLost as fault:
        stuck = hardware.arrow.sees_mark
        lost = make_finding("RT-ARROW-LOST", "spinner", fault=fault)
        yield miswiring.hall_finding("RT-HALL-STUCK", config) if stuck else lost
        return
    except HardwareError as fault:
        yield make_finding("RT-ARROW-LOST", "spinner", fault=fault)
        return
    other_gear = miswiring.gear_finding(config.spinner, measured, file)
    if other_gear is not None:
        yield other_gear
        return
    try:
        await hardware.arrow.home()
        await hardware.arrow.turn_to(0)
        await hardware.arrow.home()
    except PositionLost as fault:
        yield make_finding("RT-ARROW-SLIPS", "spinner", fault=fault)
