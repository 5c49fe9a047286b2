"""Whether what is installed can be played at this table."""

from collections.abc import Iterator

from controller.care.doctor.findings import Finding, found
from controller.config import TableConfig
from controller.config.equipment import devices_of
from controller.games import installed


def games(config: TableConfig) -> Iterator[Finding]:
    """Games that cannot be made, and those that need a device which the settings do not name."""
    here = devices_of(config)
    for each in installed.listed():
        if each.game is None:
            yield found("RT-GAME-UNUSABLE", game=each.name, fault=each.fault, package=each.package.split()[0])
        elif lacking := each.game.devices.needs - here:
            yield found("RT-GAME-NEEDS", game=each.name, lacking=", ".join(sorted(lacking)))
