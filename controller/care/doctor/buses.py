"""Check that buses, pins and serial ports are enabled and accessible, and that no overlay of the Pi takes a pin."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from controller.care.doctor.findings import Finding, make_finding
from controller.care.doctor.host import Host
from controller.config.pins import pin_uses
from controller.config.schema import TableConfig
from hw.bus import gpio
from hw.bus.gpio import MODELS_WITHOUT_RPI_GPIO, SYSFS_GPIO_FOLDER, ZERO_BASED_CHIP
from hw.bus.serial_line import find_micropython_ports

RPI_GPIO_PACKAGE: Final = "RPi"

FAST_I2C_HZ: Final = 400_000
USUAL_I2C_HZ: Final = 100_000

PINS_OF_OVERLAYS: Final = {
    "hifiberry-dac": (18, 19, 20, 21),
    "hifiberry-dacplus": (2, 3, 18, 19, 20, 21),
    "iqaudio-dacplus": (18, 19, 20, 21),
    "i2s-mmap": (18, 19, 20, 21),
    "w1-gpio": (4,),
    "gpio-ir": (18,),
    "pwm": (18,),
    "pwm-2chan": (18, 19),
    "audremap": (12, 13),
    "gpio-shutdown": (3,),
    "gpio-poweroff": (26,),
    "spi1-1cs": (18, 19, 20, 21),
    "spi1-2cs": (17, 18, 19, 20, 21),
    "spi1-3cs": (16, 17, 18, 19, 20, 21),
    "dht11": (4,),
    "disable-bt": (14, 15),
    "miniuart-bt": (14, 15),
}
"""Pins used by overlays without parameters (firmware's overlays/README)."""

IMAGE_BY_BOOTSEL_LABEL: Final = {"RPI-RP2": "RPI_PICO", "RP2350": "RPI_PICO2"}
"""Prefix of the MicroPython image, by the disk label of a Pico in BOOTSEL mode."""

UDEV_RULES: Final = ("etc/udev/rules.d/60-royaltable.rules", "usr/lib/udev/rules.d/60-royaltable.rules")


def check_spi(machine: Host, config: TableConfig, config_file: str) -> Iterator[Finding]:
    said = set()
    for user, (bus, select) in _device_chip_selects(config):
        if machine.exists(f"dev/spidev{bus}.{select}"):
            continue
        has = [path.removeprefix("dev/") for path in machine.glob(f"dev/spidev{bus}.*")]
        if has:
            values = {"bus": bus, "select": select, "has": " and ".join(has), "config": config_file}
            yield make_finding("RT-SPI-SELECT", user, **values)
        elif bus not in said:
            said.add(bus)
            on = (
                machine.read_dtparam("spi") == "on"
                if bus == 0
                else any(f"spi{bus}-" in name for name in machine.overlay_lines)
            )
            code = "RT-SPI-REBOOT" if on else "RT-SPI-OFF" if bus == 0 else "RT-SPI1-OFF"
            yield make_finding(code, user, bus=bus, config_txt=machine.config_txt_path)


def _device_chip_selects(config: TableConfig) -> Iterator[tuple[str, tuple[int, int]]]:
    for gate in config.pi_gate_sections:
        if gate.spi is not None:
            yield gate.color, gate.spi
    if config.oled is not None and config.oled.spi is not None:
        yield "oled", config.oled.spi


def check_i2c(machine: Host, config: TableConfig) -> Iterator[Finding]:
    on = machine.read_dtparam("i2c_arm") == "on" or machine.read_dtparam("i2c") == "on"
    for bus, device in _device_by_i2c_bus(config).items():
        if not machine.exists(f"dev/i2c-{bus}"):
            code = "RT-I2C-MODULE" if on else "RT-I2C-OFF"
            yield make_finding(code, device, bus=bus, config_txt=machine.config_txt_path)
        elif machine.is_pi:
            hertz = USUAL_I2C_HZ
            with suppress(ValueError):
                hertz = int(machine.read_dtparam("i2c_arm_baudrate") or "", 0)
            if hertz < FAST_I2C_HZ:
                yield make_finding("RT-I2C-SLOW", device, config_txt=machine.config_txt_path)


def _device_by_i2c_bus(config: TableConfig) -> dict[int, str]:
    oled = {} if config.oled is None or config.oled.spi is not None else {config.oled.i2c_bus: "oled"}
    return {gate.i2c_bus: gate.color for gate in config.castle if gate.i2c_bus is not None} | oled


def check_pins(machine: Host, config: TableConfig) -> Iterator[Finding]:
    users = {use.pin: use.user for use in pin_uses(config)}
    chips = machine.gpio_chip_labels
    if users and gpio.header_chip_number(chips) is None and None not in chips.values():
        seen = ", ".join(f"gpiochip{number} [{label}]" for number, label in chips.items())
        yield make_finding("RT-GPIO-NONE", seen=seen or "no GPIO chip")
    own = {f"spi{bus}-" for _, (bus, _) in _device_chip_selects(config)}
    for name, line in machine.overlay_lines.items():
        pin = re.search(r"(?:gpiopin|gpio_pin)=(\d+)", line)
        taken = (int(pin[1]),) if pin else PINS_OF_OVERLAYS.get(name, ())
        hit = [] if any(name.startswith(prefix) for prefix in own) else [pin for pin in taken if pin in users]
        if hit:
            yield _make_config_txt_pins_finding(machine, line, hit, users)
    serial = [pin for pin in (14, 15) if pin in users]
    if serial and "enable_uart=1" in machine.applicable_config_txt_lines():
        yield _make_config_txt_pins_finding(machine, "enable_uart=1", serial, users)


def _make_config_txt_pins_finding(machine: Host, line: str, hit: Sequence[int], users: Mapping[int, str]) -> Finding:
    by = " and ".join(sorted({users[pin] for pin in hit}))
    return make_finding(
        "RT-PIN-TAKEN", line=line, config_txt=machine.config_txt_path, pins=", ".join(map(str, hit)), user=by
    )


def check_access_rights(machine: Host, config: TableConfig, config_file: str) -> Iterator[Finding]:
    needs: dict[str, list[str]] = defaultdict(list)
    for user, _ in _device_chip_selects(config):
        needs["spi"].append(f"the SPI of {user}")
    for bus in _device_by_i2c_bus(config):
        needs["i2c"].append(f"/dev/i2c-{bus}")
    if any(use.by_gpio for use in pin_uses(config)):
        needs["gpio"].append(f"/dev/gpiochip{gpio.header_chip_number(machine.gpio_chip_labels) or 0}")
    if config.board_by_gate:
        needs["dialout"].append("the castle boards' serial ports")
    user = machine.service_user
    for group, used in needs.items():
        if group == "gpio" and machine.is_pi:
            yield from _check_pin_package(machine, config, used[0], config_file)
        if user != "root" and machine.is_in_group(user, group) is False:
            yield make_finding("RT-GROUP", user=user, group=group, use=used[0])
    for group, node, use in _needed_device_nodes(machine, config):
        if user != "root" and machine.has_group_access(node, group) is False:
            yield make_finding("RT-NODE-GROUP", group=group, node=f"/{node}", use=use)


def _needed_device_nodes(machine: Host, config: TableConfig) -> Iterator[tuple[str, str, str]]:
    for user, (bus, select) in _device_chip_selects(config):
        yield "spi", f"dev/spidev{bus}.{select}", user
    for bus, device in _device_by_i2c_bus(config).items():
        yield "i2c", f"dev/i2c-{bus}", device
    if any(use.by_gpio for use in pin_uses(config)):
        chips = machine.gpio_chip_labels
        header = gpio.header_chip_number(chips)
        for number in chips if header is None else [header]:
            yield "gpio", f"dev/gpiochip{number}", "its pins"


def _check_pin_package(machine: Host, config: TableConfig, use: str, config_file: str) -> Iterator[Finding]:
    model = machine.model or ""
    has_edges = machine.exists(str(SYSFS_GPIO_FOLDER / ZERO_BASED_CHIP).removeprefix("/"))
    legacy = machine.has_package(RPI_GPIO_PACKAGE)
    if config.table.pins == "rpigpio":
        if model.startswith(MODELS_WITHOUT_RPI_GPIO):
            yield make_finding("RT-PINS-RP1", model=model, config=config_file)
        elif not has_edges:
            yield make_finding("RT-PINS-EDGES", config=config_file)
        elif not legacy:
            yield make_finding("RT-PACKAGE", package="rpi.gpio", use=use)
    elif not machine.has_package("lgpio"):
        other = make_finding("RT-PACKAGE-OTHER", use=use, config=config_file)
        helps = legacy and has_edges and not model.startswith(MODELS_WITHOUT_RPI_GPIO)
        yield other if helps else make_finding("RT-PACKAGE", package="lgpio", use=use)


def check_boards(machine: Host, config: TableConfig) -> Iterator[Finding]:
    if not config.board_by_gate:
        return
    seen = len(find_micropython_ports(machine.root))
    waiting = [name for name in IMAGE_BY_BOOTSEL_LABEL if machine.exists(f"dev/disk/by-label/{name}")]
    for label in waiting:
        yield make_finding("RT-BOARD-BOOTSEL", label=label, image=IMAGE_BY_BOOTSEL_LABEL[label])
    if seen < len(config.board_by_gate):
        yield make_finding("RT-BOARD-FEWER", expected=len(config.board_by_gate), seen=seen or "none")
    runs = any(machine.read_text(path) == "ModemManager" for path in machine.glob("proc/[0-9]*/comm"))
    if runs and not any(machine.exists(rules) for rules in UDEV_RULES):
        yield make_finding("RT-BOARD-MODEM-MANAGER")
