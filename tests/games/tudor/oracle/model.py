"""A naive second reading of the rules of Tudor, for comparing the engine with: one game, from its log.

It takes lines of the right shape, from a start that is legal: what refuses the others is tested by example.
"""

import marshal
from collections.abc import Callable
from typing import Any, Final

from controller.games.tudor.box.reading import standard_edition

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


def refuse(rule: str, fault: object) -> None:
    if fault:
        raise Refused(rule)


def copied(value: Json) -> Json:
    return marshal.loads(marshal.dumps(value))  # five times as fast as the module copy


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
    refuse("TU-2.1", sorted(laid) != sorted(rings))
    refuse("TU-2.1", len(rings) <= 5 and any(len(hand[finger]) > 1 for finger in FINGERS))
    refuse("TU-2.2", len(rings) >= 6 and any(hand[finger] == [] for finger in FINGERS))


# TU-0, TU-1: the start of a game, and the first rings


def start(line: Json) -> tuple[Box, State]:
    edition = standard_edition().to_mapping() if line["edition"] == "standard" else copied(line["edition"])
    colors = [player["color"] for player in line["players"]]
    n, scoring = len(colors), line["scoring"]
    heights = dict(zip(LETTERS, edition["columns"][str(n)], strict=False))
    spaces = [column + str(row) for column in heights for row in range(1, heights[column] + 1)]
    tokens = {token["id"]: token["faction"] for token in edition["tokens"]}
    seen = [tokens[line["spaces"][space]["token"]] for space in spaces]
    bag = {}
    for faction in edition["factions"]:
        bag[faction] = list(tokens.values()).count(faction) - seen.count(faction)
        if n == 2:
            bag[faction] -= edition["two_players_without"]["tokens"]
        if 2 in scoring:
            bag[faction] -= edition["essentials"][faction]["remove"]
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


def choose_ring(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-1.1", s["phase"] != "rings" or s["up"] != line["player"])
    refuse("TU-1.2", not in_stand(box, s, line["ring"]))
    player["unworn"].append(line["ring"])
    s["stand"][box["rings"][line["ring"]]] -= 1
    there_and_back = order(s) + order(s)[::-1]
    chosen = sum(len(player["unworn"]) for player in s["players"])
    if chosen < len(there_and_back):
        s["up"] = there_and_back[chosen]
    else:
        s["phase"] = "hands"
        s["up"] = s["first"]


def wear(box: Box, s: State, player: State, line: Json) -> None:
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
            begin_round(box, s)
    elif s["due"] and s["due"][0] == {"step": "wear", "player": line["player"]}:
        check_layout(line["hand"], rings_of(player))
        player["hand"] = copied(line["hand"])
        s["due"].pop(0)
    else:
        raise Refused("TU-2.3")


# TU-3 to TU-6, TU-13 to TU-15: rounds and scores


def score_crowded_columns(box: Box, s: State) -> None:
    for column, height in box["heights"].items():
        standing = [s["spaces"][column + str(row)]["courtier"] for row in range(1, height + 1)]
        standing.append(s["offices"][column])
        best, leader = (0, 0), None
        for player in s["players"]:
            color = player["color"]
            if color in standing:
                highest = max(place for place, who in enumerate(standing) if who == color)
                strength = (standing.count(color), highest)
                if strength > best or leader is None:
                    best, leader = strength, player
        if leader is not None:
            leader["prestige"] += box["edition"]["crowded"]


def end_score(box: Box, player: State, card: int) -> int:
    edition = box["edition"]
    held = [box["tokens"][token] for token in player["tokens"]]
    counts = {faction: held.count(faction) for faction in box["factions"]}
    points = 0
    if card == 1:
        for count in counts.values():
            points += count // 7 * edition["alike"][6]
            if count % 7:
                points += edition["alike"][count % 7 - 1]
    elif card == 2:
        points = sum(edition["essentials"][faction]["worth"] for faction in held)
    elif card == 3:
        for k in range(1, max(counts.values()) + 1):
            different = sum(count >= k for count in counts.values())
            points += edition["different"][different - 1]
    elif card == 6:
        points = player["ambassadors"] * edition["ambassador"]
    return points


def end_game(box: Box, s: State) -> None:
    """TU-15.1 to TU-15.3."""
    garter = box["edition"]["garter"][str(box["n"])]
    standing = {player["color"]: standing_of(player) for player in s["players"]}
    s["final"] = {}
    for player in s["players"]:
        rank = sum(other > standing[player["color"]] for other in standing.values())
        points = {"scoring": [end_score(box, player, card) for card in box["scoring"]], "garter": garter[rank]}
        s["final"][player["color"]] = points
        player["prestige"] += sum(points["scoring"]) + points["garter"]
    results = {
        player["color"]: (
            player["prestige"],
            sum(player["cards"].values()),
            player["influence"] + player["intrigue"],
            len(rings_of(player)),
        )
        for player in s["players"]
    }
    s["winners"] = [color for color, result in results.items() if result == max(results.values())]


def standing_of(player: State) -> int:
    count: int = player["influence"] + player["intrigue"] + sum(player["cards"].values())
    return count


def begin_round(box: Box, s: State) -> None:
    """TU-3.1, TU-3.2."""
    card = box["edition"]["scenarios"][str(box["scenario"])]
    for player in s["players"]:
        player["to_place"] = card["first"] if s["round"] == 1 else card["later"]
    s["phase"] = "assignment"
    next_placement(box, s)


def next_placement(box: Box, s: State) -> None:
    while True:
        most = max(player["to_place"] for player in s["players"])
        if most == 0:
            enter_chambers(s)
            s["phase"] = "lords"
            s["up"] = s["first"]
            return
        color = next(color for color in order(s) if player_called(s, color)["to_place"] == most)
        player = player_called(s, color)
        room = any(len(chamber["bench"]) < box["bench"] for chamber in s["chambers"])
        on_board = any(space["courtier"] == color for space in s["spaces"].values())
        if room and (player["supply"] > 0 or on_board):
            s["up"] = color
            return
        player["to_place"] -= 1


def assign(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-3.1", s["phase"] != "assignment" or s["due"] or s["up"] != line["player"])
    refuse("TU-3.4", player["supply"] == 0)
    bench = s["chambers"][line["chamber"] - 1]["bench"]
    refuse("TU-3.3", len(bench) >= box["bench"])
    bench.append(line["player"])
    player["supply"] -= 1
    player["to_place"] -= 1
    next_placement(box, s)


def give_up(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-3.5", s["phase"] != "assignment" or s["due"] or s["up"] != line["player"])
    refuse("TU-3.5", player["supply"] > 0)
    player["to_place"] -= 1
    next_placement(box, s)


def recall(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-7.13", s["phase"] not in {"assignment", "actions"} or s["due"] or s["up"] != line["player"])
    refuse("TU-7.13", player["supply"] > 0)
    refuse("TU-7.2", s["spaces"][line["space"]]["courtier"] != line["player"])
    s["spaces"][line["space"]]["courtier"] = None
    player["supply"] += 1
    s["due"] = draws(s, [line["space"]])


def enter_chambers(s: State) -> None:
    """TU-4.1 to TU-4.3."""
    for chamber in s["chambers"]:
        for color in chamber["bench"]:
            newcomer = {"color": color, "used": False}
            if None in chamber["chairs"]:
                chamber["chairs"][chamber["chairs"].index(None)] = newcomer
            else:
                pushed_out = chamber["chairs"].pop(0)
                player_called(s, pushed_out["color"])["supply"] += 1
                chamber["chairs"].append(newcomer)
        chamber["bench"] = []


def place_lord(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-5.1", s["phase"] != "lords" or s["up"] != line["player"])
    lords = s["chambers"][line["chamber"] - 1]["lords"]
    refuse("TU-5.2", len(lords) >= 2)
    lords.append({"color": line["player"], "used": False})
    placed = sum(len(chamber["lords"]) for chamber in s["chambers"])
    if placed < box["n"]:
        s["up"] = order(s)[placed]
        return
    for chamber in s["chambers"]:
        for courtier in chamber["chairs"]:
            if courtier is not None and not chamber["lords"]:
                courtier["used"] = True  # TU-5.3
    s["phase"] = "actions"
    begin_turn(s, s["first"])


def begin_turn(s: State, color: str) -> None:
    """TU-6.1."""
    s["up"] = color
    s["turn"] = {"figure": None, "done": [], "scenario": []}


def has_unused_figure(s: State, color: str) -> bool:
    return any(
        figure is not None and figure["color"] == color and not figure["used"]
        for chamber in s["chambers"]
        for figure in chamber["chairs"] + chamber["lords"]
    )


def end_turn(box: Box, s: State, player: State, line: Json) -> None:
    """TU-6.6, TU-6.7."""
    refuse("TU-6.6", s["phase"] != "actions" or s["due"] or s["up"] != line["player"])
    refuse("TU-6.6", s["turn"]["figure"] is None and has_unused_figure(s, line["player"]))
    colors = order(s)
    place = colors.index(line["player"])
    if place < len(colors) - 1:
        begin_turn(s, colors[place + 1])
    elif any(has_unused_figure(s, color) for color in colors):
        begin_turn(s, colors[0])
    else:
        end_round(box, s)


def end_round(box: Box, s: State) -> None:
    """TU-14.1, TU-14.2."""
    if 5 in box["scoring"]:
        score_crowded_columns(box, s)
    for player in s["players"]:
        s["gone"] += player["spent"]
        player["spent"] = []
        player["moved"] = False
    for chamber in s["chambers"]:
        chamber["lords"] = []
        for courtier in chamber["chairs"]:
            if courtier is not None:
                courtier["used"] = False
    s["turn"] = None
    if s["round"] < s["rounds"]:
        s["first"] = order(s)[1]
        s["round"] += 1
        begin_round(box, s)
    else:
        s["phase"] = "over"
        s["up"] = None
        end_game(box, s)


# TU-7, TU-8: a courtier's way, what it gains, and the steps that are due after it


def check_path(
    box: Box, s: State, color: str, origin: str, path: list[str], most: int, rule: str, *, straight: bool
) -> None:
    refuse(rule, len(path) > most)
    if origin == "supply":
        first = s["spaces"][path[0]]
        refuse("TU-7.4", player_called(s, color)["supply"] == 0 or path[0][1] != "1" or first["courtier"] is not None)
    elif s["spaces"][origin]["courtier"] != color:
        raise Refused("TU-7.2")
    entered = [] if origin == "supply" else [origin]
    for step, space in enumerate(path):
        if entered:
            sideways = abs(ord(space[0]) - ord(entered[-1][0]))
            upwards = int(space[1]) - int(entered[-1][1])
            refuse("TU-7.1", sideways + abs(upwards) > 1)
            refuse("TU-7.5", space in entered)
            refuse(rule, straight and upwards != 1)
        is_last = step == len(path) - 1
        is_top = int(space[1]) == box["heights"][space[0]]
        refuse("TU-7.6", is_top and not is_last)
        refuse("TU-7.3", is_last and s["spaces"][space]["courtier"] is not None)
        refuse("TU-7.7", is_top and s["offices"][space[0]] == color)
        entered.append(space)


def walk(box: Box, s: State, color: str, origin: str, path: list[str]) -> None:
    """TU-7.8 to TU-7.10, TU-8.1, TU-8.5, TU-8.6."""
    player = player_called(s, color)
    restock = []
    if origin == "supply":
        player["supply"] -= 1
    else:
        s["spaces"][origin]["courtier"] = None
        restock.append(origin)
    for space in path:
        if s["spaces"][space]["courtier"] is None:
            restock.append(space)
            if s["spaces"][space]["token"] is not None:
                player["tokens"].append(s["spaces"][space]["token"])
                s["spaces"][space]["token"] = None
    end = path[-1]
    kind = s["spaces"][end]["round"]
    if kind is not None:
        player[kind] += 1
        s["spaces"][end]["round"] = None
    column = end[0]
    office = int(end[1]) == box["heights"][column]
    if office:
        s["robbed"] = s["offices"][column]
        s["offices"][column] = color
        if s["robbed"] is not None:
            player_called(s, s["robbed"])["supply"] += 1
        if 4 in box["scoring"]:
            player["prestige"] += box["offices"][column]  # TU-13.4
    else:
        s["spaces"][end]["courtier"] = color
        restock.remove(end)
    due = draws(s, restock)
    token = kind is not None and has_immediate_use(box, s, color, kind, len(due))
    if office:
        due.append({"step": "ring", "column": column, "from": "stand" if s["robbed"] is None else s["robbed"]})
    if token:
        due.append({"step": "token", "kind": kind})
    if office and box["scenario"] == 4:
        due.append({"step": "office_action"})
    s["due"] = due + s["due"]


def draws(s: State, spaces: list[str]) -> list[Json]:
    in_order = sorted(spaces, key=lambda space: (-int(space[1]), space[0]))
    return [{"step": "draw", "space": space} for space in in_order[: sum(s["bag"].values())]]


def has_immediate_use(box: Box, s: State, color: str, kind: str, draws_due: int) -> bool:
    if 6 in box["scoring"] and player_called(s, color)["supply"] > 0:
        return True
    if box["scenario"] == 1 and kind == "intrigue":
        return sum(space["token"] is not None for space in s["spaces"].values()) + draws_due >= 2
    if box["scenario"] == 2 and kind == "influence":
        return any(cards > 0 for cards in s["stacks"].values())
    if box["scenario"] == 2 and kind == "intrigue":
        for chamber in s["chambers"]:
            for upper, lower in zip(chamber["chairs"], chamber["chairs"][1:], strict=False):
                if upper is not None and lower is not None and color in {upper["color"], lower["color"]}:
                    return True
    return False


def draw(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-7.10", not s["due"] or s["due"][0]["step"] != "draw")
    seen = [space["token"] for space in s["spaces"].values()] + s["gone"]
    for each in s["players"]:
        seen += each["tokens"] + each["spent"]
    faction = box["tokens"][line["token"]]
    refuse("TU-7.11", line["token"] in seen or s["bag"][faction] == 0)
    s["bag"][faction] -= 1
    s["spaces"][s["due"].pop(0)["space"]]["token"] = line["token"]


def take_ring(box: Box, s: State, player: State, line: Json) -> None:
    """TU-8.2 to TU-8.4."""
    refuse("TU-8.2", not s["due"] or s["due"][0]["step"] != "ring" or s["up"] != line["player"])
    ring = line["ring"]
    robbed = None if s["robbed"] is None else player_called(s, s["robbed"])
    refuse("TU-8.2", robbed is None and not in_stand(box, s, ring))
    refuse("TU-8.3", robbed is not None and ring not in rings_of(robbed))
    check_layout(line["hand"], [*rings_of(player), ring])
    player["hand"] = copied(line["hand"])
    s["due"].pop(0)
    if robbed is None:
        s["stand"][box["rings"][ring]] -= 1
    else:
        for finger in FINGERS:
            if ring in robbed["hand"][finger]:
                robbed["hand"][finger].remove(ring)
        s["due"].insert(0, {"step": "wear", "player": s["robbed"]})
        s["robbed"] = None


# TU-9 to TU-13: figures' actions, and what stands beside them


def activate(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-6.2", s["phase"] != "actions" or s["due"] or s["up"] != line["player"])
    refuse("TU-6.2", s["turn"]["figure"] is not None)
    chamber = s["chambers"][line["chamber"] - 1]
    there = chamber["lords"] if line["chair"] == "lord" else [chamber["chairs"][line["chair"] - 1]]
    for figure in there:
        if figure is not None and figure["color"] == line["player"] and not figure["used"]:
            figure["used"] = True
            s["turn"]["figure"] = {"chamber": line["chamber"], "chair": line["chair"]}
            return
    raise Refused("TU-6.2")


def open_action_letters(box: Box, s: State, color: str) -> list[str]:
    """TU-6.3 to TU-6.5."""
    figure, done = s["turn"]["figure"], s["turn"]["done"]
    if figure is None:
        return [] if done or has_unused_figure(s, color) else ["G", "H"]
    if done and ("G" in done or "H" in done or figure["chair"] != "lord"):
        return []
    letters = [letter for letter in box["edition"]["chambers"][figure["chamber"] - 1] if letter not in done]
    return letters if done else [*letters, "G", "H"]


def act(box: Box, s: State, player: State, line: Json) -> None:
    step = s["due"][0]["step"] if s["due"] else None
    refuse("TU-6.3", s["phase"] != "actions" or step not in {None, "office_action"} or s["up"] != line["player"])
    letter = line["action"]
    if step == "office_action":
        refuse("TU-12.4", letter in "GH")
        s["due"].pop(0)
    else:
        if letter not in open_action_letters(box, s, line["player"]):
            raise Refused("TU-6.4" if letter in "GH" else "TU-6.3")
        s["turn"]["done"].append(letter)
    BY_LETTER[letter](box, s, player, line)


def enhanced(box: Box, player: State, letter: str) -> bool:
    """TU-2.4; what it adds to A, C and D: TU-10.1, TU-10.3, TU-10.4."""
    return all(player["hand"][finger] for finger in box["edition"]["enhancements"][letter])


def ring_factions(box: Box, player: State) -> list[str]:
    return [box["rings"][ring] for ring in rings_of(player)]


def take_card(s: State, player: State, faction: str) -> None:
    refuse("TU-9.9", s["stacks"][faction] == 0)
    s["stacks"][faction] -= 1
    player["cards"][faction] += 1


def give_card(s: State, player: State, faction: str, rule: str) -> None:
    refuse(rule, player["cards"][faction] == 0)
    player["cards"][faction] -= 1
    s["stacks"][faction] += 1


def pay_for_path(box: Box, s: State, player: State, line: Json, rule: str) -> None:
    """TU-7.12."""
    refuse(rule, len(line["cards"]) != len(line["path"]))
    for space, card in zip(line["path"], line["cards"], strict=True):
        lies = s["spaces"][space]
        refuse(rule, lies["courtier"] is None and lies["token"] is not None and box["tokens"][lies["token"]] != card)
    for card in line["cards"]:
        give_card(s, player, card, rule)


def action_a(box: Box, s: State, player: State, line: Json) -> None:
    check_path(box, s, line["player"], line["from"], line["path"], 1, "TU-9.1", straight=False)
    token = s["spaces"][line["path"][0]]["token"]
    factions = ring_factions(box, player)
    matches = factions if token is None else box["tokens"][token] in factions
    refuse("TU-9.1", not matches and not (token is not None and enhanced(box, player, "A")))
    walk(box, s, line["player"], line["from"], line["path"])


def action_b(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-10.2", len(line["swaps"]) == 2 and not enhanced(box, player, "B"))
    taken = []
    for swap in line["swaps"]:
        take, give = swap["take"], swap["give"]
        refuse("TU-9.2", not in_stand(box, s, take) or give not in rings_of(player))
        move_into_place(player, give, take)
        s["stand"][box["rings"][take]] -= 1
        s["stand"][box["rings"][give]] += 1
        taken.append(box["rings"][take])
    if "card" in line:
        refuse("TU-9.2", line["card"] not in taken)
        take_card(s, player, line["card"])
    elif any(s["stacks"][faction] > 0 for faction in taken):
        raise Refused("TU-9.2")


def move_into_place(player: State, old: str, new: str) -> None:
    for finger in FINGERS:
        player["hand"][finger] = [new if ring == old else ring for ring in player["hand"][finger]]


def action_c(box: Box, s: State, player: State, line: Json) -> None:
    more = enhanced(box, player, "C")
    most = 3 if more else 2
    check_path(box, s, line["player"], line["from"], line["path"], most, "TU-9.3", straight=not more)
    pay_for_path(box, s, player, line, "TU-9.3")
    walk(box, s, line["player"], line["from"], line["path"])


def action_d(box: Box, s: State, player: State, line: Json) -> None:
    cards = line["cards"]
    rings = ring_factions(box, player)
    both_from_one = enhanced(box, player, "D")
    refuse("TU-9.4", len(cards) > 2 or any(card not in rings for card in cards))
    refuse("TU-9.4", len(cards) == 2 and cards[0] == cards[1] and rings.count(cards[0]) < 2 and not both_from_one)
    if len(cards) == 1:
        for one in set(rings):
            for other in set(rings):
                refuse("TU-9.4", one != other and s["stacks"][one] >= 1 and s["stacks"][other] >= 1)
            refuse("TU-9.4", s["stacks"][one] >= 2 and (rings.count(one) >= 2 or both_from_one))
    for card in cards:
        take_card(s, player, card)


def action_e(box: Box, s: State, player: State, line: Json) -> None:
    check_path(box, s, line["player"], line["from"], line["path"], 7, "TU-9.5", straight=True)
    pay_for_path(box, s, player, line, "TU-9.5")
    if "card" in line:
        refuse("TU-10.5", not enhanced(box, player, "E") or len(line["path"]) < 3 or line["card"] not in line["cards"])
        take_card(s, player, line["card"])
    walk(box, s, line["player"], line["from"], line["path"])


def action_f(box: Box, s: State, player: State, line: Json) -> None:
    cards = line["cards"]
    refuse("TU-9.6", len(cards) > 2 or (len(cards) == 2) != ("back" in line))
    refuse("TU-10.6", len(cards) == 2 and not enhanced(box, player, "F"))
    for card in cards:
        take_card(s, player, card)
    if "back" in line:
        give_card(s, player, line["back"], "TU-10.6")


def action_g(box: Box, s: State, player: State, line: Json) -> None:
    check_path(box, s, line["player"], line["from"], line["path"], 1, "TU-9.7", straight=True)
    pay_for_path(box, s, player, line, "TU-9.7")
    walk(box, s, line["player"], line["from"], line["path"])


def action_h(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-9.8", line["card"] not in ring_factions(box, player))
    take_card(s, player, line["card"])


BY_LETTER = dict(
    zip("ABCDEFGH", (action_a, action_b, action_c, action_d, action_e, action_f, action_g, action_h), strict=True)
)


def is_own_turn(s: State, color: str) -> bool:
    """TU-11.1."""
    return s["phase"] == "actions" and not s["due"] and bool(s["up"] == color)


def bonus_move(box: Box, s: State, player: State, line: Json) -> None:
    tokens = line["tokens"]
    refuse("TU-11.2", not is_own_turn(s, line["player"]) or player["moved"])
    refuse("TU-11.2", tokens[0] == tokens[1] or not all(token in player["tokens"] for token in tokens))
    essentials = box["edition"]["essentials"]
    refuse("TU-13.2", 2 in box["scoring"] and any(essentials[box["tokens"][token]]["worth"] < 0 for token in tokens))
    check_path(box, s, line["player"], line["from"], line["path"], 1, "TU-11.2", straight=False)
    for token in tokens:
        player["tokens"].remove(token)
        player["spent"].append(token)
    player["moved"] = True
    walk(box, s, line["player"], line["from"], line["path"])


def exchange(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-11.3", not is_own_turn(s, line["player"]))
    for card in line["give"]:
        give_card(s, player, card, "TU-11.3")
    take_card(s, player, line["take"])


def ambassador(box: Box, s: State, player: State, line: Json) -> None:
    refuse("TU-13.6", not s["due"] or s["due"][0]["step"] != "token" or s["up"] != line["player"])
    refuse("TU-13.6", 6 not in box["scoring"] or player["supply"] == 0)
    player[s["due"].pop(0)["kind"]] -= 1
    player["supply"] -= 1
    player["ambassadors"] += 1


def decline(box: Box, s: State, player: State, line: Json) -> None:
    refuse(
        "TU-12.7", not s["due"] or s["due"][0]["step"] not in {"token", "office_action"} or s["up"] != line["player"]
    )
    s["due"].pop(0)


def amend(box: Box, s: State, player: State, line: Json) -> None:
    for color, changes in line.get("cards", {}).items():
        for faction, change in changes.items():
            player_called(s, color)["cards"][faction] += change
            s["stacks"][faction] -= change
    for color, change in line.get("prestige", {}).items():
        player_called(s, color)["prestige"] += change
    if "swap" in line:
        one, other = (s["spaces"][space] for space in line["swap"])
        one["token"], other["token"] = other["token"], one["token"]


# TU-12: the two sides of the scenario cards


IMMEDIATE = {(1, "right"): "intrigue", (2, "left"): "influence", (2, "right"): "intrigue"}
"""The kind of token that must just have been taken. The other sides serve any time."""


def scenario(box: Box, s: State, player: State, line: Json) -> None:
    side = (box["scenario"], line["side"])
    if side in IMMEDIATE:
        refuse(
            "TU-12.6",
            not s["due"] or s["due"][0] != {"step": "token", "kind": IMMEDIATE[side]} or s["up"] != line["player"],
        )
        s["due"].pop(0)
        player[IMMEDIATE[side]] -= 1
    elif not is_own_turn(s, line["player"]):
        raise Refused("TU-12.6")
    SIDES[side](box, s, player, line)


def spend(player: State, rule: str, influence: int = 0, intrigue: int = 0) -> None:
    refuse(rule, player["influence"] < influence or player["intrigue"] < intrigue)
    player["influence"] -= influence
    player["intrigue"] -= intrigue


def back_to_a_bench(box: Box, s: State, player: State, line: Json) -> None:
    spend(player, "TU-12.1", influence=2)
    chairs = s["chambers"][line["chamber"] - 1]["chairs"]
    courtier = chairs[line["chair"] - 1]
    refuse("TU-12.1", courtier is None or courtier["color"] != line["player"])
    bench = s["chambers"][line["to"] - 1]["bench"]
    refuse("TU-3.3", len(bench) >= box["bench"])
    chairs[line["chair"] - 1] = None
    bench.append(line["player"])


def tokens_change_places(box: Box, s: State, player: State, line: Json) -> None:
    one, other = (s["spaces"][space] for space in line["spaces"])
    refuse("TU-12.1", line["spaces"][0] == line["spaces"][1] or one["token"] is None or other["token"] is None)
    one["token"], other["token"] = other["token"], one["token"]


def card_at_once(box: Box, s: State, player: State, line: Json) -> None:
    take_card(s, player, line["card"])


def chairs_change_places(box: Box, s: State, player: State, line: Json) -> None:
    chairs = s["chambers"][line["chamber"] - 1]["chairs"]
    one, other = (number - 1 for number in line["chairs"])
    refuse("TU-12.2", abs(one - other) != 1 or chairs[one] is None or chairs[other] is None)
    refuse("TU-12.2", line["player"] not in {chairs[one]["color"], chairs[other]["color"]})
    chairs[one], chairs[other] = chairs[other], chairs[one]


def card_for_influence(box: Box, s: State, player: State, line: Json) -> None:
    spend(player, "TU-12.3", influence=2)
    take_card(s, player, line["card"])


def jump(box: Box, s: State, player: State, line: Json) -> None:
    spend(player, "TU-12.3", intrigue=2)
    origin, end = line["from"], line["to"]
    refuse("TU-7.2", s["spaces"][origin]["courtier"] != line["player"])
    sideways, upwards = ord(end[0]) - ord(origin[0]), int(end[1]) - int(origin[1])
    refuse("TU-12.3", sorted([abs(sideways), abs(upwards)]) != [0, 2])
    between = chr(ord(origin[0]) + sideways // 2) + str(int(origin[1]) + upwards // 2)
    refuse("TU-12.3", between not in s["spaces"] or s["spaces"][between]["courtier"] is None)
    refuse("TU-7.3", s["spaces"][end]["courtier"] is not None)
    refuse("TU-7.7", int(end[1]) == box["heights"][end[0]] and s["offices"][end[0]] == line["player"])
    walk(box, s, line["player"], origin, [end])


def rings_change_hands(box: Box, s: State, player: State, line: Json) -> None:
    spend(player, "TU-12.4", influence=1, intrigue=1)
    refuse("TU-12.4", line["mine"] not in rings_of(player))
    for other in s["players"]:
        if other is not player and line["theirs"] in rings_of(other):
            move_into_place(other, line["theirs"], line["mine"])
            move_into_place(player, line["mine"], line["theirs"])
            return
    raise Refused("TU-12.4")


def use_side(s: State, side: str) -> None:
    refuse("TU-12.5", side in s["turn"]["scenario"])
    s["turn"]["scenario"] = sorted([*s["turn"]["scenario"], side])


def two_steps(box: Box, s: State, player: State, line: Json) -> None:
    use_side(s, "left")
    spend(player, "TU-12.5", influence=2)
    check_path(box, s, line["player"], line["from"], line["path"], 2, "TU-12.5", straight=False)
    walk(box, s, line["player"], line["from"], line["path"])


def banish(box: Box, s: State, player: State, line: Json) -> None:
    use_side(s, "right")
    color = s["spaces"][line["space"]]["courtier"]
    refuse("TU-12.5", color is None or color == line["player"])
    price = 3 if int(line["space"][1]) >= 4 else 2
    spend(player, "TU-12.5", intrigue=price)
    s["spaces"][line["space"]]["courtier"] = None
    player_called(s, color)["supply"] += 1
    s["due"] = draws(s, [line["space"]])


SIDES = {
    (1, "left"): back_to_a_bench,
    (1, "right"): tokens_change_places,
    (2, "left"): card_at_once,
    (2, "right"): chairs_change_places,
    (3, "left"): card_for_influence,
    (3, "right"): jump,
    (4, "left"): rings_change_hands,
    (5, "left"): two_steps,
    (5, "right"): banish,
}


ACTIONS: Final[dict[str, Callable[[Box, State, State, Json], None]]] = {
    "choose_ring": choose_ring,
    "wear": wear,
    "assign": assign,
    "pass": give_up,
    "recall": recall,
    "place_lord": place_lord,
    "activate": activate,
    "act": act,
    "end_turn": end_turn,
    "draw": draw,
    "take_ring": take_ring,
    "move": bonus_move,
    "exchange": exchange,
    "scenario": scenario,
    "ambassador": ambassador,
    "decline": decline,
    "amend": amend,
}


class Oracle:
    def __init__(self) -> None:
        self.box: Box = {}
        self.now: State | None = None
        """The state after the latest line that was accepted; never changed later."""
        self.earlier: list[bytes] = []
        """The states before the actions that stand, but ``start``."""

    def play(self, line: Json) -> str | None:
        try:
            self._play(line)
        except Refused as refused:
            return refused.rule
        return None

    def state(self) -> Json:
        assert self.now is not None
        return {key: value for key, value in self.now.items() if key not in {"up", "robbed"}}

    def _play(self, line: Json) -> None:
        if self.now is None:
            self.box, self.now = start(line)
            return
        seq = self.now["seq"] + 1
        if line["do"] == "undo":
            self.now = {**marshal.loads(self.earlier.pop()), "seq": seq}
            return
        before = marshal.dumps(self.now)
        state = marshal.loads(before)
        player = player_called(state, line["player"]) if "player" in line else {}
        ACTIONS[line["do"]](self.box, state, player, line)
        settle(state)
        state["seq"] = seq
        self.now = state
        self.earlier.append(before)


def settle(state: State) -> None:
    step = state["due"][0] if state["due"] else None
    state["to_act"] = step["player"] if step is not None and step["step"] == "wear" else state["up"]
    state["gone"].sort()
    for player in state["players"]:
        player["tokens"].sort()
        player["spent"].sort()
