"""Logs drawn by chance: games that get on to their end, with faults of every kind among their lines."""

from random import Random
from typing import Final

from tests.games.tudor.oracle.acting import open_letters
from tests.games.tudor.oracle.house_editions import COLORS, FACTIONS, GARBAGE, spoil
from tests.games.tudor.oracle.model import ACTIONS, Oracle
from tests.games.tudor.oracle.proposals import Proposer
from tests.games.tudor.oracle.starts import faulty_start, start
from tests.games.tudor.oracle.words import FINGERS, Json, State, copied, player_called, rings_of

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "choose_ring": ("player", "ring"),
    "wear": ("player", "hand"),
    "assign": ("player", "chamber"),
    "pass": ("player",),
    "recall": ("player", "space"),
    "place_lord": ("player", "chamber"),
    "activate": ("player", "chamber", "chair"),
    "move": ("player", "from", "path", "tokens"),
    "exchange": ("player", "give", "take"),
    "ambassador": ("player",),
    "decline": ("player",),
    "draw": ("token",),
    "take_ring": ("player", "ring", "hand"),
    "end_turn": ("player",),
    "act A": ("player", "from", "path"),
    "act B": ("player", "swaps", "card"),
    "act C": ("player", "from", "path", "cards"),
    "act D": ("player", "cards"),
    "act E": ("player", "from", "path", "cards", "card"),
    "act F": ("player", "cards", "back"),
    "act G": ("player", "from", "path", "cards"),
    "act H": ("player", "card"),
    "scenario 1 left": ("player", "chamber", "chair", "to"),
    "scenario 1 right": ("player", "spaces"),
    "scenario 2 left": ("player", "card"),
    "scenario 2 right": ("player", "chamber", "chairs"),
    "scenario 3 left": ("player", "card"),
    "scenario 3 right": ("player", "from", "to"),
    "scenario 4 left": ("player", "mine", "theirs"),
    "scenario 4 right": ("player", "mine", "theirs"),
    "scenario 5 left": ("player", "from", "path"),
    "scenario 5 right": ("player", "space"),
}
"""What each action may carry."""

TIMELY: Final = {
    "rings": ("choose_ring",),
    "hands": ("wear",),
    "assignment": ("assign", "pass", "recall"),
    "lords": ("place_lord",),
    "actions": ("activate", "move", "exchange", "recall", "end_turn", *(word for word in FIELDS if " " in word)),
    "draw": ("draw", "draw", "take_ring", "decline"),
    "ring": ("take_ring", "take_ring", "wear", "draw", "decline"),
    "wear": ("wear", "wear", "take_ring", "decline"),
    "token": ("ambassador", "decline", "exchange", *(word for word in FIELDS if "scenario" in word)),
    "office_action": ("decline", "end_turn", *(word for word in FIELDS if "act " in word)),
}
"""What has its time in a phase, or while a step is due."""

MAY_BE_ABSENT: Final = {"act B": "card", "act E": "card", "act F": "back"}
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
        self.proposer: Proposer | None = None
        self.handed_over: Json = None

    def next(self, oracle: Oracle) -> Json:
        """The next line; after the end undo and faults."""
        rng = self.rng
        if not oracle.standing:
            chance = rng.random()
            if chance < self.faulty:
                return faulty_start(rng, house=self.house)
            return self.anything_before() if chance < 1.2 * self.faulty else start(rng, house=self.house)
        s = oracle.standing[-1]
        if self.proposer is None:
            self.proposer = Proposer(rng, oracle.box)
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
            return self.anything(s) if rng.random() < 0.9 else {"do": "undo"}
        if chance < self.undoes + self.amends + self.faulty:
            return self.fault(s)
        return self.proposer.line(s)

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

    def fault(self, s: State) -> Json:
        """Something that is most likely refused."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.04:
            return copied(rng.choice(GARBAGE))
        if s["phase"] in {"assignment", "actions"} and chance < (0.3 if s["due"] else 0.1) and self.proposer:
            return self.proposer.regardless(s)
        if chance < 0.3 and s["phase"] == "actions":
            return self.misled(s)
        if chance < 0.65:
            assert self.proposer is not None
            line = self.proposer.line(s)
            if line["do"] != "amend":
                for _ in range(rng.choice((1, 1, 1, 2))):
                    self.put_amiss(s, line)
        else:
            line = self.anything(s)
        if rng.random() < 0.15 and type(line) is dict and line:
            spoil(rng, line)
        return line

    def misled(self, s: State) -> Json:
        """A move that may be made now, along a way that may not be one."""
        rng = self.rng
        assert self.proposer is not None
        box, color = self.proposer.box, s["up"]
        letters = set(open_letters(box, s, color)) & set("ACEG")
        if s["due"] and s["due"][0]["step"] == "office_action":
            letters = set("ACE")
        kinds: list[Json] = [{"do": "act", "action": letter} for letter in sorted(letters)]
        if not kinds or rng.random() < 0.2:
            tokens = player_called(s, color)["tokens"]
            kinds.append({"do": "move", "tokens": tokens[:2] if len(tokens) >= 2 else self.any_value(s, "tokens")})
            if box["scenario"] == 5:
                kinds.append({"do": "scenario", "side": "left"})
        standing = [space for space, on in s["spaces"].items() if on["courtier"] == color]
        origin = rng.choice([*standing, "supply"])
        line = {**rng.choice(kinds), "player": color, "from": origin}
        first = rng.choice([space for space in s["spaces"] if space[1] == "1"]) if origin == "supply" else origin
        straight = rng.random() < 0.5
        line["path"] = self.proposer.crooked(s, first, straight=straight)[0 if origin == "supply" else 1 :]
        if line.get("action") in {"C", "E", "G"}:
            cards = self.proposer.payment(s, line["path"])
            line["cards"] = cards or [rng.choice(list(s["stacks"])) for _ in line["path"]]
        return line

    def put_amiss(self, s: State, line: Json) -> None:
        """One field of a line that gets on is changed, or one is added."""
        rng = self.rng
        keys = [key for key in line if key not in {"do", "action", "side"}]
        if line["do"] == "act" and rng.random() < 0.15:
            line["action"] = rng.choice("ABCDEFGHI")
            for key in [key for key in line if key not in {"do", "action", "player"}]:
                del line[key]
            for key in FIELDS.get(f"act {line['action']}", ()):
                line.setdefault(key, self.any_value(s, key))
            return
        if line["do"] == "act" and line["action"] in "DF" and len(line["cards"]) == 2 and rng.random() < 0.3:
            line["cards"].pop()
            return
        if line["do"] == "act" and line["action"] in "BEF" and rng.random() < 0.3:
            key = MAY_BE_ABSENT[f"act {line['action']}"]
            if line.pop(key, None) is None:
                line[key] = rng.choice([*line.get("cards", []), self.any_value(s, key)])
            return
        key = rng.choice(keys or ["player"])
        value = line.get(key)
        if type(value) is list and value and rng.random() < 0.6:
            how = rng.randrange(4)
            if how == 0:
                value.pop(rng.randrange(len(value)))
            elif how == 1:
                value.append(rng.choice([*self.any_list(s, key), copied(value[0])]))
            elif how == 2:
                value[rng.randrange(len(value))] = rng.choice([*self.any_list(s, key), copied(value[0])])
            else:
                value.reverse()
        elif key == "hand" and rng.random() < 0.7:
            self.disturb(line["hand"])
        elif key == "path" or rng.random() < 0.97:
            line[key] = self.any_value(s, key)
        if "path" in line and "cards" in line and key == "path" and type(line["path"]) is list and self.proposer:
            enough = self.proposer.payment(s, [space for space in line["path"] if space in s["spaces"]])
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

    def anything(self, s: State) -> Json:
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
        assert self.proposer is not None
        words = what.split()
        line: Json = {"do": words[0]}
        if words[0] == "scenario":
            line["side"] = words[2]
            if rng.random() < 0.9:
                what = f"scenario {self.proposer.box['scenario']} {words[2]}"
        elif words[0] == "act":
            line["action"] = words[1]
        for key in FIELDS.get(what, ()):
            if MAY_BE_ABSENT.get(what) != key or rng.random() < 0.5:
                line[key] = s["to_act"] if key == "player" and rng.random() < 0.7 else self.any_value(s, key)
        return line

    def any_value(self, s: State, key: str) -> Json:
        """What may stand in a field: mostly something that there is."""
        rng = self.rng
        if key == "hand":
            rings = rings_of(rng.choice(s["players"])) + self.any_list(s, key)
            assert self.proposer is not None
            return self.proposer.layout(rings)
        if key == "path":
            assert self.proposer is not None
            return self.proposer.crooked(s, rng.choice(list(s["spaces"])), straight=rng.random() < 0.5)
        if key == "cards":
            held = [faction for player in s["players"] for faction, number in player["cards"].items() if number]
            return [rng.choice([*held, *s["stacks"]]) for _ in range(rng.choice((1, 2, 2, 3)))]
        if key in {"tokens", "give", "chairs", "spaces"}:
            return [rng.choice(self.any_list(s, key)) for _ in range(2)]
        if key == "swaps":
            return [self.any_list(s, key)[0] for _ in range(rng.choice((1, 1, 2, 2, 3)))]
        if key == "to" and self.proposer is not None and self.proposer.box["scenario"] == 3:
            return rng.choice(self.any_list(s, "space"))
        return rng.choice(self.any_list(s, key))

    def any_list(self, s: State, key: str) -> list[Json]:
        """Some of what may stand in a field, or in its list."""
        rng = self.rng
        assert self.proposer is not None
        box = self.proposer.box
        if key == "player":
            return [*box["colors"], *box["colors"], *box["colors"], rng.choice(COLORS)]
        if key in {"ring", "mine", "theirs", "hand", "swaps"}:
            worn = [ring for player in s["players"] for ring in rings_of(player)] or list(box["rings"])
            ring = rng.choice([rng.choice(worn), rng.choice(list(box["rings"])), rng.choice(list(box["rings"]))])
            if key == "swaps":
                mine = rings_of(player_called(s, s["up"] or s["first"])) or worn
                return [{"take": ring, "give": rng.choice([*mine, rng.choice(worn)])}]
            return [ring if rng.random() < 0.97 else "q99"]
        if key in {"space", "from", "path", "spaces"}:
            where = [space for space, on in s["spaces"].items() if on["courtier"] is not None]
            spaces = [*where, *rng.choices(list(s["spaces"]), k=3)]
            return [*spaces, *(["supply"] if key == "from" else []), *(["A10"] if rng.random() < 0.1 else [])]
        if key in {"token", "tokens"}:
            held = [token for player in s["players"] for token in player["tokens"] + player["spent"]]
            lying = [space["token"] for space in s["spaces"].values() if space["token"] is not None]
            return [rng.choice(list(box["tokens"])), *rng.sample(held, min(3, len(held))), *lying[:1]]
        if key in {"card", "cards", "back", "take", "give"}:
            return [*s["stacks"], rng.choice(FACTIONS)] if rng.random() < 0.2 else list(s["stacks"])
        if key in {"chamber", "to"}:
            return [1, 2, 3, 1, 2, 3, rng.choice((0, 4, True, 1.0, "1"))]
        return [*range(1, box["chairs"] + 1), "lord", rng.choice((0, box["chairs"] + 1, True, "Lord"))]
