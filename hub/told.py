"""What tables say to the room, decoded and cut: they are outside, and nothing of theirs is longer than it may be."""

import math
import re
from collections.abc import Iterable
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from controller import limits
from controller.fleet.messages import Happened, Presence, Standing, TableState
from controller.json_faults import NO_JSON

TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,63}")
"""A level of a topic alone, without what has a meaning there."""

T = TypeVar("T")


def presence(payload: bytes) -> Presence | None:
    """Whether a table is there; None for what is no presence."""
    said = _decoded(payload, Presence)
    if said is None:
        return None
    page = said.page if said.page.startswith(("http://", "https://")) else ""
    return Presence(
        online=said.online,
        boot=cut(said.boot),
        machine=cut(said.machine),
        version=cut(said.version),
        page=page if len(page) <= limits.ROOM_TEXT else "",
        lost=tuple(map(cut, said.lost[: limits.ROOM_LOST])),
        name=cut(said.name),
        findings=tuple(map(cut, said.findings[: limits.ROOM_LOST])),
    )


def state(payload: bytes) -> TableState | None:
    """How a table's game stands; None for what is no state."""
    said = _decoded(payload, TableState)
    if said is None:
        return None
    return replace(
        said,
        game=None if said.game is None else cut(said.game),
        step=cut(said.step),
        text=cut(said.text),
        round=None if said.round is None else _bounded(said.round),
        to_act=None if said.to_act is None else cut(said.to_act),
        left_s=_seconds(said.left_s),
        language=cut(said.language),
        game_no=None if said.game_no is None else _bounded(said.game_no),
        seq=_bounded(said.seq),
        corrections=_bounded(said.corrections),
        standings=tuple(_standings(said.standings)),
    )


def happened(payload: bytes) -> Happened | None:
    """What has happened at a table; None for what is no event."""
    said = _decoded(payload, Happened)
    if said is None:
        return None
    return Happened(
        event_type=cut(said.event_type),
        game=cut(said.game),
        winners=tuple(map(cut, said.winners[: limits.ROOM_CASTLES])),
        device=cut(said.device),
        text=cut(said.text),
    )


def cut(text: str) -> str:
    """No longer than ``limits.ROOM_TEXT``, in one line, with nothing in it that cannot be shown."""
    shown = "".join(letter for letter in text[: limits.ROOM_TEXT] if letter.isprintable())
    return shown.strip()


def _standings(said: Iterable[Standing]) -> Iterable[Standing]:
    for each in tuple(said)[: limits.ROOM_CASTLES]:
        yield Standing(cut(each.castle), None if each.points is None else _bounded(each.points))


def _bounded(number: int) -> int:
    return max(-limits.ROOM_NUMBER, min(limits.ROOM_NUMBER, number))


def _seconds(left_s: float | None) -> float | None:
    if left_s is None or not math.isfinite(left_s):
        return None
    return max(0.0, min(float(limits.ROOM_NUMBER), left_s))


def _decoded(payload: bytes, kind: type[T]) -> T | None:
    try:
        value: Any = msgspec.json.decode(payload, type=kind)
    except NO_JSON:
        return None
    return value  # type: ignore[no-any-return]  # decode gives what it was asked for
