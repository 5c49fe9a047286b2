"""Starts and actions drawn by chance for a game under way: legal ones, and ones with anything wrong with them."""

import copy
from random import Random
from typing import Any, Final

from controller.games.tumult_royale.rules.state import State
from tests.games.tumult_royale.moves import random_move
from tests.games.tumult_royale.oracle import model
from tests.games.tumult_royale.oracle.model import COLORS, COMMODITIES, FRAMES, STATUES, Json

GARBAGE: Final[tuple[Json, ...]] = (
    None, True, False, 0, 1, -1, 1.0, 2.5, 10**30, "", "blue", "t01", "A1", "x", [], {}, [[]], ["t01"], {"do": "stop"},
)  # fmt: skip
NUMBERS: Final = (-3, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9)
DOES: Final = (*model.ACTIONS, "start", "undo", "dance", "")


def start(rng: Random, standard: Json) -> Json:
    """A start that is in order, but for the chance of too few pastures."""
    n, own = rng.choice((2, 3, 4)), rng.random() < 0.75
    edition = house_edition(rng) if own else standard
    up = rng.sample(range(2 * n), n)
    regions = rng.sample([region["id"] for region in edition["regions"]], n)
    lies = [{"slot": slot, "tile": None, "turns": 0} for slot in range(2 * n) if slot not in up]
    lies += [{"slot": slot, "tile": tile, "turns": rng.randrange(4)} for slot, tile in zip(up, regions, strict=True)]
    mode = rng.choice(("tracked", "tracked", "honour"))
    return {
        "do": "start",
        "edition": copy.deepcopy(edition) if own or rng.random() < 0.2 else "standard",
        "variant": rng.choice(("classic", "gambler")),
        "map": mode,
        "players": [
            {"color": color, "rank": rank}
            for color, rank in zip(rng.sample(COLORS, n), rng.sample(range(1, n + 1), n), strict=True)
        ],
        "regions": rng.sample(lies, 2 * n) if mode == "tracked" else [],
    }


def house_edition(rng: Random) -> Json:
    """Another box: few tiles or many, cheap or dear, few supporters or many, gaps wide or narrow."""
    more = rng.choice((3, 9))
    frames = [frame for frame in FRAMES for _ in range((6, 3, 3)[FRAMES.index(frame)] + rng.randint(0, more))]
    values = rng.choice(((1, 2, 3), (1,), (2, 3), (1, 1, 1, 3)))
    most, gap = rng.choice((1, 2, 3)), rng.choice((0, 3, 6, 25, 50))
    total = rng.choice((3, 8, rng.randint(3, 30), rng.randint(3, 105), rng.randint(50, 105), 105))
    demands = rng.choice(((2, 3, 4, 5), (1, 2), (3, 9), (0, 6)))
    return {
        "name": "House",
        "tiles": [
            {
                "id": f"{rng.choice('tTü')}{number}",
                "commodity": rng.choice(COMMODITIES),
                "value": rng.choice(values),
                "frame": frame,
            }
            for number, frame in enumerate(frames, start=1)
        ],
        "costs": {kind: {commodity: max(0, rng.randint(-1, most)) for commodity in COMMODITIES} for kind in STATUES},
        "spinner": [{"demand": demand, "degrees": 360 // len(demands)} for demand in demands],
        "chronicle": [rng.randint(0, gap) for _ in range(5)],
        "regions": [
            {"id": f"R{number}", "fields": ["pasture", *rng.choices(list(STATUES), (4, 2, 1, 1, 1), k=8)]}
            for number in range(rng.randint(8, 12))
        ],
        "supporters": {"total": total, "start": {str(n): rng.randint(0, total // n) for n in (2, 3, 4)}},
        "frame": {str(n): {"columns": n, "face_down": sorted(rng.sample(range(2 * n), n))} for n in (2, 3, 4)},
    }


def amend(rng: Random, state: State) -> Json:
    """A correction, legal or not."""
    colors = list(state.table.colors)
    what = rng.choice(("supporters", "move", "demand"))
    if what == "supporters":
        chosen = rng.sample(colors, rng.randint(1, len(colors)))
        return {"do": "amend", what: {color: rng.choice((-9, -3, -1, 0, 1, 2, 8)) for color in chosen}}
    if what == "move":
        tile = rng.choice([tile.id for tile in state.table.pool.tiles])
        return {"do": "amend", what: {"tile": tile, "to": rng.choice([*colors, "people", "set_aside"])}}
    some = rng.sample(COMMODITIES, rng.randint(1, 3))
    return {"do": "amend", what: {commodity: rng.choice((0, 1, 3, 4, 9, 10)) for commodity in some}}


def fault(rng: Random, state: State | None, done: list[Json]) -> Json:
    """Something that is most likely refused: no action, one out of turn, or one with one thing wrong."""
    chance = rng.random()
    if chance < 0.05 or not done:
        return copy.deepcopy(rng.choice(GARBAGE))
    if chance < 0.15:
        return {"do": rng.choice(DOES)}
    if chance < 0.3 or state is None or state.phase.name == "over":
        action = copy.deepcopy(rng.choice(done))
        return action if chance < 0.2 else spoilt(rng, action, state)
    return spoilt(rng, random_move(rng, state), state)


def spoilt(rng: Random, action: Json, state: State | None) -> Json:
    """The action with one thing in it lost, gained, of another type, or another word of its kind."""
    inside: list[Any] = [action]
    for each in inside:
        inside += [one for one in (each.values() if isinstance(each, dict) else each) if isinstance(one, dict | list)]
    where = rng.choice([each for each in inside if each])
    key = rng.choice(list(where) if isinstance(where, dict) else range(len(where)))
    how = rng.randrange(8)
    if how == 0:
        del where[key]
    elif how == 1 and isinstance(where, dict):
        where[rng.choice(("extra", "field", "stuck", "kind", "commodity", "player", "seq"))] = None
    elif how < 4 and isinstance(where, list):
        where.append(other(rng, where[key], state))
    elif how < 4:
        where[key] = copy.deepcopy(rng.choice(GARBAGE))
    else:
        where[key] = other(rng, where[key], state)
    return action


def other(rng: Random, value: Json, state: State | None) -> Json:
    """Another value like this one, as likely wrong as right."""
    kinds: list[list[str]] = [[*COLORS, "green"], [*COMMODITIES, "wood"], [*STATUES, "swamp"], [*FRAMES, "gold"]]
    if state is not None:
        pool = state.table.pool
        acting = state.players[state.king if state.to_act is None else state.to_act]
        kinds += [
            [*pool.ids(acting.castle)] * 3 + [*pool.bits, "t99"],
            [*model.field_names(len(state.players)), "Z9", "A0", "a1", ""],
            [*(region.id for region in state.table.edition.regions), "R77"],
        ]
    if isinstance(value, str):
        return rng.choice(next((kind for kind in kinds if value in kind), ["", "x"]))
    if isinstance(value, int) and not isinstance(value, bool):
        return rng.choice(NUMBERS)
    return copy.deepcopy(value) if isinstance(value, dict) else not value
