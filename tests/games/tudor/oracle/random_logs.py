"""Logs drawn by chance: games that get on to their end, with faults of every kind among their lines."""

from random import Random
from typing import Final

from tests.games.tudor.oracle.acting import open_letters
from tests.games.tudor.oracle.drawing.house_editions import COLORS, GARBAGE, spoil
from tests.games.tudor.oracle.drawing.starts import faulty_start, start
from tests.games.tudor.oracle.drawing.values import FIELDS, MAY_BE_ABSENT, TIMELY, Values
from tests.games.tudor.oracle.drawing.ways import Temper
from tests.games.tudor.oracle.model import ACTIONS, Oracle
from tests.games.tudor.oracle.words import FINGERS, Json, State, copied, player_called

DOES: Final = (*ACTIONS, "start", "undo", "dance", "")


class Writer:
    """Draws the lines of one game.

    Args:
        rng: where all chance comes from.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.faulty = rng.choice((0.05, 0.2, 0.4))
        self.amends = rng.choice((0.0, 0.01, 0.04))
        self.undoes = rng.choice((0.0, 0.01, 0.03))
        self.house = rng.random() < 0.85
        self.undos_to_come = 0
        self.faulty_starts = rng.choice((0, 0, 1, 4))
        """How many come before the game's own."""
        self.temper = Temper(rng)

    def next(self, oracle: Oracle) -> Json:
        """The next line; after the end undo and faults."""
        rng = self.rng
        if oracle.now is None:
            self.faulty_starts -= 1
            if self.faulty_starts >= 0:
                return faulty_start(rng, house=self.house) if rng.random() < 0.9 else self.anything_before()
            return start(rng, house=self.house)
        s = oracle.now
        values = Values(rng, oracle.box, self.temper, s["up"] or s["first"])
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
            return self.amend(s)
        if s["phase"] == "over":
            return self.anything(values, s) if rng.random() < 0.9 else {"do": "undo"}
        if chance < self.undoes + self.amends + self.faulty:
            return self.fault(values, s)
        return values.line(s)

    def anything_before(self) -> Json:
        rng = self.rng
        return rng.choice((*GARBAGE, {"do": rng.choice(DOES)}, {"do": "undo"}, {"do": "draw", "token": "f001"}))

    # Corrections

    def amend(self, s: State) -> Json:
        """A correction, legal or not."""
        rng = self.rng
        colors = [player["color"] for player in s["players"]]
        what = rng.choice(("cards", "cards", "prestige", "swap"))
        correction: Json
        if what == "cards":
            correction = {}
            for color in rng.sample(colors, rng.choice((1, 1, 2, len(colors)))):
                some = rng.sample(list(s["stacks"]), rng.choice((1, 2, 3, 7)))
                held = player_called(s, color)["cards"]
                correction[color] = {
                    faction: rng.choice((s["stacks"][faction], -held[faction], 1, 1, 0, -1)) for faction in some
                }
        elif what == "prestige":
            correction = {color: rng.choice((-8, -1, 0, 1, 5, 40)) for color in rng.sample(colors, rng.choice((1, 2)))}
        else:
            lying = [space for space, on in s["spaces"].items() if on["token"] is not None]
            spaces = lying if len(lying) >= 2 and rng.random() < 0.9 else list(s["spaces"])
            correction = rng.choices(spaces, k=2)
        line = {"do": "amend", what: correction}
        chance = rng.random()
        if chance < 0.15:
            spoil(rng, line)
        elif chance < 0.2:
            line[what] = {}
        elif chance < 0.25:
            line[rng.choice(("cards", "prestige", "swap", "player"))] = copied(correction)
        return line

    # Faults

    def fault(self, values: Values, s: State) -> Json:
        """Something that is most likely refused."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.04:
            return copied(rng.choice(GARBAGE))
        if s["phase"] in {"assignment", "actions"} and chance < (0.3 if s["due"] else 0.1):
            return values.regardless(s)
        if chance < 0.3 and s["phase"] == "actions":
            return self.misled(values, s)
        if chance < 0.65:
            line = values.line(s)
            if line["do"] != "amend":
                for _ in range(rng.choice((1, 1, 1, 2))):
                    self.put_amiss(values, s, line)
        else:
            line = self.anything(values, s)
        if rng.random() < 0.15 and type(line) is dict and line:
            spoil(rng, line)
        return line

    def misled(self, values: Values, s: State) -> Json:
        """A move that may be made now, along a way that may not be one."""
        rng = self.rng
        box, color = values.box, s["up"]
        letters = set(open_letters(box, s, color)) & set("ACEG")
        if s["due"] and s["due"][0]["step"] == "office_action":
            letters = set("ACE")
        kinds: list[Json] = [{"do": "act", "action": letter} for letter in sorted(letters)]
        if not kinds or rng.random() < 0.2:
            tokens = player_called(s, color)["tokens"]
            kinds.append({"do": "move", "tokens": tokens[:2] if len(tokens) >= 2 else values.any_value(s, "tokens")})
            if box["scenario"] == 5:
                kinds.append({"do": "scenario", "side": "left"})
        standing = [space for space, on in s["spaces"].items() if on["courtier"] == color]
        origin = rng.choice([*standing, "supply"])
        if box["scenario"] == 3 and standing and rng.random() < 0.3:
            origin = rng.choice(standing)
            ends = [
                space for space in s["spaces"] if space != origin and (space[0] == origin[0] or space[1] == origin[1])
            ]
            return {"do": "scenario", "side": "right", "player": color, "from": origin, "to": rng.choice(ends)}
        line = {**rng.choice(kinds), "player": color, "from": origin}
        first = origin
        if origin == "supply":
            mine = [column for column, holder in s["offices"].items() if holder == color]
            first = rng.choice([*mine, *mine, *s["offices"]]) + "1"
        path = values.crooked(s, first, straight=rng.random() < 0.7)
        line["path"] = path if origin == "supply" else path[1:]
        if line.get("action") in {"C", "E", "G"}:
            cards = values.payment(s, line["path"])
            line["cards"] = cards or [rng.choice(list(s["stacks"])) for _ in line["path"]]
        return line

    def put_amiss(self, values: Values, s: State, line: Json) -> None:
        """One field of a line that gets on is changed, or one is added."""
        rng = self.rng
        keys = [key for key in line if key not in {"do", "action", "side"}]
        if line["do"] == "act" and rng.random() < 0.15:
            line["action"] = rng.choice("ABCDEFGHI")
            for key in [key for key in line if key not in {"do", "action", "player"}]:
                del line[key]
            for key in FIELDS.get(f"act {line['action']}", ()):
                line.setdefault(key, values.any_value(s, key))
            return
        if line["do"] == "act" and line["action"] in "DF" and len(line["cards"]) == 2 and rng.random() < 0.3:
            line["cards"].pop()
            return
        if line["do"] == "act" and line["action"] in "BEF" and rng.random() < 0.3:
            key = MAY_BE_ABSENT[f"act {line['action']}"]
            if line.pop(key, None) is None:
                line[key] = rng.choice([*line.get("cards", []), values.any_value(s, key)])
            return
        key = rng.choice(keys or ["player"])
        value = line.get(key)
        if type(value) is list and value and rng.random() < 0.6:
            how = rng.randrange(4)
            if how == 0:
                value.pop(rng.randrange(len(value)))
            elif how == 1:
                value.append(rng.choice([*values.any_list(s, key), copied(value[0])]))
            elif how == 2:
                value[rng.randrange(len(value))] = rng.choice([*values.any_list(s, key), copied(value[0])])
            else:
                value.reverse()
        elif key == "hand" and rng.random() < 0.7:
            self.disturb(line["hand"])
        elif key == "path" or rng.random() < 0.97:
            line[key] = values.any_value(s, key)
        if "path" in line and "cards" in line and key == "path" and type(line["path"]) is list:
            enough = values.payment(s, [space for space in line["path"] if space in s["spaces"]])
            line["cards"] = enough or [rng.choice(list(s["stacks"])) for _ in line["path"]] or line["cards"]

    def disturb(self, hand: Json) -> None:
        """A ring goes to another finger, or two, or none."""
        rings = [ring for finger in FINGERS for ring in hand[finger]]
        ring = self.rng.choice(rings)
        if self.rng.random() < 0.7:
            for finger in FINGERS:
                if ring in hand[finger]:
                    hand[finger].remove(ring)
        if self.rng.random() < 0.8:
            hand[self.rng.choice(FINGERS)].append(ring)

    def anything(self, values: Values, s: State) -> Json:
        """Any action at all, with what may stand in it, at whatever time."""
        rng = self.rng
        when = s["due"][0]["step"] if s["due"] else s["phase"]
        if rng.random() < 0.6 and when in TIMELY:
            what = rng.choice(TIMELY[when])
        else:
            what = rng.choice((*FIELDS, "amend", "start", "undo", "dance"))
        if what == "amend":
            return self.amend(s)
        if what == "start":
            return start(rng, house=self.house)
        if what == "undo":
            return {"do": "undo", "player": rng.choice(COLORS)}
        words = what.split()
        line: Json = {"do": words[0]}
        if words[0] == "scenario":
            line["side"] = words[2]
            if rng.random() < 0.9:
                what = f"scenario {values.box['scenario']} {words[2]}"
        elif words[0] == "act":
            line["action"] = words[1]
        for key in FIELDS.get(what, ()):
            if MAY_BE_ABSENT.get(what) != key or rng.random() < 0.5:
                line[key] = s["to_act"] if key == "player" and rng.random() < 0.7 else values.any_value(s, key)
        return line
