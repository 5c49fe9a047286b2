"""TU-11, TU-12.7, TU-13.6 and corrections: what stands beside the figure's action."""

from tests.games.tudor.oracle import moving
from tests.games.tudor.oracle.acting import give_card, take_card
from tests.games.tudor.oracle.words import Box, Json, Refused, State, player_called


def is_own_turn(s: State, color: str) -> bool:
    return s["phase"] == "actions" and not s["due"] and bool(s["up"] == color)


def bonus_move(box: Box, s: State, line: Json) -> None:
    player, tokens = player_called(s, line["player"]), line["tokens"]
    if not is_own_turn(s, line["player"]) or player["moved"]:
        raise Refused("TU-11.2")
    if tokens[0] == tokens[1] or not all(token in player["tokens"] for token in tokens):
        raise Refused("TU-11.2")
    essentials = box["edition"]["essentials"]
    if 2 in box["scoring"] and any(essentials[box["tokens"][token]]["worth"] < 0 for token in tokens):
        raise Refused("TU-13.2")
    moving.check_path(box, s, line["player"], line["from"], line["path"], 1, "TU-11.2", straight=False)
    for token in tokens:
        player["tokens"].remove(token)
        player["spent"].append(token)
    player["moved"] = True
    moving.walk(box, s, line["player"], line["from"], line["path"])


def exchange(box: Box, s: State, line: Json) -> None:
    if not is_own_turn(s, line["player"]):
        raise Refused("TU-11.3")
    player = player_called(s, line["player"])
    for card in line["give"]:
        give_card(s, player, card, "TU-11.3")
    take_card(s, player, line["take"])


def ambassador(box: Box, s: State, line: Json) -> None:
    if not s["due"] or s["due"][0]["step"] != "token" or s["up"] != line["player"]:
        raise Refused("TU-13.6")
    player = player_called(s, line["player"])
    if 6 not in box["scoring"] or player["supply"] == 0:
        raise Refused("TU-13.6")
    player[s["due"].pop(0)["kind"]] -= 1
    player["supply"] -= 1
    player["ambassadors"] += 1


def decline(box: Box, s: State, line: Json) -> None:
    if not s["due"] or s["due"][0]["step"] not in {"token", "office_action"} or s["up"] != line["player"]:
        raise Refused("TU-12.7")
    s["due"].pop(0)


def amend(box: Box, s: State, line: Json) -> None:
    if "cards" in line:
        for color, changes in line["cards"].items():
            for faction, change in changes.items():
                player_called(s, color)["cards"][faction] += change
                s["stacks"][faction] -= change
        hands = [player["cards"] for player in s["players"]]
        if any(number < 0 for cards in [*hands, s["stacks"]] for number in cards.values()):
            raise Refused("LOG")
    elif "prestige" in line:
        for color, change in line["prestige"].items():
            player_called(s, color)["prestige"] += change
        if any(player["prestige"] < 0 for player in s["players"]):
            raise Refused("LOG")
    else:
        one, other = (s["spaces"][space] for space in line["swap"])
        if line["swap"][0] == line["swap"][1] or one["token"] is None or other["token"] is None:
            raise Refused("LOG")
        one["token"], other["token"] = other["token"], one["token"]
