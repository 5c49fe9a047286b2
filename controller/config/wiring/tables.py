"""The wires as tables of Markdown, one row a wire."""

from collections.abc import Iterable

from controller.config.schema import TableConfig
from controller.config.wiring.wires import Wire, of_a_board, of_the_pi


def pi_table(config: TableConfig) -> str:
    """Where each wire of the Pi goes."""
    return _table("in table.toml", "GPIO", of_the_pi(config))


def board_table(readers: int = 1) -> str:
    """Where each wire of a castle board goes; all castles are wired alike.

    Raises:
        HardwareError: the firmware is missing, which knows its pins.
    """
    return _table("in board.py", "GP", of_a_board(readers))


def _table(named_in: str, number: str, wires: Iterable[Wire]) -> str:
    rows = [f"| part | contact | {number} | pin | {named_in} | |", "| --- | --- | --- | --- | --- | --- |"]
    for wire in wires:
        gpio = wire.signal if wire.gpio is None else str(wire.gpio)
        key = f"`{wire.key}`" if wire.key else ""
        rows.append(f"| {wire.part} | {wire.contact} | {gpio} | {wire.place} | {key} | {wire.note} |")
    return "\n".join(row.replace("|  |", "| |").replace("|  |", "| |") for row in rows)
