"""The rules a second time, as plainly as they read: dicts and lists, no shared code, slow and without thought of it.

Only good for comparing with the engine. Editions and the start's fields are taken to be of good shape.
"""

import copy
from itertools import combinations
from typing import Any

COMMODITIES = ["bread", "marble", "tools"]
KINDS = {"pasture": 1, "forest": 1, "mountain": 1, "village": 2, "palace": 3}
FRAMES = {2: ["plain"], 3: ["plain", "grey"], 4: ["plain", "grey", "black"]}

SHAPES: dict[str, dict[str, type]] = {
    "place_first": {"player": str, "field": str},
    "spin": {"demand": int, "commodity": str},
    "forget_spin": {},
    "set_aside": {"tile": str},
    "collect": {},
    "rob": {"player": str, "tile": str},
    "stop": {},
    "count": {},
    "build": {"player": str, "tiles": list, "field": str, "kind": str, "adjacent": bool},
    "pass": {"player": str, "stuck": bool},
    "reveal": {"player": str, "tiles": list},
    "amend": {"supporters": dict, "move": dict, "demand": dict},
    "undo": {},
}


class No(Exception):
    """Refused; the argument is the rule."""


def need(holds: object, rule: str) -> None:
    if not holds:
        raise No(rule)


def a(value: object, kind: type) -> bool:
    """Whether the value has this type; true is no number (LOG)."""
    return type(value) is kind


class SecondOpinion:
    """A game; ``do`` gives the state after an action, or raises ``No`` and leaves everything as it was."""

    def __init__(self, standard: dict[str, Any]) -> None:
        self.standard = standard
        self.seq = 0
        self.past: list[dict[str, Any]] = []
        self.game: dict[str, Any] = {}

    def do(self, action: Any) -> dict[str, Any]:
        need(isinstance(action, dict) and a(action.get("do"), str), "LOG")
        name = action["do"]
        if name == "start":
            need(not self.game, "LOG")
            after = self.started(action)
        else:
            need(name in SHAPES, "LOG")
            self.shape(name, {key: value for key, value in action.items() if key != "do"})
            need(self.game, "LOG")
            if name == "undo":
                need(len(self.past) > 0, "LOG")
                after = self.past.pop()
                self.game = after
                self.seq += 1
                return self.state()
            need(self.game["phase"] != "over", "LOG")
            before = self.game
            self.game = copy.deepcopy(before)
            try:
                getattr(self, name)(**{key: value for key, value in action.items() if key != "do"})
            except No:
                self.game = before
                raise
            self.past.append(before)
            self.seq += 1
            return self.state()
        self.game = after
        self.seq += 1
        return self.state()

    def shape(self, name: str, given: dict[str, Any]) -> None:
        kinds = SHAPES[name]
        need(all(key in kinds and a(value, kinds[key]) for key, value in given.items()), "LOG")
        keys = set(given)
        if name == "place_first":
            need("player" in keys, "LOG")
        elif name == "spin":
            need("demand" in keys, "LOG")
        elif name == "build":
            need(keys in ({"player", "tiles", "field"}, {"player", "tiles", "kind", "adjacent"}), "LOG")
            need(all(a(tile, str) for tile in given["tiles"]), "LOG")
        elif name == "pass":
            need("player" in keys, "LOG")
        elif name == "reveal":
            need(keys == {"player", "tiles"}, "LOG")
            for tile in given["tiles"]:
                need(isinstance(tile, dict) and set(tile) == {"slot", "tile", "turns"}, "LOG")
                need(a(tile["slot"], int) and a(tile["tile"], str) and a(tile["turns"], int), "LOG")
        elif name == "amend":
            need(len(keys) == 1, "LOG")
            (value,) = given.values()
            need(value, "LOG")
            if "move" in keys:
                need(set(value) == {"tile", "to"} and all(a(each, str) for each in value.values()), "LOG")
            else:
                need(all(a(each, int) for each in value.values()), "LOG")
        else:
            need(keys == set(kinds), "LOG")
        if self.game:  # fields that belong to the other variant or to the other way with the map
            if name == "spin":
                need(("commodity" in keys) == (self.game["variant"] == "gambler"), "LOG")
            if name in {"place_first", "build"}:
                need(("field" in keys) == (self.game["map"] == "tracked"), "LOG")
            if name == "pass":
                need("stuck" not in keys or self.game["map"] == "honour", "LOG")

    # TR-0

    def started(self, action: dict[str, Any]) -> dict[str, Any]:
        edition = self.standard if action["edition"] == "standard" else action["edition"]
        seats = action["players"]
        n = len(seats)
        need(2 <= n <= 4, "TR-0.1")
        colors = [seat["color"] for seat in seats]
        need(all(color in {"blue", "yellow", "purple", "grey"} for color in colors) and len(set(colors)) == n, "TR-0.1")
        need(sorted(seat["rank"] for seat in seats) == list(range(1, n + 1)), "TR-0.1")
        regions = sorted(action["regions"], key=lambda region: region["slot"])
        if action["map"] == "honour":
            need(regions == [], "TR-0.3")
        else:
            need([region["slot"] for region in regions] == list(range(2 * n)), "TR-0.3")
            up = [region["tile"] for region in regions if region["tile"] is not None]
            need(set(up) <= {region["id"] for region in edition["regions"]}, "TR-0.3")
            need(len(up) == len(set(up)) == n, "TR-0.3")
            need(all(region["turns"] in (range(4) if region["tile"] else [0]) for region in regions), "TR-0.7")
        start = edition["supporters"]["start"][str(n)]
        game = {
            "edition": edition,
            "variant": action["variant"],
            "map": action["map"],
            "round": 1,
            "phase": "first_statues",
            "turn": n,
            "stopped": False,
            "late": [],
            "demand": dict.fromkeys(COMMODITIES),
            "last": dict.fromkeys(COMMODITIES, 3),
            "supply": edition["supporters"]["total"] - n * start,
            "players": [
                {"color": seat["color"], "rank": seat["rank"], "mercy": False, "supporters": start, "placed": 0,
                 "castle": []}
                for seat in seats
            ],
            "tiles": {tile["id"]: tile for tile in edition["tiles"] if tile["frame"] in FRAMES[n]},
            "set_aside": [],
            "fields": {},
            "regions": regions,
            "down": n,
            "chronicle": [],
            "tumults": [],
            "winner": None,
            "ending": None,
            "due": 0,
        }  # fmt: skip
        if action["map"] == "tracked":
            pastures = [kind for kind in self.country(game).values() if kind == "pasture"]
            need(len(pastures) >= n, "TR-0.6")
        return game

    def country(self, game: dict[str, Any]) -> dict[str, str]:
        """The kind of each field that lies face up."""
        fields = {}
        columns = len(game["players"])
        kinds = {region["id"]: region["fields"] for region in game["edition"]["regions"]}
        for region in game["regions"]:
            if region["tile"] is None:
                continue
            square = [kinds[region["tile"]][row * 3 : row * 3 + 3] for row in range(3)]
            for _ in range(region["turns"]):
                square = [[square[2 - column][row] for column in range(3)] for row in range(3)]
            for row in range(3):
                for column in range(3):
                    letter = "ABCDEFGHIJKL"[region["slot"] % columns * 3 + column]
                    fields[f"{letter}{region['slot'] // columns * 3 + row + 1}"] = square[row][column]
        return fields

    # What the actions share.

    def ranked(self) -> list[dict[str, Any]]:
        return sorted(self.game["players"], key=lambda player: player["rank"])

    def named(self, color: str) -> dict[str, Any] | None:
        found: dict[str, dict[str, Any]] = {player["color"]: player for player in self.game["players"]}
        return found.get(color)

    def people(self) -> list[str]:
        taken = [*self.game["set_aside"], *(tile for player in self.game["players"] for tile in player["castle"])]
        return [tile for tile in self.game["tiles"] if tile not in taken]

    def to_act(self) -> dict[str, Any] | None:
        if self.game["phase"] in {"first_statues", "statues"}:
            turn: int = self.game["turn"]
            return self.ranked()[turn - 1]
        return self.ranked()[0] if self.game["phase"] == "coronation" else None

    def my_turn(self, color: str, rule: str) -> dict[str, Any]:
        player = self.to_act()
        assert player is not None
        need(player["color"] == color, rule)
        return player

    def symbols(self, tiles: list[str], commodity: str) -> int:
        return sum(self.game["tiles"][each]["value"] for each in tiles if self.of(each) == commodity)

    def of(self, tile: str) -> str:
        return str(self.game["tiles"][tile]["commodity"])

    def pay(self, player: dict[str, Any], k: int) -> None:
        """TR-9.1."""
        if player["supporters"] < k:
            for each in self.ranked():
                got = min(5, self.game["supply"])
                each["supporters"] += got
                self.game["supply"] -= got
        paid = min(k, player["supporters"])
        player["supporters"] -= paid
        self.game["supply"] += paid

    def gain(self, player: dict[str, Any], k: int) -> None:
        """TR-9.2."""
        if self.game["supply"] < k:
            for each in self.ranked():
                back = min(5, each["supporters"])
                each["supporters"] -= back
                self.game["supply"] += back
        gained = min(k, self.game["supply"])
        player["supporters"] += gained
        self.game["supply"] -= gained

    def won_by_25(self, player: dict[str, Any]) -> bool:
        """TR-8.1."""
        if player["placed"] < 25:
            return False
        self.over(player, "25th statue")
        return True

    def over(self, player: dict[str, Any], ending: str) -> None:
        self.game.update(phase="over", winner=player["color"], ending=ending)

    # TR-0.6 to TR-2

    def place_first(self, player: str, field: str | None = None) -> None:
        need(self.game["phase"] == "first_statues", "TR-0.6")
        one = self.my_turn(player, "TR-0.6")
        if field is not None:
            need(self.country(self.game).get(field) == "pasture" and field not in self.game["fields"], "TR-0.6")
            self.game["fields"][field] = {"owner": player, "statues": 1}
        one["placed"] = 1
        self.game["turn"] -= 1
        if self.game["turn"] == 0:
            self.begin_round()

    def begin_round(self) -> None:
        self.game["phase"] = "sentiment" if self.game["variant"] == "classic" else "set_aside"

    def spin(self, demand: int, commodity: str | None = None) -> None:
        need(self.game["phase"] == "sentiment", "TR-1.1")
        if commodity is None:
            need(demand in [sector["demand"] for sector in self.game["edition"]["spinner"]], "TR-1.1")
            self.game.update(demand=dict.fromkeys(COMMODITIES, demand), phase="set_aside")
            return
        need(commodity in COMMODITIES, "TR-1.1")
        need(commodity == next(each for each in COMMODITIES if self.game["demand"][each] is None), "TR-10.1")
        need(demand in [sector["demand"] for sector in self.game["edition"]["spinner"]], "TR-1.1")
        self.game["demand"][commodity] = demand
        if commodity == "tools":
            self.tumults()

    def forget_spin(self) -> None:
        need(self.game["phase"] == "sentiment", "TR-1.3")
        for commodity in COMMODITIES:
            if self.game["demand"][commodity] is None:
                self.game["demand"][commodity] = self.game["last"][commodity]
        if self.game["variant"] == "classic":
            self.game["phase"] = "set_aside"
        else:
            self.tumults()

    def set_aside(self, tile: str) -> None:
        phase = self.game["phase"]
        need(phase == "set_aside" or (phase == "sentiment" and self.game["variant"] == "classic"), "TR-2.1")
        need(tile in self.people() and len(self.game["set_aside"]) < 3 * len(self.game["players"]), "TR-2.1")
        self.game["set_aside"].append(tile)

    def collect(self) -> None:
        need(self.game["phase"] == "set_aside", "TR-2.2")
        need(len(self.game["set_aside"]) == 3 * len(self.game["players"]), "TR-2.2")
        self.game.update(phase="taxes", stopped=False, late=[])

    def rob(self, player: str, tile: str) -> None:
        need(self.game["phase"] == "taxes", "TR-2.3")
        one = self.named(player)
        need(one and tile in self.game["tiles"], "TR-2.3")
        assert one is not None
        need(tile not in self.game["set_aside"], "TR-2.1")
        need(tile in self.people(), "TR-2.4")
        if self.game["stopped"]:
            need(player not in self.game["late"], "TR-2.5")
            self.game["late"].append(player)
        one["castle"].append(tile)

    def stop(self) -> None:
        need(self.game["phase"] == "taxes" and not self.game["stopped"], "TR-2.5")
        self.game["stopped"] = True

    def count(self) -> None:
        need(self.game["phase"] == "taxes" and self.game["stopped"], "TR-2.6")
        self.game["stopped"] = False
        if self.game["variant"] == "gambler":
            self.game["phase"] = "sentiment"
        else:
            self.tumults()

    # TR-3

    def tumults(self) -> None:
        left = {commodity: self.symbols(self.people(), commodity) for commodity in COMMODITIES}
        for commodity in COMMODITIES:
            if left[commodity] >= self.game["demand"][commodity]:
                continue
            greed = {}
            for player in self.ranked():
                greed[player["color"]] = self.symbols(player["castle"], commodity)
                if player["mercy"]:
                    greed[player["color"]] = max(0, greed[player["color"]] - 1)
            most = max(greed.values())
            blamed = next(player for player in self.ranked() if greed[player["color"]] == most)
            self.pay(blamed, 3)
            robbed = [tile for tile in blamed["castle"] if self.of(tile) == commodity]
            robbed.sort(key=lambda tile: (self.game["tiles"][tile]["value"], tile))
            for tile in robbed[1:]:
                blamed["castle"].remove(tile)
            self.game["tumults"].append(
                {
                    "commodity": commodity,
                    "left": left[commodity],
                    "demand": self.game["demand"][commodity],
                    "greediest": blamed["color"],
                    "greed": most,
                    "kept": robbed[0] if robbed else None,
                    "returned": sorted(robbed[1:]),
                }
            )
        self.game.update(phase="statues", turn=0, built=False, able=[])
        self.next_turn()

    # TR-4

    def cost(self, kind: str, *, adjacent: bool) -> dict[str, int]:
        printed = self.game["edition"]["costs"][kind]
        return {commodity: printed[commodity] * (1 if adjacent else 2) for commodity in COMMODITIES}

    def sites(self, player: dict[str, Any]) -> list[tuple[str, bool]]:
        """Kind and whether it touches, of every site there is for him."""
        if self.game["map"] == "honour":
            return [(kind, True) for kind in KINDS] + [("pasture", False), ("forest", False)]
        found = []
        for field, kind in self.country(self.game).items():
            if field not in self.game["fields"]:
                touches = self.touches(player["color"], field)
                if touches or kind in {"pasture", "forest"}:
                    found.append((kind, touches))
        return found

    def touches(self, color: str, field: str) -> bool:
        column, row = ord(field[0]), int(field[1:])
        return any(
            spot["owner"] == color and abs(ord(name[0]) - column) + abs(int(name[1:]) - row) == 1
            for name, spot in self.game["fields"].items()
        )

    def can_build(self, player: dict[str, Any]) -> bool:
        have = {commodity: self.symbols(player["castle"], commodity) for commodity in COMMODITIES}
        return any(
            all(have[commodity] >= due for commodity, due in self.cost(kind, adjacent=adjacent).items())
            for kind, adjacent in self.sites(player)
        )

    def next_turn(self) -> None:
        """TR-4.1, TR-4.8, TR-4.9."""
        while True:
            self.game["turn"] += 1
            if self.game["turn"] > len(self.game["players"]):
                if not self.game["built"]:
                    self.end_of_statues()
                    return
                self.game.update(turn=1, built=False)
            player = self.ranked()[self.game["turn"] - 1]
            if self.can_build(player):
                return
            if self.game["turn"] == len(self.game["players"]) and not self.game["built"]:
                self.end_of_statues()
                return

    def build(
        self,
        player: str,
        tiles: list[str],
        field: str | None = None,
        kind: str | None = None,
        adjacent: bool | None = None,
    ) -> None:
        need(self.game["phase"] == "statues", "TR-4.1")
        one = self.my_turn(player, "TR-4.1")
        n = len(self.game["players"])
        if field is not None:
            names = [f"{letter}{row}" for letter in "ABCDEFGHIJKL"[: 3 * n] for row in range(1, 7)]
            need(field in names, "TR-4.1")
        else:
            need(kind in KINDS, "TR-4.1")
        need(all(tile in self.game["tiles"] for tile in tiles), "TR-4.1")
        if field is not None:
            kind = self.country(self.game).get(field)
            need(kind is not None and field not in self.game["fields"], "TR-4.2")
            adjacent = self.touches(player, field)
        assert kind is not None
        need(adjacent or kind in {"pasture", "forest"}, "TR-4.2")
        need(len(set(tiles)) == len(tiles) and all(tile in one["castle"] for tile in tiles), "TR-4.5")
        cost = self.cost(kind, adjacent=bool(adjacent))
        need(all(cost[self.of(tile)] > 0 for tile in tiles), "TR-4.5")
        need(self.pays(tiles, cost), "TR-4.5")
        for fewer in combinations(tiles, max(0, len(tiles) - 1)):
            need(not tiles or not self.pays(list(fewer), cost), "TR-4.6")
        for tile in tiles:
            one["castle"].remove(tile)
        gains = sum(self.symbols(tiles, commodity) for commodity in COMMODITIES) - sum(cost.values())
        self.gain(one, gains)
        statues = min(KINDS[kind], 25 - one["placed"])
        one["placed"] += statues
        if field is not None:
            self.game["fields"][field] = {"owner": player, "statues": statues}
        self.game["able"].append(player)
        self.game["built"] = True
        if not self.won_by_25(one):
            self.next_turn()

    def pays(self, tiles: list[str], cost: dict[str, int]) -> bool:
        return all(self.symbols(tiles, commodity) >= cost[commodity] for commodity in COMMODITIES)

    def __getattr__(self, name: str) -> Any:
        if name == "pass":
            return self.pass_
        raise AttributeError(name)

    def pass_(self, player: str, stuck: bool = False) -> None:
        need(self.game["phase"] == "statues", "TR-4.1")
        self.my_turn(player, "TR-4.1")
        if not stuck:
            self.game["able"].append(player)
        self.next_turn()

    def end_of_statues(self) -> None:
        for player in self.game["players"]:
            player["castle"] = []
        blamed = [tumult["greediest"] for tumult in self.game["tumults"]]
        for player in self.ranked():
            if player["color"] not in self.game["able"] and player["color"] not in blamed:
                self.gain(player, 2)
        self.crown()

    # TR-5 to TR-8

    def crown(self) -> None:
        order = sorted(self.ranked(), key=lambda player: -player["supporters"])
        for rank, player in enumerate(order, start=1):
            player["rank"] = rank
        king = order[0]
        self.pay(king, 5)
        king["placed"] += min(1 if self.game["round"] <= 5 else 2, 25 - king["placed"])
        self.game["chronicle"].append(king["color"])
        if self.won_by_25(king):
            return
        due = 0
        if self.game["round"] == 3:
            due = min(2 if len(order) == 4 else 1, self.game["down"])
        elif self.game["round"] == 5:
            due = self.game["down"]
        if due:
            self.game.update(phase="coronation", due=due)
        else:
            self.after_crowning()

    def reveal(self, player: str, tiles: list[dict[str, Any]]) -> None:
        need(self.game["phase"] == "coronation", "TR-6.3")
        self.my_turn(player, "TR-6.3")
        if self.game["map"] == "honour":
            need(tiles == [], "TR-6.3")
        else:
            need(len(tiles) == self.game["due"], "TR-6.3")
            known = [region["id"] for region in self.game["edition"]["regions"]]
            for tile in tiles:
                need(0 <= tile["slot"] < len(self.game["regions"]) and tile["turns"] in range(4), "TR-6.3")
                lying = [region["tile"] for region in self.game["regions"]]
                need(tile["tile"] in known and tile["tile"] not in lying, "TR-6.3")
                need(lying[tile["slot"]] is None, "TR-6.3")
                self.game["regions"][tile["slot"]] = dict(tile)
        self.game["down"] -= self.game["due"]
        self.after_crowning()

    def after_crowning(self) -> None:
        placed = [player["placed"] for player in self.game["players"]]
        number = self.game["round"]
        if number >= 6:
            gap = self.game["edition"]["chronicle"][number - 6]
            if number == 10 or max(placed) - min(placed) > gap:
                winner = next(player for player in self.ranked() if player["placed"] == max(placed))
                self.over(winner, "tenth round" if number == 10 else "gap")
                return
        for player in self.game["players"]:
            player["mercy"] = player["placed"] == min(placed) < max(placed)
        self.game.update(round=number + 1, last=self.game["demand"], demand=dict.fromkeys(COMMODITIES), set_aside=[])
        self.game.update(tumults=[])
        self.begin_round()

    # Corrections

    def amend(self, **what: Any) -> None:
        ((name, value),) = what.items()
        if name == "supporters":
            for color, change in value.items():
                player = self.named(color)
                need(player, "LOG")
                assert player is not None
                player["supporters"] += change
                self.game["supply"] -= change
            counts = [self.game["supply"], *(player["supporters"] for player in self.game["players"])]
            need(min(counts) >= 0, "LOG")
            return
        need(self.game["phase"] in {"set_aside", "taxes"}, "LOG")
        if name == "move":
            tile, to = value["tile"], value["to"]
            need(tile in self.game["tiles"] and (to in {"people", "set_aside"} or self.named(to)), "LOG")
            for pile in (self.game["set_aside"], *(player["castle"] for player in self.game["players"])):
                if tile in pile:
                    pile.remove(tile)
            if to == "set_aside":
                self.game["set_aside"].append(tile)
            elif to != "people":
                one = self.named(to)
                assert one is not None
                one["castle"].append(tile)
        else:
            for commodity, number in value.items():
                need(commodity in COMMODITIES and 1 <= number <= 9, "LOG")
                need(self.game["demand"][commodity] is not None, "LOG")
                self.game["demand"][commodity] = number

    # The state

    def state(self) -> dict[str, Any]:
        game = self.game
        to_act = self.to_act()
        running = "stopped" if game["stopped"] else "running"
        return {
            "seq": self.seq,
            "round": game["round"],
            "phase": game["phase"],
            "to_act": to_act["color"] if to_act else None,
            "hourglass": running if game["phase"] == "taxes" else "idle",
            "demand": dict(game["demand"]),
            "supply": game["supply"],
            "players": [{**player, "castle": sorted(player["castle"])} for player in game["players"]],
            "people": sorted(self.people()),
            "set_aside": sorted(game["set_aside"]),
            "fields": dict(game["fields"]),
            "regions": [dict(region) for region in game["regions"]],
            "chronicle": list(game["chronicle"]),
            "tumults": copy.deepcopy(game["tumults"]),
            "winner": game["winner"],
            "ending": game["ending"],
        }
