"""TU-9 to TU-13: figures' actions, and what stands beside them."""

from tests.games.tudor.oracle import moving
from tests.games.tudor.oracle.rounds import has_unused
from tests.games.tudor.oracle.words import FINGERS, Box, Json, Refused, State, in_stand, player_called, rings_of


def activate(box: Box, s: State, line: Json) -> None:
    if s["phase"] != "actions" or s["due"] or s["up"] != line["player"]:
        raise Refused("TU-6.2")
    if s["turn"]["figure"] is not None:
        raise Refused("TU-6.2")
    chamber = s["chambers"][line["chamber"] - 1]
    there = chamber["lords"] if line["chair"] == "lord" else [chamber["chairs"][line["chair"] - 1]]
    for figure in there:
        if figure is not None and figure["color"] == line["player"] and not figure["used"]:
            figure["used"] = True
            s["turn"]["figure"] = {"chamber": line["chamber"], "chair": line["chair"]}
            return
    raise Refused("TU-6.2")


def open_letters(box: Box, s: State, color: str) -> list[str]:
    figure, done = s["turn"]["figure"], s["turn"]["done"]
    if figure is None:
        return [] if done or has_unused(s, color) else ["G", "H"]
    if done and ("G" in done or "H" in done or figure["chair"] != "lord"):
        return []
    letters = [letter for letter in box["edition"]["chambers"][figure["chamber"] - 1] if letter not in done]
    return letters if done else [*letters, "G", "H"]


def act(box: Box, s: State, line: Json) -> None:
    step = s["due"][0]["step"] if s["due"] else None
    if s["phase"] != "actions" or step not in {None, "office_action"} or s["up"] != line["player"]:
        raise Refused("TU-6.3")
    letter = line["action"]
    if step == "office_action":
        if letter in "GH":
            raise Refused("TU-12.4")
        s["due"].pop(0)
    else:
        if letter not in open_letters(box, s, line["player"]):
            raise Refused("TU-6.4" if letter in "GH" else "TU-6.3")
        s["turn"]["done"].append(letter)
    LETTERS[letter](box, s, line)


def enhanced(box: Box, player: State, letter: str) -> bool:
    return all(player["hand"][finger] for finger in box["edition"]["enhancements"][letter])


def ring_factions(box: Box, player: State) -> list[str]:
    return [box["rings"][ring] for ring in rings_of(player)]


def take_card(s: State, player: State, faction: str) -> None:
    if s["stacks"][faction] == 0:
        raise Refused("TU-9.9")
    s["stacks"][faction] -= 1
    player["cards"][faction] += 1


def give_card(s: State, player: State, faction: str, rule: str) -> None:
    if player["cards"][faction] == 0:
        raise Refused(rule)
    player["cards"][faction] -= 1
    s["stacks"][faction] += 1


def pay_for_path(box: Box, s: State, player: State, line: Json, rule: str) -> None:
    if len(line["cards"]) != len(line["path"]):
        raise Refused(rule)
    for space, card in zip(line["path"], line["cards"], strict=True):
        lies = s["spaces"][space]
        if lies["courtier"] is None and lies["token"] is not None and box["tokens"][lies["token"]] != card:
            raise Refused(rule)
    for card in line["cards"]:
        give_card(s, player, card, rule)


def action_a(box: Box, s: State, line: Json) -> None:
    player = player_called(s, line["player"])
    moving.check_path(box, s, line["player"], line["from"], line["path"], 1, "TU-9.1", straight=False)
    token = s["spaces"][line["path"][0]]["token"]
    factions = ring_factions(box, player)
    matches = factions if token is None else box["tokens"][token] in factions
    if not matches and not (token is not None and enhanced(box, player, "A")):
        raise Refused("TU-9.1")
    moving.walk(box, s, line["player"], line["from"], line["path"])


def action_b(box: Box, s: State, line: Json) -> None:
    player = player_called(s, line["player"])
    if len(line["swaps"]) == 2 and not enhanced(box, player, "B"):
        raise Refused("TU-10.2")
    taken = []
    for swap in line["swaps"]:
        take, give = swap["take"], swap["give"]
        if not in_stand(box, s, take) or give not in rings_of(player):
            raise Refused("TU-9.2")
        put_in_place(player, give, take)
        s["stand"][box["rings"][take]] -= 1
        s["stand"][box["rings"][give]] += 1
        taken.append(box["rings"][take])
    if "card" in line:
        if line["card"] not in taken:
            raise Refused("TU-9.2")
        take_card(s, player, line["card"])
    elif any(s["stacks"][faction] > 0 for faction in taken):
        raise Refused("TU-9.2")


def put_in_place(player: State, old: str, new: str) -> None:
    for finger in FINGERS:
        player["hand"][finger] = [new if ring == old else ring for ring in player["hand"][finger]]


def action_c(box: Box, s: State, line: Json) -> None:
    player = player_called(s, line["player"])
    more = enhanced(box, player, "C")
    most = 3 if more else 2
    moving.check_path(box, s, line["player"], line["from"], line["path"], most, "TU-9.3", straight=not more)
    pay_for_path(box, s, player, line, "TU-9.3")
    moving.walk(box, s, line["player"], line["from"], line["path"])


def action_d(box: Box, s: State, line: Json) -> None:
    player, cards = player_called(s, line["player"]), line["cards"]
    rings = ring_factions(box, player)
    both_from_one = enhanced(box, player, "D")
    if len(cards) > 2 or any(card not in rings for card in cards):
        raise Refused("TU-9.4")
    if len(cards) == 2 and cards[0] == cards[1] and rings.count(cards[0]) < 2 and not both_from_one:
        raise Refused("TU-9.4")
    if len(cards) == 1:
        for one in set(rings):
            for other in set(rings):
                if one != other and s["stacks"][one] >= 1 and s["stacks"][other] >= 1:
                    raise Refused("TU-9.4")
            if s["stacks"][one] >= 2 and (rings.count(one) >= 2 or both_from_one):
                raise Refused("TU-9.4")
    for card in cards:
        take_card(s, player, card)


def action_e(box: Box, s: State, line: Json) -> None:
    player = player_called(s, line["player"])
    moving.check_path(box, s, line["player"], line["from"], line["path"], 7, "TU-9.5", straight=True)
    pay_for_path(box, s, player, line, "TU-9.5")
    if "card" in line:
        if not enhanced(box, player, "E") or len(line["path"]) < 3 or line["card"] not in line["cards"]:
            raise Refused("TU-10.5")
        take_card(s, player, line["card"])
    moving.walk(box, s, line["player"], line["from"], line["path"])


def action_f(box: Box, s: State, line: Json) -> None:
    player, cards = player_called(s, line["player"]), line["cards"]
    if len(cards) > 2 or (len(cards) == 2) != ("back" in line):
        raise Refused("TU-9.6")
    if len(cards) == 2 and not enhanced(box, player, "F"):
        raise Refused("TU-10.6")
    for card in cards:
        take_card(s, player, card)
    if "back" in line:
        give_card(s, player, line["back"], "TU-10.6")


def action_g(box: Box, s: State, line: Json) -> None:
    player = player_called(s, line["player"])
    moving.check_path(box, s, line["player"], line["from"], line["path"], 1, "TU-9.7", straight=True)
    pay_for_path(box, s, player, line, "TU-9.7")
    moving.walk(box, s, line["player"], line["from"], line["path"])


def action_h(box: Box, s: State, line: Json) -> None:
    player = player_called(s, line["player"])
    if line["card"] not in ring_factions(box, player):
        raise Refused("TU-9.8")
    take_card(s, player, line["card"])


LETTERS = {
    "A": action_a,
    "B": action_b,
    "C": action_c,
    "D": action_d,
    "E": action_e,
    "F": action_f,
    "G": action_g,
    "H": action_h,
}


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
