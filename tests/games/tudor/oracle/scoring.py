"""TU-13.1 to TU-13.3, TU-13.5, TU-13.6 and TU-15: prestige at the end of a round, and of the game."""

from tests.games.tudor.oracle.words import Box, State, rings_of


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
