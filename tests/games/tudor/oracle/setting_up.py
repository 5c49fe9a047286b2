"""TU-0, TU-1: the start of a game, and the first rings."""

from tests.games.tudor.oracle import edition as editions
from tests.games.tudor.oracle import rounds
from tests.games.tudor.oracle.words import (
    FINGERS,
    KINDS,
    LETTERS,
    Box,
    Json,
    Refused,
    State,
    check_layout,
    copied,
    in_stand,
    order,
    player_called,
    rings_of,
)


def start(line: Json) -> tuple[Box, State]:
    edition = editions.standard() if line["edition"] == "standard" else line["edition"]
    if not editions.is_sound(edition):
        raise Refused("TU-0.2")
    edition = copied(edition)
    colors = [player["color"] for player in line["players"]]
    gates = [player["gate"] for player in line["players"]]
    n = len(colors)
    if not 2 <= n <= 4 or len(set(colors)) < n or len(set(gates)) < n:
        raise Refused("TU-0.1")
    if not set(colors) <= set(edition["colors"]) or line["first"] not in colors:
        raise Refused("TU-0.1")
    scoring = line["scoring"]
    if len(scoring) != 2 or scoring[0] == scoring[1] or not all(1 <= card <= 6 for card in scoring):
        raise Refused("TU-0.3")
    if not 1 <= line["scenario"] <= 5:
        raise Refused("TU-0.4")
    heights = dict(zip(LETTERS, edition["columns"][str(n)], strict=False))
    spaces = [column + str(row) for column in heights for row in range(1, heights[column] + 1)]
    if set(line["spaces"]) != set(spaces):
        raise Refused("TU-0.5")
    without = edition["two_players_without"] if n == 2 else {"tokens": 0, "influence": 0, "intrigue": 0}
    lying = [line["spaces"][space]["round"] for space in spaces]
    if any(lying.count(kind) != edition["round_tokens"][kind] - without[kind] for kind in KINDS):
        raise Refused("TU-0.6")
    tokens = {token["id"]: token["faction"] for token in edition["tokens"]}
    seen = [line["spaces"][space]["token"] for space in spaces]
    if len(set(seen)) < len(seen) or not set(seen) <= set(tokens):
        raise Refused("TU-0.7")
    bag = {}
    for faction in edition["factions"]:
        bag[faction] = list(tokens.values()).count(faction) - without["tokens"]
        if 2 in scoring:
            bag[faction] -= edition["essentials"][faction]["remove"]
        bag[faction] -= [tokens[token] for token in seen].count(faction)
        if bag[faction] < 0:
            raise Refused("TU-0.7")
    box = {
        "edition": edition,
        "n": n,
        "colors": colors,
        "factions": edition["factions"],
        "tokens": tokens,
        "rings": {ring["id"]: ring["faction"] for ring in edition["rings"]},
        "heights": heights,
        "spaces": spaces,
        "offices": dict(zip(heights, edition["offices"][str(n)], strict=True)),
        "chairs": edition["chairs"][str(n)],
        "bench": edition["bench"][str(n)],
        "scoring": list(scoring),
        "scenario": line["scenario"],
    }
    return box, first_state(box, line, bag)


def first_state(box: Box, line: Json, bag: dict[str, int]) -> State:
    edition, n = box["edition"], box["n"]
    return {
        "seq": 1,
        "round": 1,
        "rounds": edition["scenarios"][str(box["scenario"])]["rounds"][str(n)],
        "phase": "rings",
        "to_act": line["first"],
        "first": line["first"],
        "due": [],
        "turn": None,
        "players": [
            {
                "color": player["color"],
                "gate": player["gate"],
                "prestige": 0,
                "supply": edition["courtiers"],
                "to_place": 0,
                "hand": {finger: [] for finger in FINGERS},
                "unworn": [],
                "cards": dict.fromkeys(box["factions"], 0),
                "tokens": [],
                "spent": [],
                "influence": 0,
                "intrigue": 0,
                "ambassadors": 0,
                "moved": False,
            }
            for player in line["players"]
        ],
        "spaces": {
            space: {"courtier": None, "token": line["spaces"][space]["token"], "round": line["spaces"][space]["round"]}
            for space in box["spaces"]
        },
        "offices": dict.fromkeys(box["heights"]),
        "chambers": [{"bench": [], "chairs": [None] * box["chairs"], "lords": []} for _ in range(3)],
        "stand": dict.fromkeys(box["factions"], edition["rings_each"][str(n)]),
        "stacks": dict.fromkeys(box["factions"], edition["cards"]),
        "bag": bag,
        "gone": [],
        "final": None,
        "winners": None,
        "up": line["first"],
        "robbed": None,
    }


# TU-1


def choose_ring(box: Box, s: State, line: Json) -> None:
    if s["phase"] != "rings" or s["up"] != line["player"]:
        raise Refused("TU-1.1")
    if not in_stand(box, s, line["ring"]):
        raise Refused("TU-1.2")
    player_called(s, line["player"])["unworn"].append(line["ring"])
    s["stand"][box["rings"][line["ring"]]] -= 1
    there_and_back = order(s) + order(s)[::-1]
    chosen = sum(len(player["unworn"]) for player in s["players"])
    if chosen < len(there_and_back):
        s["up"] = there_and_back[chosen]
    else:
        s["phase"] = "hands"
        s["up"] = s["first"]


def wear(box: Box, s: State, line: Json) -> None:
    player = player_called(s, line["player"])
    if s["phase"] == "hands" and s["up"] == line["player"]:
        check_layout(line["hand"], player["unworn"])
        player["hand"] = copied(line["hand"])
        for ring in player["unworn"]:
            faction = box["rings"][ring]
            if s["stacks"][faction] > 0:
                s["stacks"][faction] -= 1
                player["cards"][faction] += 1
        player["unworn"] = []
        waiting = [color for color in order(s) if player_called(s, color)["unworn"]]
        if waiting:
            s["up"] = waiting[0]
        else:
            rounds.begin_round(box, s)
    elif s["due"] and s["due"][0] == {"step": "wear", "player": line["player"]}:
        check_layout(line["hand"], rings_of(player))
        player["hand"] = copied(line["hand"])
        s["due"].pop(0)
    else:
        raise Refused("TU-2.3")
