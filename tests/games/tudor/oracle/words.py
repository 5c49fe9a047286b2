"""What every part of the naive second version speaks of, and the shape of a line."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

Json = Any
"""What a line of a log may hold."""

State = dict[str, Any]
"""The canonical state, and two keys more: ``up``, whose choice or turn it is, and ``robbed``, who lost an office."""

Box = dict[str, Any]
"""What a game's ``start`` has fixed for good: the edition, its names, the cards chosen."""

FINGERS: Final = ("thumb", "index", "middle", "ring", "pinky")
KINDS: Final = ("influence", "intrigue")
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Refused(Exception):
    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


def copied(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: copied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [copied(one) for one in value]
    return value


def player_called(s: State, color: str) -> State:
    found: State = next(player for player in s["players"] if player["color"] == color)
    return found


def order(s: State) -> list[str]:
    colors = [player["color"] for player in s["players"]]
    first = colors.index(s["first"])
    return colors[first:] + colors[:first]


def rings_of(player: State) -> list[str]:
    return [ring for finger in FINGERS for ring in player["hand"][finger]]


def in_stand(box: Box, s: State, ring: str) -> bool:
    taken = [worn for player in s["players"] for worn in rings_of(player) + player["unworn"]]
    return ring not in taken and s["stand"][box["rings"][ring]] > 0


def check_layout(hand: Json, rings: list[str]) -> None:
    laid = [ring for finger in FINGERS for ring in hand[finger]]
    if sorted(laid) != sorted(rings):
        raise Refused("TU-2.1")
    if len(rings) <= 5 and any(len(hand[finger]) > 1 for finger in FINGERS):
        raise Refused("TU-2.1")
    if len(rings) >= 6 and any(hand[finger] == [] for finger in FINGERS):
        raise Refused("TU-2.2")


Check = Callable[[Json], bool]


def is_text(value: Json) -> bool:
    return type(value) is str


def is_number(value: Json) -> bool:
    return type(value) is int


def one_of(names: Iterable[str]) -> Check:
    known = list(names)
    return lambda value: type(value) is str and value in known


def from_to(least: int, most: int) -> Check:
    return lambda value: type(value) is int and least <= value <= most


def many(check: Check, least: int = 0, most: int | None = None) -> Check:
    return lambda value: (
        type(value) is list
        and len(value) >= least
        and (most is None or len(value) <= most)
        and all(check(one) for one in value)
    )


def either(check: Check, word: str) -> Check:
    return lambda value: check(value) or (type(value) is str and value == word)


def an_object(keys: Mapping[str, Check]) -> Check:
    return lambda value: type(value) is dict and set(value) == set(keys) and all(keys[key](value[key]) for key in value)


def a_map(names: Check, values: Check) -> Check:
    return lambda value: (
        type(value) is dict and value != {} and all(names(key) and values(one) for key, one in value.items())
    )


def check(value: Json, keys: Mapping[str, Check], optional: Iterable[str] = ()) -> None:
    """Raises: Refused."""
    if type(value) is not dict or not set(keys) - set(optional) <= set(value) <= set(keys):
        raise Refused("LOG")
    for key in value:
        if not keys[key](value[key]):
            raise Refused("LOG")


def check_start(line: Json) -> None:
    a_space = an_object({"round": one_of(KINDS), "token": is_text})
    check(
        line,
        {
            "do": is_text,
            "game": one_of(["tudor"]),
            "edition": lambda value: type(value) is dict or (type(value) is str and value == "standard"),
            "players": many(an_object({"color": is_text, "gate": lambda value: is_text(value) and value != ""})),
            "first": is_text,
            "scoring": many(is_number),
            "scenario": is_number,
            "spaces": lambda value: type(value) is dict and all(is_text(key) and a_space(value[key]) for key in value),
        },
    )


def check_action(box: Box, line: Json) -> None:
    color, space = one_of(box["colors"]), one_of(box["spaces"])
    faction, ring, token = one_of(box["factions"]), one_of(box["rings"]), one_of(box["tokens"])
    chamber, chair = from_to(1, 3), from_to(1, box["chairs"])
    hand = an_object({finger: many(ring) for finger in FINGERS})
    origin = either(space, "supply")
    path, cards = many(space, 1), many(faction, 1)
    do = line["do"]
    keys: dict[str, Check] = {"do": is_text, "player": color}
    optional: list[str] = []
    if do == "act":
        letter = line.get("action")
        if type(letter) is not str or letter not in list("ABCDEFGH"):
            raise Refused("LOG")
        keys["action"] = is_text
        if letter in "ACEG":
            keys |= {"from": origin, "path": path}
        if letter in "CDEFG":
            keys["cards"] = cards
        if letter in "BEH":
            keys["card"] = faction
        if letter == "B":
            keys["swaps"] = many(an_object({"take": ring, "give": ring}), 1, 2)
        if letter == "F":
            keys["back"] = faction
        optional = {"B": ["card"], "E": ["card"], "F": ["back"]}.get(letter, [])
    elif do == "scenario":
        side = line.get("side")
        sides = {1: ["left", "right"], 2: ["left", "right"], 3: ["left", "right"], 4: ["left"], 5: ["left", "right"]}
        if type(side) is not str or side not in sides[box["scenario"]]:
            raise Refused("LOG")
        keys["side"] = is_text
        of_side: dict[tuple[int, str], dict[str, Check]] = {
            (1, "left"): {"chamber": chamber, "chair": chair, "to": chamber},
            (1, "right"): {"spaces": many(space, 2, 2)},
            (2, "left"): {"card": faction},
            (2, "right"): {"chamber": chamber, "chairs": many(chair, 2, 2)},
            (3, "left"): {"card": faction},
            (3, "right"): {"from": space, "to": space},
            (4, "left"): {"mine": ring, "theirs": ring},
            (5, "left"): {"from": origin, "path": path},
            (5, "right"): {"space": space},
        }
        keys |= of_side[box["scenario"], side]
    elif do == "amend":
        keys = {
            "do": is_text,
            "cards": a_map(color, a_map(faction, is_number)),
            "prestige": a_map(color, is_number),
            "swap": many(space, 2, 2),
        }
        if len(line) != 2:
            raise Refused("LOG")
        optional = ["cards", "prestige", "swap"]
    else:
        of_do: dict[str, dict[str, Check]] = {
            "choose_ring": {"ring": ring},
            "wear": {"hand": hand},
            "assign": {"chamber": chamber},
            "pass": {},
            "recall": {"space": space},
            "place_lord": {"chamber": chamber},
            "activate": {"chamber": chamber, "chair": either(chair, "lord")},
            "move": {"from": origin, "path": path, "tokens": many(token, 2, 2)},
            "exchange": {"give": many(faction, 2, 2), "take": faction},
            "ambassador": {},
            "decline": {},
            "draw": {"token": token},
            "take_ring": {"ring": ring, "hand": hand},
            "end_turn": {},
        }
        if do not in of_do:
            raise Refused("LOG")
        keys |= of_do[do]
        if do == "draw":
            del keys["player"]
    check(line, keys, optional)
