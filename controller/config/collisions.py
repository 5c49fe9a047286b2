"""Two devices on one pin, chip select, board, colour, port or file."""

from collections import defaultdict
from collections.abc import Iterator

from controller.config.pins import panel_pin_uses, pin_uses
from controller.config.schema import TableConfig


def collisions(config: TableConfig) -> Iterator[str]:
    """One sentence for each thing with more than one user."""
    users: dict[str, list[str]] = defaultdict(list)
    for castle in config.castle:
        users[f"colour {castle.color}"].append("[[castle]]")
    for gate in config.gates:
        name = f"[[castle]] {gate.color}" if gate in config.castle else "[tray]"
        if gate.spi is not None:
            users[f"SPI {gate.spi[0]}.{gate.spi[1]}"].append(name)
        if gate.node is not None:
            users[f"node {gate.node}"].append(name)
    if config.oled is not None and config.oled.spi is not None:
        bus, select = config.oled.spi
        users[f"SPI {bus}.{select}"].append("[oled]")
    for use in pin_uses(config):
        users[f"pin {use.pin}"].append(use.user)
    for castle in config.castle:
        if castle.board == "own":
            for use in panel_pin_uses(castle, f"[[castle]] {castle.color}"):
                users[f"pin {use.pin} of the {castle.color} board"].append(use.user)
    users[f"file {config.tags.file}"].append("[tags] file")
    users[f"file {config.journal.file}"].append("[journal] file")
    for thing, by in users.items():
        if len(by) > 1:
            yield f"{thing} is used {len(by)} times, by {' and '.join(by)}; only one can have it."
