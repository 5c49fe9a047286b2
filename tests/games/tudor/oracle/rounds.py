"""TU-3 to TU-6, TU-13 to TU-15: rounds and scores."""

from tests.games.tudor.oracle import moving
from tests.games.tudor.oracle.words import Box, Json, Refused, State, order, player_called, rings_of


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
    garter = box["edition"]["garter"][str(box["n"])]
    standing = {player["color"]: standing_of(player) for player in s["players"]}
    s["final"] = {}
    for player in s["players"]:
        rank = sum(other > standing[player["color"]] for other in standing.values())
        points = {
            "scoring": [end_score(box, player, card) for card in box["scoring"]],
            "garter": garter[rank],
        }
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


def assign(box: Box, s: State, line: Json) -> None:
    if s["phase"] != "assignment" or s["due"] or s["up"] != line["player"]:
        raise Refused("TU-3.1")
    player = player_called(s, line["player"])
    if player["supply"] == 0:
        raise Refused("TU-3.4")
    bench = s["chambers"][line["chamber"] - 1]["bench"]
    if len(bench) >= box["bench"]:
        raise Refused("TU-3.3")
    bench.append(line["player"])
    player["supply"] -= 1
    player["to_place"] -= 1
    next_placement(box, s)


def give_up(box: Box, s: State, line: Json) -> None:
    if s["phase"] != "assignment" or s["due"] or s["up"] != line["player"]:
        raise Refused("TU-3.5")
    player = player_called(s, line["player"])
    if player["supply"] > 0:
        raise Refused("TU-3.5")
    player["to_place"] -= 1
    next_placement(box, s)


def recall(box: Box, s: State, line: Json) -> None:
    if s["phase"] not in {"assignment", "actions"} or s["due"] or s["up"] != line["player"]:
        raise Refused("TU-7.13")
    player = player_called(s, line["player"])
    if player["supply"] > 0:
        raise Refused("TU-7.13")
    if s["spaces"][line["space"]]["courtier"] != line["player"]:
        raise Refused("TU-7.2")
    s["spaces"][line["space"]]["courtier"] = None
    player["supply"] += 1
    s["due"] = moving.draws(s, [line["space"]])


def enter_chambers(s: State) -> None:
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


def place_lord(box: Box, s: State, line: Json) -> None:
    if s["phase"] != "lords" or s["up"] != line["player"]:
        raise Refused("TU-5.1")
    lords = s["chambers"][line["chamber"] - 1]["lords"]
    if len(lords) >= 2:
        raise Refused("TU-5.2")
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
    s["up"] = color
    s["turn"] = {"figure": None, "done": [], "scenario": []}


def has_unused(s: State, color: str) -> bool:
    return any(
        figure is not None and figure["color"] == color and not figure["used"]
        for chamber in s["chambers"]
        for figure in chamber["chairs"] + chamber["lords"]
    )


def end_turn(box: Box, s: State, line: Json) -> None:
    if s["phase"] != "actions" or s["due"] or s["up"] != line["player"]:
        raise Refused("TU-6.6")
    if s["turn"]["figure"] is None and has_unused(s, line["player"]):
        raise Refused("TU-6.6")
    colors = order(s)
    place = colors.index(line["player"])
    if place < len(colors) - 1:
        begin_turn(s, colors[place + 1])
    elif any(has_unused(s, color) for color in colors):
        begin_turn(s, colors[0])
    else:
        end_round(box, s)


def end_round(box: Box, s: State) -> None:
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
