"""An update that goes through the room in rings: first one table, then a tenth, then all, as long as it does well."""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from controller import limits
from controller.fleet.messages import Reported, Version

RINGS: Final = (0.0, 0.1, 1.0)
"""Which share of the tables has the new version in each, at least one."""

FAILED: Final = frozenset({"rolled-back", "failed"})
"""What a table says of a version that did not do well there."""

HEALTHY_S: Final = 600.0
"""So long all tables of a ring have to do well before the next one begins."""

FAILURES: Final = 2
"""So many stop it; fewer do where they are a whole ring."""


class Rollout(Struct, frozen=True):
    """How far it is.

    Attributes:
        before: the version that is offered when it is stopped; None where the hub has none.
        first: the table that is to be the first; "" for whichever comes.
        ring: from 0; the last one goes on for ever, for tables that come later.
        stopped: why no further table gets it; "" while it goes on.
    """

    version: Version
    before: Version | None = None
    first: Annotated[str, Meta(pattern=r"\A([a-z0-9][a-z0-9-]{0,62})?\Z")] = ""
    ring: Annotated[int, Meta(ge=0, lt=len(RINGS))] = 0
    stopped: Annotated[str, Meta(max_length=limits.ROLLOUT_OCTETS)] = ""


class Seen(Struct, frozen=True):
    """What is known of a table: whether it is there, and what it says of the version that is wanted."""

    here: bool
    reported: Reported


def rings(rollout: Rollout, tables: Iterable[str]) -> list[list[str]]:
    """The tables of each ring, with those of the rings before; in an order that the version's name draws."""

    def place(table: str) -> tuple[bool, bytes, str]:
        return table != rollout.first, hashlib.sha256(f"{rollout.version} {table}".encode()).digest(), table

    order = sorted(set(tables), key=place)
    return [order[: max(1, round(share * len(order)))] for share in RINGS]


def reached(rollout: Rollout, tables: Iterable[str]) -> Collection[str]:
    """The tables that are to have the new version now."""
    return rings(rollout, tables)[rollout.ring]


class RolloutWatch:
    """Owner of since when the tables of the ring have been well; seconds come in, of any steady clock."""

    def __init__(self) -> None:
        self._well: tuple[Rollout, float] | None = None

    def looked(self, rollout: Rollout, tables: Mapping[str, Seen], now_s: float) -> Rollout:
        """How far it is now."""
        if rollout.stopped or not tables:
            return rollout
        ring = reached(rollout, tables)
        failed = sorted(table for table in ring if _has_failed(rollout, tables[table]))
        if failed and len(failed) >= min(FAILURES, len(ring)):
            return replace(rollout, stopped=f"{rollout.version} did not do well at {', '.join(failed[:FAILURES])}")
        if not all(_is_well(rollout, tables[table]) for table in ring):
            self._well = None
            return rollout
        if self._well is None or self._well[0] != rollout:
            self._well = rollout, now_s
        if now_s - self._well[1] < HEALTHY_S or rollout.ring == len(RINGS) - 1:
            return rollout
        return replace(rollout, ring=rollout.ring + 1)


def _is_well(rollout: Rollout, seen: Seen) -> bool:
    update = seen.reported.update
    return seen.here and update is not None and (update.version, update.state) == (rollout.version, "holds")


def _has_failed(rollout: Rollout, seen: Seen) -> bool:
    update = seen.reported.update
    return update is not None and update.version == rollout.version and update.state in FAILED
