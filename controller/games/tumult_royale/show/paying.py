"""What the page shows while somebody pays: all that the tapped tiles pay for, or what they lack."""

from typing import Any

from controller.games.tumult_royale.box.words import COMMODITIES
from controller.games.tumult_royale.referee import offers
from controller.games.tumult_royale.referee.gaps import gaps
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.referee.offers import Offer
from controller.games.tumult_royale.rules.state import Placing, State


def view(state: State, memory: Memory) -> dict[str, Any] | None:
    """The payment under way as JSON values; None where nobody builds.

    - ``tiles``: ids of the tapped tiles;
    - ``ways``: each kind of field that exactly these tiles pay for, touching first, then most statues: ``kind``,
      ``adjacent`` (if not, double cost), ``gains`` (supporters), ``fields`` (names; empty where the table does not know
      the map), ``chosen`` (null, or what yes would build: the field's name, or true on honour);
    - ``gaps``, nearest first, while ``ways`` is empty and tiles are tapped: ``kind``, ``adjacent``, ``missing``
      (symbols by commodity), ``foreign`` (ids of tiles of commodities that it does not cost, TR-4.5), ``needless``
      (ids of tiles any one of which is too many, TR-4.6), ``rule``;
    - ``asks``: null, or what the one to act is asked before he passes (TR-11.2): ``could_not`` or ``would_not``,
      whichever yes would answer.
    """
    if not isinstance(state.phase, Placing):
        return None
    ways = offers.ways(state, memory)
    chosen = offers.chosen(state, memory)
    return {
        "tiles": list(state.table.pool.ids(memory.tapped)),
        "ways": [
            {
                "kind": way.present.kind,
                "adjacent": way.present.adjacent,
                "gains": way.present.gains,
                "fields": [str(offer.field) for offer in way.offers if offer.field is not None],
                "chosen": _name(way.present) if way.present == chosen else None,
            }
            for way in ways
        ],
        "gaps": [
            {
                "kind": gap.kind,
                "adjacent": gap.adjacent,
                "missing": dict(zip(COMMODITIES, gap.missing, strict=True)),
                "foreign": list(gap.foreign),
                "needless": list(gap.needless),
                "rule": gap.rule,
            }
            for gap in (gaps(state, memory.tapped) if memory.tapped and not ways else ())
        ],
        "asks": None if not memory.asking else "could_not" if memory.turned % 2 else "would_not",
    }


def _name(offer: Offer) -> str | bool:
    return True if offer.field is None else str(offer.field)
