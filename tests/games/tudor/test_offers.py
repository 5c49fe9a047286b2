"""What the page may choose of each offer: exactly what the rules allow."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from controller.games.tudor.box.edition import FINGERS
from controller.games.tudor.referee.memory import EMPTY_MEMORY
from controller.games.tudor.rules import options
from controller.games.tudor.rules.state import State
from controller.games.tudor.show.offers import owner_offers
from controller.games.tudor.show.view import view
from tests.games.tudor.random_games import play
from tests.support.soak import SOAK

Line = dict[str, Any]


def completed(state: State, offer: Line) -> Iterator[Line]:
    """Yield an offer with each choice that its ``asks`` allow, made one after another."""
    lines = [{key: value for key, value in offer.items() if key != "asks"}]
    for field in offer.get("asks", ()):
        lines = [{**line, **more} for line in lines for more in CHOICES.get(field["name"], slots)(state, field, line)]
    yield from lines


def slots(state: State, field: Line, line: Line) -> Iterator[Line]:
    taken = ring_factions(state, line) if field.get("also") == "swaps" else as_list(line.get(field.get("also", "")))
    extra = [each for each in taken if each in field.get("among", taken)]
    if "with" in field and len(line["cards"]) != field["with"]:
        yield {}
        return
    of, least = field["of"], field.get("least", len(field["slots"]))
    for number in range(least if of or extra else 0, len(field["slots"]) + 1):
        for chosen in product(*[[slot] if slot else sorted({*of, *extra}) for slot in field["slots"][:number]]):
            free = Counter(one for one, slot in zip(chosen, field["slots"], strict=False) if slot is None)
            if all(number <= of.get(one, 0) or one in extra for one, number in free.items()):
                yield {field["name"]: chosen[0] if field.get("one") else list(chosen)} if chosen else {}


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def ring_factions(state: State, line: Line) -> list[str]:
    pieces = state.table.pieces
    return [
        state.table.faction_names[pieces.ring_factions[pieces.ring_numbers[swap["take"]]]] for swap in line["swaps"]
    ]


def swaps(state: State, field: Line, _line: Line) -> Iterator[Line]:
    stand = [ring["id"] for ring in view(state, EMPTY_MEMORY)["stand"]]
    mine = worn(state)
    for take, give in product(stand, mine):
        yield {"swaps": [{"take": take, "give": give}]}
        if field["most"] > 1:
            later = [*(ring for ring in stand if ring != take), give]
            for take_2, give_2 in product(later, [*(ring for ring in mine if ring != give), take]):
                yield {"swaps": [{"take": take, "give": give}, {"take": take_2, "give": give_2}]}


def worn(state: State, seat: int | None = None) -> list[str]:
    of = state.players[state.acting_seat if seat is None else seat]
    return [state.table.pieces.rings[ring] for ring in of.worn_rings]


def hands(_state: State, field: Line, line: Line) -> Iterator[Line]:
    rings = [*field["rings"], *as_list(line.get("ring"))]
    for fingers in product(FINGERS, repeat=len(rings)):
        if len(rings) - len(set(fingers)) <= field["spare"]:
            yield {"hand": {f: [ring for ring, on in zip(rings, fingers, strict=True) if on == f] for f in FINGERS}}


def theirs(state: State, _field: Line, _line: Line) -> Iterator[Line]:
    others = [seat for seat in range(len(state.players)) if seat != state.acting_seat]
    yield from ({"theirs": ring} for seat in others for ring in worn(state, seat))


CHOICES = {
    "swaps": swaps,
    "hand": hands,
    "mine": lambda state, _field, _line: ({"mine": ring} for ring in worn(state)),
    "theirs": theirs,
}


def canonical(state: State, line: Line) -> str:
    """Write a line so that equal choices are equal: order and like pieces do not matter."""
    pieces, names = state.table.pieces, state.table.faction_names
    of_token = {name: names[pieces.token_factions[number]] for name, number in pieces.token_numbers.items()}
    found = dict(line)
    for name in {"give", "tokens", "spaces", *(() if "path" in line else ("cards",))} & line.keys():
        found[name] = sorted(of_token.get(each, each) for each in line[name])
    if "swaps" in found:
        of_ring = {ring: names[pieces.ring_factions[number]] for ring, number in pieces.ring_numbers.items()}
        found["swaps"] = [{"take": of_ring[each["take"]], "give": each["give"]} for each in found["swaps"]]
    if "hand" in found:
        found["hand"] = {finger: sorted(rings) for finger, rings in found["hand"].items()}
    return json.dumps(found, sort_keys=True)


EVERY = 1 if SOAK else 4


@pytest.mark.parametrize("seed", range(300) if SOAK else (3, 61, 118))
def test_the_choices_of_all_offers_are_the_legal_moves(seed: int) -> None:
    kinds: Counter[str] = Counter()
    for _, state in play(seed)[::EVERY]:
        offers = [] if state.seat_to_act is None else [each for each in owner_offers(state) if each["do"] != "draw"]
        kinds.update(field["name"] for offer in offers for field in offer.get("asks", ()))
        chosen = {canonical(state, line) for offer in offers for line in completed(state, offer)}
        legal = {canonical(state, line) for line in options.legal_moves_as_log_lines(state)}
        assert chosen - legal == set()
        assert legal - chosen == set()
    assert {"swaps", "give", "take"} <= kinds.keys()
