"""All that can be found without touching a device, in the order in which it is worth curing."""

from collections.abc import Iterable
from pathlib import Path

from controller.care.doctor import buses, system
from controller.care.doctor.files import files, holder
from controller.care.doctor.findings import Finding, found
from controller.care.doctor.machine import Machine
from controller.config import ConfigError, TableConfig, load
from controller.devices.health import DeviceState
from controller.store.table_files import TableFiles


def examine(config: TableConfig, own: TableFiles, machine: Machine | None = None) -> list[Finding]:
    """What is wrong with the machine and the files of a table on real parts; opens no device and changes nothing."""
    machine = machine or Machine()
    config = config.only(simulated=False)
    config_file = str(own.config or "table.toml")
    running = holder(own.journal)
    return [
        *system.system(machine),
        *system.power(machine),
        *system.disk(machine, own.journal.absolute().parent),
        *system.clock(machine),
        *buses.spi(machine, config, config_file),
        *buses.i2c(machine, config),
        *buses.pins(machine, config),
        *buses.rights(machine, config),
        *buses.boards(machine, config),
        *files(own, machine.user),
        *system.network(machine, config.page.port, running=running is not None),
    ]


def of_states(devices: Iterable[DeviceState]) -> list[Finding]:
    """What a running table says of its devices, as findings."""
    return [found("RT-DEVICE-LOST", device.name, fault=device.fault) for device in devices if device.fault is not None]


def settings(config_file: Path, looked: str) -> tuple[TableConfig | None, list[Finding]]:
    """The settings in ``config_file``, or what is wrong with them; ``looked`` says how it was chosen."""
    if not config_file.exists():
        return None, [found("RT-CONFIG-NONE", looked=looked)]
    try:
        return load(config_file), []
    except ConfigError as fault:
        return None, [found("RT-CONFIG-FAULT", fault=each, config=config_file) for each in fault.faults]
