"""TU-12: the two sides of the scenario cards."""

from tests.games.tudor.oracle import moving
from tests.games.tudor.oracle.acting import is_own_turn, put_in_place, take_card
from tests.games.tudor.oracle.words import Box, Json, Refused, State, player_called, rings_of

IMMEDIATE = {(1, "right"): "intrigue", (2, "left"): "influence", (2, "right"): "intrigue"}
"""The kind of token that must just have been taken. The other sides serve any time."""


def scenario(box: Box, s: State, line: Json) -> None:
    side = (box["scenario"], line["side"])
    if side in IMMEDIATE:
        if not s["due"] or s["due"][0] != {"step": "token", "kind": IMMEDIATE[side]} or s["up"] != line["player"]:
            raise Refused("TU-12.6")
        s["due"].pop(0)
        player_called(s, line["player"])[IMMEDIATE[side]] -= 1
    elif not is_own_turn(s, line["player"]):
        raise Refused("TU-12.6")
    SIDES[side](box, s, line)


def spend(player: State, rule: str, influence: int = 0, intrigue: int = 0) -> None:
    if player["influence"] < influence or player["intrigue"] < intrigue:
        raise Refused(rule)
    player["influence"] -= influence
    player["intrigue"] -= intrigue


def back_to_a_bench(box: Box, s: State, line: Json) -> None:
    spend(player_called(s, line["player"]), "TU-12.1", influence=2)
    chairs = s["chambers"][line["chamber"] - 1]["chairs"]
    courtier = chairs[line["chair"] - 1]
    if courtier is None or courtier["color"] != line["player"]:
        raise Refused("TU-12.1")
    bench = s["chambers"][line["to"] - 1]["bench"]
    if len(bench) >= box["bench"]:
        raise Refused("TU-3.3")
    chairs[line["chair"] - 1] = None
    bench.append(line["player"])


def tokens_change_places(box: Box, s: State, line: Json) -> None:
    one, other = (s["spaces"][space] for space in line["spaces"])
    if line["spaces"][0] == line["spaces"][1] or one["token"] is None or other["token"] is None:
        raise Refused("TU-12.1")
    one["token"], other["token"] = other["token"], one["token"]


def card_at_once(box: Box, s: State, line: Json) -> None:
    take_card(s, player_called(s, line["player"]), line["card"])


def chairs_change_places(box: Box, s: State, line: Json) -> None:
    chairs = s["chambers"][line["chamber"] - 1]["chairs"]
    one, other = (number - 1 for number in line["chairs"])
    if abs(one - other) != 1 or chairs[one] is None or chairs[other] is None:
        raise Refused("TU-12.2")
    if line["player"] not in {chairs[one]["color"], chairs[other]["color"]}:
        raise Refused("TU-12.2")
    chairs[one], chairs[other] = chairs[other], chairs[one]


def card_for_influence(box: Box, s: State, line: Json) -> None:
    player = player_called(s, line["player"])
    spend(player, "TU-12.3", influence=2)
    take_card(s, player, line["card"])


def jump(box: Box, s: State, line: Json) -> None:
    spend(player_called(s, line["player"]), "TU-12.3", intrigue=2)
    origin, end = line["from"], line["to"]
    if s["spaces"][origin]["courtier"] != line["player"]:
        raise Refused("TU-7.2")
    sideways, upwards = ord(end[0]) - ord(origin[0]), int(end[1]) - int(origin[1])
    if sorted([abs(sideways), abs(upwards)]) != [0, 2]:
        raise Refused("TU-12.3")
    between = chr(ord(origin[0]) + sideways // 2) + str(int(origin[1]) + upwards // 2)
    if between not in s["spaces"] or s["spaces"][between]["courtier"] is None:
        raise Refused("TU-12.3")
    if s["spaces"][end]["courtier"] is not None:
        raise Refused("TU-7.3")
    if int(end[1]) == box["heights"][end[0]] and s["offices"][end[0]] == line["player"]:
        raise Refused("TU-7.7")
    moving.walk(box, s, line["player"], origin, [end])


def rings_change_hands(box: Box, s: State, line: Json) -> None:
    player = player_called(s, line["player"])
    spend(player, "TU-12.4", influence=1, intrigue=1)
    if line["mine"] not in rings_of(player):
        raise Refused("TU-12.4")
    for other in s["players"]:
        if other is not player and line["theirs"] in rings_of(other):
            put_in_place(other, line["theirs"], line["mine"])
            put_in_place(player, line["mine"], line["theirs"])
            return
    raise Refused("TU-12.4")


def use_side(s: State, side: str) -> None:
    if side in s["turn"]["scenario"]:
        raise Refused("TU-12.5")
    s["turn"]["scenario"] = sorted([*s["turn"]["scenario"], side])


def two_steps(box: Box, s: State, line: Json) -> None:
    use_side(s, "left")
    spend(player_called(s, line["player"]), "TU-12.5", influence=2)
    moving.check_path(box, s, line["player"], line["from"], line["path"], 2, "TU-12.5", straight=False)
    moving.walk(box, s, line["player"], line["from"], line["path"])


def banish(box: Box, s: State, line: Json) -> None:
    use_side(s, "right")
    color = s["spaces"][line["space"]]["courtier"]
    if color is None or color == line["player"]:
        raise Refused("TU-12.5")
    price = 3 if int(line["space"][1]) >= 4 else 2
    spend(player_called(s, line["player"]), "TU-12.5", intrigue=price)
    s["spaces"][line["space"]]["courtier"] = None
    player_called(s, color)["supply"] += 1
    s["due"] = moving.draws(s, [line["space"]])


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
