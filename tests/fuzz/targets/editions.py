"""Editions of strangers: whatever is accepted can be played, each price in bounded ways and bounded time."""

import json
from functools import cache
from typing import Any, Final

from controller import limits
from controller.games.contract.tools.editions import EditionFault
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.reading import FORMAT, standard
from controller.games.tumult_royale.box.words import COLORS, KINDS
from controller.games.tumult_royale.rules.payments import minimal_payments
from controller.games.tumult_royale.rules.state import Table
from tests.fuzz.target import Target


def answer(octets: bytes) -> str:
    """An edition's file as TOML, or as the log's JSON where it begins so: there, changes of the shipped one.

    A JSON object is laid over the shipped edition, so that few octets are a whole edition.
    """
    text = octets.decode("utf-8", "replace")
    try:
        edition = FORMAT.parse(_laid_over(text)) if text.startswith("{") else FORMAT.from_toml(text)
    except EditionFault as fault:
        return f"{fault.first.where} {fault}"
    return _prices(edition)


def _laid_over(text: str) -> Any:
    try:
        changes = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return {**_shipped(), **changes}


@cache
def _shipped() -> dict[str, Any]:
    return standard().to_mapping()


def _prices(edition: Edition) -> str:
    """Pay everything with all tiles of the box."""
    told = [edition.name]
    pool = Table.of(edition, "classic", "honour", COLORS).pool
    hand = pool.hand((1 << len(pool.tiles)) - 1)
    for kind in KINDS:
        cost = edition.cost(kind)
        for bread, marble, tools in (cost, tuple(2 * due for due in cost)):
            found = list(minimal_payments(hand, (bread, marble, tools)))
            assert len(found) <= limits.PAYMENTS
            told.append(str(len(found)))
    return " ".join(told)


TARGET: Final = Target(answer, longest=6000, longest_answer=200_000, sample=80)
