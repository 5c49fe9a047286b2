"""TU-7 and TU-8: a courtier's way through the throne room, what it gains, and the steps that are due after it."""

from tests.games.tudor.oracle.words import (
    FINGERS,
    Box,
    Json,
    Refused,
    State,
    check_layout,
    copied,
    in_stand,
    player_called,
    rings_of,
)


def check_path(
    box: Box, s: State, color: str, origin: str, path: list[str], most: int, rule: str, *, straight: bool
) -> None:
    if len(path) > most:
        raise Refused(rule)
    if origin == "supply":
        first = s["spaces"][path[0]]
        if player_called(s, color)["supply"] == 0 or path[0][1] != "1" or first["courtier"] is not None:
            raise Refused("TU-7.4")
    elif s["spaces"][origin]["courtier"] != color:
        raise Refused("TU-7.2")
    entered = [] if origin == "supply" else [origin]
    for step, space in enumerate(path):
        if entered:
            sideways = abs(ord(space[0]) - ord(entered[-1][0]))
            upwards = int(space[1]) - int(entered[-1][1])
            if sideways + abs(upwards) > 1:
                raise Refused("TU-7.1")
            if space in entered:
                raise Refused("TU-7.5")
            if straight and upwards != 1:
                raise Refused(rule)
        is_last = step == len(path) - 1
        is_top = int(space[1]) == box["heights"][space[0]]
        if is_top and not is_last:
            raise Refused("TU-7.6")
        if is_last and s["spaces"][space]["courtier"] is not None:
            raise Refused("TU-7.3")
        if is_top and s["offices"][space[0]] == color:
            raise Refused("TU-7.7")
        entered.append(space)


def walk(box: Box, s: State, color: str, origin: str, path: list[str]) -> None:
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


def draw(box: Box, s: State, line: Json) -> None:
    if not s["due"] or s["due"][0]["step"] != "draw":
        raise Refused("TU-7.10")
    seen = [space["token"] for space in s["spaces"].values()] + s["gone"]
    for player in s["players"]:
        seen += player["tokens"] + player["spent"]
    faction = box["tokens"][line["token"]]
    if line["token"] in seen or s["bag"][faction] == 0:
        raise Refused("TU-7.11")
    s["bag"][faction] -= 1
    s["spaces"][s["due"].pop(0)["space"]]["token"] = line["token"]


def take_ring(box: Box, s: State, line: Json) -> None:
    if not s["due"] or s["due"][0]["step"] != "ring" or s["up"] != line["player"]:
        raise Refused("TU-8.2")
    player, ring = player_called(s, line["player"]), line["ring"]
    robbed = None if s["robbed"] is None else player_called(s, s["robbed"])
    if robbed is None and not in_stand(box, s, ring):
        raise Refused("TU-8.2")
    if robbed is not None and ring not in rings_of(robbed):
        raise Refused("TU-8.3")
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
