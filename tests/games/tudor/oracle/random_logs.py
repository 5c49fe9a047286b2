"""Logs drawn by chance: games that get on to their end, with faults of every kind among their lines."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from controller.games.tudor.bots.random_play import one_of, random_draw
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.actions import ACTS, NAMES, OTHERS, SIDES, as_line
from controller.games.tudor.rules.lots import Exchanges, Payments
from controller.games.tudor.rules.options import options
from controller.games.tudor.rules.state import DrawStep
from controller.games.tudor.rules.state import State as Position
from tests.games.tudor.oracle.model import Oracle
from tests.games.tudor.oracle.random_starts import COLORS, FACTIONS, GARBAGE, faulty_start, spoil, start
from tests.games.tudor.oracle.words import FINGERS, Box, Json, State, copied, player_called, rings_of

FIELDS: Final[list[tuple[Json, list[str]]]] = [
    *(({"do": form.do}, [*form.kinds]) for form in OTHERS),
    *(({"do": "act", "action": letter}, [*form.kinds]) for letter, form in ACTS.items()),
    *(({"do": "scenario", "side": side}, [*form.kinds]) for (_, side), form in SIDES.items()),
]
"""What each action may carry."""


class Writer:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.faulty = rng.choice((0.05, 0.2, 0.4))
        self.amends = rng.choice((0.0, 0.01, 0.04))
        self.undoes = rng.choice((0.0, 0.01, 0.03))
        self.house = rng.random() < 0.85
        self.undos_to_come = 0
        self.faulty_starts = rng.choice((0, 0, 1, 4))
        self.ambition = rng.choice((0.3, 0.9, 0.97))
        self.idle = rng.choice((0.02, 0.2))
        self.windfalls = rng.choice((0.0, 0.1, 0.3))
        self.box: Json = {}

    def next(self, oracle: Oracle, position: Position | None) -> Json:
        rng, s = self.rng, oracle.now
        if s is None or position is None:
            self.faulty_starts -= 1
            if self.faulty_starts < 0:
                return start(rng, house=self.house)
            garbage = (*GARBAGE, {"do": rng.choice(NAMES)}, {"do": "undo"}, {"do": "draw", "token": "f001"})
            return faulty_start(rng, house=self.house) if rng.random() < 0.9 else rng.choice(garbage)
        self.box = oracle.box
        if self.undos_to_come:
            self.undos_to_come -= 1
            return {"do": "undo"}
        chance = rng.random()
        if s["due"] and s["due"][0]["step"] != "draw":
            chance /= 2  # such steps are rare
        if chance < self.undoes:
            self.undos_to_come = rng.choice((0, 0, 0, 1, 3, 10))
            return {"do": "undo"}
        if chance < self.undoes + self.amends:
            return self.amendment(s)
        if s["phase"] == "over":
            return self.anything(s) if rng.random() < 0.9 else {"do": "undo"}
        if s["phase"] == "actions" and rng.random() < self.windfalls:
            some = {card: min(2, number) for card, number in s["stacks"].items() if number}
            return {"do": "amend", "cards": {s["up"]: some or {rng.choice(list(s["stacks"])): 0}}}
        line = self.legal(position)
        return self.fault(s, line) if chance < self.undoes + self.amends + self.faulty else line

    def legal(self, position: Position) -> Json:
        rng, table = self.rng, position.table
        if position.due and isinstance(position.due[0], DrawStep):
            return as_line(table, random_draw(position, rng))
        listed = options(position)
        walks = [each for each in listed if isinstance(each, moves.Walk | Payments)]
        tops = [each for each in walks if each.path[-1] in table.board.tops]
        if tops and rng.random() < self.ambition:
            return as_line(table, one_of(tops, rng))
        others = [each for each in listed if not isinstance(each, Exchanges | moves.EndTurn | moves.Decline)]
        if rng.random() < self.idle or not others:
            others = listed
        return as_line(table, one_of(walks if walks and rng.random() < 0.5 else others, rng))

    def amendment(self, s: State) -> Json:
        rng = self.rng
        colors = [player["color"] for player in s["players"]]
        what = rng.choice(("cards", "cards", "prestige", "swap"))
        correction: Json
        if what == "cards":
            correction = {}
            for color in rng.sample(colors, rng.choice((1, 1, 2, len(colors)))):
                held, some = player_called(s, color)["cards"], rng.sample(list(s["stacks"]), rng.choice((1, 2, 3, 7)))
                correction[color] = {card: rng.choice((s["stacks"][card], -held[card], 1, 1, 0, -1)) for card in some}
        elif what == "prestige":
            correction = {color: rng.choice((-8, -1, 0, 1, 5, 40)) for color in rng.sample(colors, rng.choice((1, 2)))}
        else:
            lying = [space for space, on in s["spaces"].items() if on["token"] is not None]
            correction = rng.choices(lying if len(lying) > 1 and rng.random() < 0.9 else list(s["spaces"]), k=2)
        line = {"do": "amend", what: correction}
        chance = rng.random()
        if chance < 0.15:
            spoil(rng, line)
        elif chance < 0.2:
            line[what] = {}
        elif chance < 0.25:
            line[rng.choice(("cards", "prestige", "swap", "player"))] = copied(correction)
        return line

    def fault(self, s: State, line: Json) -> Json:
        rng = self.rng
        chance = rng.random()
        if chance < 0.04:
            return copied(rng.choice(GARBAGE))
        if chance < 0.2 and s["phase"] == "assignment":
            line = {"do": "assign", "player": s["to_act"], "chamber": rng.choice((1, 2, 3))}
        elif chance < 0.5:
            line = self.anything(s)
        else:
            self.put_amiss(s, line)
        if rng.random() < 0.15 and line:
            spoil(rng, line)
        return line

    def put_amiss(self, s: State, line: Json) -> None:
        rng = self.rng
        if "path" in line and rng.random() < 0.6:
            line["from"], line["path"] = self.way(s)
            line |= {"cards": self.cards(s, line["path"])} if "cards" in line else {}
            return
        keys = [key for key in line if key not in {"do", "action", "side"}]
        key = rng.choice(keys)
        value = line[key]
        if rng.random() < 0.1 and "card" in keys:
            del line["card"]
        elif rng.random() < 0.2 and line["do"] == "act" and line["action"] in "BEF":
            line["back" if line["action"] == "F" else "card"] = self.value(s, "card")
        elif type(value) is list and rng.random() < 0.7:
            how = rng.randrange(4)
            if how == 0:
                value.pop(rng.randrange(len(value)))
            elif how == 1:
                value.append(copied(rng.choice([*self.some(s, key), value[0]])))
            elif how == 2:
                value[rng.randrange(len(value))] = copied(rng.choice([*self.some(s, key), value[0]]))
            else:
                value.reverse()
        elif key == "hand" and rng.random() < 0.7:
            some, other = rng.choices(FINGERS, k=2)
            value[other] += value[some]
            if rng.random() < 0.7:
                value[some] = []
        else:
            line[key] = self.value(s, key)

    def anything(self, s: State) -> Json:
        rng = self.rng
        if rng.random() < 0.1:
            return rng.choice((self.amendment(s), start(rng, house=self.house), {"do": "undo", "player": "red"}))
        what, keys = rng.choice(FIELDS)
        if what["do"] == "scenario" and rng.random() < 0.9:
            sides = [each for each in SIDES if each[0] == self.box["scenario"]]
            what, keys = {"do": "scenario", "side": (side := rng.choice(sides))[1]}, [*SIDES[side].kinds]
        line = copied(what)
        for key in keys:
            if key == "player" and rng.random() < 0.8:
                line[key] = s["to_act"]
            elif key not in line and (key not in {"card", "back"} or what["do"] != "act" or rng.random() < 0.6):
                line[key.rstrip("_")] = self.value(s, key.rstrip("_"))
        if "path" in line and rng.random() < 0.9:
            line["from"], line["path"] = self.way(s)
            line |= {"cards": self.cards(s, line["path"])} if "cards" in line else {}
        return line

    def way(self, s: State) -> tuple[str, list[str]]:
        rng = self.rng
        standing = [space for space, on in s["spaces"].items() if on["courtier"] == s["up"]]
        origin = rng.choice([*standing, "supply"])
        space = rng.choice([*s["offices"]]) + "1" if origin == "supply" else origin
        path = [space] if origin == "supply" else []
        straight = rng.random() < 0.5
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4, 8))):
            right, up = (
                (0, 1)
                if straight
                else rng.choice(((0, 1), (0, 1), (0, 1), (0, 1), (0, -1), (1, 0), (-1, 0), (0, 0), (0, 2)))
            )
            beside = chr(ord(space[0]) + right) + str(int(space[1]) + up)
            if beside in s["spaces"]:
                path.append(space := beside)
        return origin, path or [rng.choice(list(s["spaces"]))]

    def cards(self, s: State, path: list[str]) -> list[str]:
        tokens = [s["spaces"][space]["token"] for space in path]
        held = [card for card, count in player_called(s, s["up"] or s["first"])["cards"].items() if count]
        return [self.box["tokens"].get(token) or self.rng.choice(held or [*s["stacks"]]) for token in tokens]

    def value(self, s: State, key: str) -> Json:
        rng = self.rng
        if key == "hand":
            hand: Json = {finger: [] for finger in FINGERS}
            for ring in (
                rings_of(player_called(s, s["to_act"] or s["first"])) + self.some(s, "ring")[: rng.randint(0, 1)]
            ):
                hand[rng.choice(FINGERS)].append(ring)
            return hand
        mine = player_called(s, s["up"] or s["first"])["tokens"]
        if key == "tokens" and len(mine) > 1 and rng.random() < 0.7:
            return rng.sample(mine, 2)
        if key == "cards":
            return [rng.choice(self.some(s, key)) for _ in range(rng.choice((1, 2, 2, 3)))]
        if key in {"tokens", "give", "chairs", "spaces", "swaps", "path"}:
            return [rng.choice(self.some(s, key)) for _ in range(rng.choice((1, 2)) if key in {"swaps", "path"} else 2)]
        return rng.choice(self.some(s, "space" if key == "to" and self.box["scenario"] == 3 else key))

    def some(self, s: State, key: str) -> list[Any]:
        rng, box = self.rng, self.box
        me = player_called(s, s["up"] or s["first"])
        if key == "player":
            return [*box["colors"], *box["colors"], *box["colors"], rng.choice(COLORS)]
        if key in {"ring", "mine", "theirs", "swaps"}:
            worn = [ring for player in s["players"] for ring in rings_of(player)] or list(box["rings"])
            ring = rng.choice([rng.choice(worn), *rng.choices(list(box["rings"]), k=2)])
            mine = rng.choice([*rings_of(me), rng.choice(worn)])
            return [{"take": ring, "give": mine}] if key == "swaps" else [ring, mine if key == "mine" else ring]
        if key in {"space", "from", "path", "spaces"}:
            where = [space for space, on in s["spaces"].items() if on["courtier"] is not None]
            return [
                *where,
                *rng.choices(list(s["spaces"]), k=3),
                rng.choice(["A10", "A1"]),
                *(["supply"] * (key == "from")),
            ]
        if key in {"token", "tokens"}:
            held = [token for player in s["players"] for token in player["tokens"] + player["spent"]]
            return [rng.choice(list(box["tokens"])), *(me["tokens"] or held)[:4], *held[:1]]
        if key in {"card", "cards", "back", "take", "give"}:
            held = [card for card, count in me["cards"].items() if count]
            return [*s["stacks"], *held, *held, *([rng.choice(FACTIONS)] if rng.random() < 0.2 else [])]
        if key in {"chamber", "to"}:
            return [1, 2, 3, 1, 2, 3, rng.choice((0, 4, True, 1.0, "1"))]
        return [*range(1, box["chairs"] + 1), "lord", rng.choice((0, box["chairs"] + 1, True, "Lord"))]


def seen(box: Box, before: Json, line: Json, rule: str | None, after: Json) -> Iterator[str]:
    if rule is not None:
        yield f"refused {rule}"
        return
    yield f"{line['do']} {line.get('action', '')}".strip()
    if line["do"] == "start":
        yield f"{box['n']} players"
        yield f"scoring {min(box['scoring'])} and {max(box['scoring'])}"
        yield f"scenario {box['scenario']} with {box['n']} players"
        return
    if line["do"] == "undo":
        yield "undo of the end" if before["phase"] == "over" else f"undo in {before['phase']}"
        return
    yield from of_the_action(box, before, line, after)
    yield from of_the_state(box, before, after)


def of_the_action(box: Box, before: Json, line: Json, after: Json) -> Iterator[str]:
    do, step = line["do"], before["due"][0]["step"] if before["due"] else None
    if do == "scenario":
        yield f"scenario {box['scenario']} {line['side']}"
    if do == "amend":
        what = next(key for key in line if key != "do")
        yield f"amend {what}" + (f" while {step} is due" if step else "")
    if do == "recall":
        yield f"recall in {before['phase']}"
    if do == "act" and step == "office_action":
        yield "office's action"
        if any(due["step"] == "office_action" for due in after["due"]):
            yield "office after office"
    if do == "act" and before["turn"]["figure"] is None and step is None:
        yield f"{line['action']} without a figure"
    if do == "act" and len(line.get("swaps", [])) == 2:
        yield "two exchanges"
    if do == "act" and line["action"] == "B" and "card" not in line:
        yield "B without a card"
    if do == "act" and line["action"] == "D" and len(line["cards"]) == 1:
        yield "D with one card"
    if do == "act" and line["action"] == "E" and "card" in line:
        yield "E with a card"
    if do == "act" and "back" in line:
        yield "F with two cards"
    if do in {"act", "move", "scenario"} and "from" in line and "path" in line:
        if any(before["spaces"][space]["courtier"] for space in line["path"]):
            yield "passed a courtier"
        if line["from"] == "supply":
            yield f"from the supply by {line.get('action', do)}"
        if before["spaces"][line["path"][-1]]["token"] is None:
            yield "ended on an empty space"
        if (
            any(before["spaces"][one]["round"] for one in line["path"])
            and not before["spaces"][line["path"][-1]]["round"]
        ):
            yield "round token taken earlier"
    if do == "draw" and not any(after["bag"].values()):
        yield "last token drawn"


def of_the_state(box: Box, before: Json, after: Json) -> Iterator[str]:
    new_due = [step["step"] for step in after["due"] if step not in before["due"]]
    if "ring" in new_due:
        step = next(step for step in after["due"] if step["step"] == "ring")
        yield "office taken" if step["from"] == "stand" else "office robbed"
    if "token" in new_due:
        yield "a token to use"
    if any(len(rings_of(player)) >= 6 for player in after["players"]):
        yield "six rings"
    if not any(after["bag"].values()):
        yield "empty bag"
    if 0 in after["stacks"].values():
        yield "empty stack"
    if any(player["supply"] == 0 for player in after["players"]):
        yield "empty supply"
    if all(len(chamber["bench"]) >= box["bench"] for chamber in after["chambers"]):
        yield "all benches full"
    if before["phase"] == "assignment" and after["phase"] == "lords":
        placed = sum(len(chamber["bench"]) for chamber in before["chambers"]) + 1
        free = sum(chamber["chairs"].count(None) for chamber in before["chambers"])
        if placed > free:
            yield "pushed out"
        if any(player["to_place"] > 1 for player in before["players"]):
            yield "placements lost"
    if before["round"] < after["round"] and any(chamber["bench"] for chamber in after["chambers"]):
        yield "bench kept for the next round"
    if after["phase"] == "over":
        yield f"over after {after['round']} rounds"
        yield "several winners" if len(after["winners"]) > 1 else "one winner"
