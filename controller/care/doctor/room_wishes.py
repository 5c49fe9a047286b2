"""What the room sets at the table, and what of its wishes the table does not do."""

from collections.abc import Iterator
from typing import Final

from controller.care.doctor.findings import Finding, found
from controller.fleet.desired import HouseReport
from controller.store.kept_wishes import WishesError, wishes_in
from controller.store.membership import WayToTheBroker
from controller.store.privileges import as_owner_of
from controller.store.table_files import TableFiles

DEVICE: Final = "broker"

REFUSED: Final = "RT-ROOM-REFUSED"


def room_wishes(way: WayToTheBroker, files: TableFiles) -> Iterator[Finding]:
    """By the file in which the table keeps them; those of a room that it has left mean nothing."""
    try:
        with as_owner_of(files.config, files.journal):
            kept = wishes_in(files.wishes)
    except WishesError:
        return  # it is written again with the hub's next word
    if kept is None or kept.room != way.room:
        return
    config = files.config or files.journal.with_name("table.toml")
    if parts := ", ".join(_called(report) for report in kept.house if report.state == "holds"):
        yield found("RT-ROOM-SETS", DEVICE, parts=parts, config=config)
    for report in kept.house:
        if report.state == "refused":
            yield found(REFUSED, DEVICE, part=_called(report), seen=report.why, config=config)


def _called(report: HouseReport) -> str:
    return f"{report.part} of {report.game}" if report.game else report.part
