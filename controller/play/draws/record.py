"""A game's log with its draws, one line an action, as `royaltable journal export --draws` writes it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from controller.json_faults import NO_JSON
from controller.store.journal import Draw, Entry


def lines(entries: Iterable[Entry], draws: Sequence[Draw]) -> Iterator[dict[str, Any]]:
    """Each action with number, origin and time, and with the draw that it came of, if any.

    ``draw`` has its number ``n``; ``salt``, ``commitment`` and ``seed`` as hex; ``asked``; the commitment of the
    ``next``, which was shown from then on; and ``given``, if the seed came from one that the table was given.
    """
    by_seq = {draw.seq: draw for draw in draws if draw.seq is not None}
    by_number = {draw.n: draw for draw in draws}
    for entry in entries:
        line = {"seq": entry.seq, "origin": entry.origin, "written_utc": entry.written_utc, "action": entry.action}
        draw = by_seq.get(entry.seq)
        yield line if draw is None else line | {"draw": _opened(draw, by_number.get(draw.n + 1))}


def _opened(draw: Draw, next_: Draw | None) -> dict[str, Any]:
    return {
        "n": draw.n,
        "salt": draw.salt.reveal(),
        "commitment": draw.commitment,
        "seed": draw.seed.reveal(),
        "asked": _asked(draw.asked),
        "next": None if next_ is None else next_.commitment,
        "given": draw.given,
    }


def _asked(text: str | None) -> Any:
    """What was kept, or its text if that is no JSON."""
    try:
        return msgspec.json.decode(text or "")
    except NO_JSON:
        return text
