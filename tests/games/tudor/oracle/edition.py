"""The edition in the contract's table, written out, and whether an edition is one."""

from typing import Final

from tests.games.tudor.oracle.words import FINGERS, Json

FACTIONS: Final = ("red", "grey", "brown", "blue", "yellow", "green", "purple")
COUNTS: Final = ("2", "3", "4")
KEYS: Final = {
    "name", "factions", "colors", "tokens", "rings", "cards", "courtiers", "round_tokens", "two_players_without",
    "rings_each", "columns", "bench", "chairs", "chambers", "enhancements", "alike", "different", "essentials",
    "offices", "crowded", "ambassador", "scenarios", "garter",
}  # fmt: skip


def standard() -> Json:
    triangles = [1, 3, 6, 10, 15, 21, 28]
    worth = {"red": (4, 8), "grey": (3, 6), "brown": (2, 4), "blue": (1, 2)}
    worth |= {"yellow": (-1, 0), "green": (-2, 0), "purple": (-3, 0)}
    rounds, long_rounds = {"2": 5, "3": 4, "4": 4}, {"2": 6, "3": 5, "4": 5}
    return {
        "name": "Tudor",
        "factions": list(FACTIONS),
        "colors": ["yellow", "blue", "red", "green"],
        "tokens": [{"id": f"f{number + 1:03}", "faction": FACTIONS[number // 20]} for number in range(140)],
        "rings": [{"id": f"q{number + 1:02}", "faction": FACTIONS[number // 3]} for number in range(21)],
        "cards": 10,
        "courtiers": 14,
        "round_tokens": {"influence": 18, "intrigue": 18},
        "two_players_without": {"tokens": 2, "influence": 4, "intrigue": 4},
        "rings_each": {"2": 2, "3": 2, "4": 3},
        "columns": {"2": [7, 7, 7, 7], "3": [6, 6, 6, 6, 6, 6], "4": [6, 6, 6, 6, 6, 6]},
        "bench": {"2": 2, "3": 3, "4": 4},
        "chairs": {"2": 3, "3": 4, "4": 5},
        "chambers": [["A", "B"], ["C", "D"], ["E", "F"]],
        "enhancements": {
            "A": ["thumb", "index"],
            "B": ["ring", "pinky"],
            "C": ["index", "middle"],
            "D": ["middle", "ring"],
            "E": ["thumb", "middle"],
            "F": ["index", "pinky"],
        },
        "alike": triangles,
        "different": list(triangles),
        "essentials": {faction: {"worth": points, "remove": out} for faction, (points, out) in worth.items()},
        "offices": {"2": [6, 10, 10, 6], "3": [6, 8, 10, 10, 8, 6], "4": [6, 8, 10, 10, 8, 6]},
        "crowded": 6,
        "ambassador": 6,
        "scenarios": {
            "1": {"first": 2, "later": 1, "rounds": rounds},
            "2": {"first": 2, "later": 1, "rounds": dict(rounds)},
            "3": {"first": 0, "later": 2, "rounds": dict(rounds)},
            "4": {"first": 0, "later": 2, "rounds": dict(rounds)},
            "5": {"first": 0, "later": 2, "rounds": long_rounds},
        },
        "garter": {"2": [5, 0], "3": [5, 2, 0], "4": [5, 3, 1, 0]},
    }


def is_sound(edition: Json) -> bool:
    try:
        return names_are_sound(edition) and numbers_are_sound(edition) and all(fits(edition, n) for n in (2, 3, 4))
    except (TypeError, KeyError, AttributeError):
        return False  # a list where an object is wanted, a key that is not there


def is_name(value: Json) -> bool:
    return type(value) is str and value != ""


def is_number(value: Json, least: int = 0) -> bool:
    return type(value) is int and value >= least


def is_list(value: Json, length: int) -> bool:
    return type(value) is list and len(value) == length


def different_names(value: Json) -> bool:
    return type(value) is list and all(is_name(one) for one in value) and len(set(value)) == len(value)


def by_count(value: Json, least: int) -> bool:
    return has_keys(value, set(COUNTS)) and all(is_number(one, least) for one in value.values())


def has_keys(value: Json, keys: set[str]) -> bool:
    return type(value) is dict and set(value) == keys


def names_are_sound(edition: Json) -> bool:
    if not (
        has_keys(edition, KEYS)
        and is_name(edition["name"])
        and is_list(edition["factions"], 7)
        and different_names(edition["factions"])
        and is_list(edition["colors"], 4)
        and different_names(edition["colors"])
        and type(edition["tokens"]) is list
        and type(edition["rings"]) is list
    ):
        return False
    pieces = edition["tokens"] + edition["rings"]
    return (
        all(has_keys(piece, {"id", "faction"}) and is_name(piece["id"]) for piece in pieces)
        and all(piece["faction"] in edition["factions"] for piece in pieces)
        and len({piece["id"] for piece in pieces}) == len(pieces)
        and is_list(edition["chambers"], 3)
        and all(is_list(pair, 2) for pair in edition["chambers"])
        and sorted(letter for pair in edition["chambers"] for letter in pair) == list("ABCDEF")
        and has_keys(edition["enhancements"], set("ABCDEF"))
        and all(
            different_names(fingers) and fingers and set(fingers) <= set(FINGERS)
            for fingers in edition["enhancements"].values()
        )
    )


def numbers_are_sound(edition: Json) -> bool:
    return (
        is_number(edition["cards"])
        and is_number(edition["courtiers"], 1)
        and is_number(edition["crowded"])
        and is_number(edition["ambassador"])
        and has_keys(edition["round_tokens"], {"influence", "intrigue"})
        and all(is_number(one) for one in edition["round_tokens"].values())
        and has_keys(edition["two_players_without"], {"tokens", "influence", "intrigue"})
        and all(is_number(one) for one in edition["two_players_without"].values())
        and all(by_count(edition[key], 1) for key in ("rings_each", "bench", "chairs"))
        and all(is_list(edition[key], 7) for key in ("alike", "different"))
        and all(is_number(one) for key in ("alike", "different") for one in edition[key])
        and has_keys(edition["essentials"], set(edition["factions"]))
        and all(has_keys(one, {"worth", "remove"}) for one in edition["essentials"].values())
        and all(type(one["worth"]) is int and is_number(one["remove"]) for one in edition["essentials"].values())
        and has_keys(edition["scenarios"], set("12345"))
        and all(has_keys(one, {"first", "later", "rounds"}) for one in edition["scenarios"].values())
        and all(is_number(one["first"]) and is_number(one["later"]) for one in edition["scenarios"].values())
        and all(by_count(one["rounds"], 1) for one in edition["scenarios"].values())
        and all(has_keys(edition[key], set(COUNTS)) for key in ("columns", "offices", "garter"))
        and all(type(one) is list for key in ("columns", "offices", "garter") for one in edition[key].values())
    )


def fits(edition: Json, n: int) -> bool:
    columns, offices, garter = (edition[key][str(n)] for key in ("columns", "offices", "garter"))
    without = edition["two_players_without"] if n == 2 else {"tokens": 0, "influence": 0, "intrigue": 0}
    round_tokens = {kind: edition["round_tokens"][kind] - without[kind] for kind in ("influence", "intrigue")}
    rings_each = edition["rings_each"][str(n)]
    rings = [ring["faction"] for ring in edition["rings"]]
    tokens = [token["faction"] for token in edition["tokens"]]
    left = [
        tokens.count(faction) - without["tokens"] - edition["essentials"][faction]["remove"]
        for faction in edition["factions"]
    ]
    return (
        1 <= len(columns) <= 26
        and all(is_number(height, 2) and height <= 9 for height in columns)
        and sum(columns) == sum(round_tokens.values())
        and min(round_tokens.values()) >= 0
        and len(offices) == len(columns)
        and all(is_number(worth) for worth in offices)
        and 7 * rings_each >= 2 * n + len(columns)
        and all(rings.count(faction) >= rings_each for faction in edition["factions"])
        and min(left) >= 0
        and sum(left) >= sum(columns)
        and edition["cards"] >= min(rings_each, 2 * n)
        and len(garter) == n
        and all(is_number(worth) for worth in garter)
    )
