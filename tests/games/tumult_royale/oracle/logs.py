"""Actions drawn by chance for a game under way: mostly legal ones that get on, mixed with every kind of fault."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any, Final

from tests.games.tumult_royale.oracle import model
from tests.games.tumult_royale.oracle.model import COLORS, COMMODITIES, FRAMES, STATUES, Json, Model

GARBAGE: Final[tuple[Json, ...]] = (
    None, True, False, 0, 1, -1, 1.0, 2.5, 10**30, "", "blue", "t01", "A1", "x", [], {}, [[]], ["t01"], {"do": "stop"},
)  # fmt: skip
"""Values that stand where another type is wanted, or another word."""

DOES: Final = (*model.ACTIONS, "start", "undo", "dance", "")


class Writer:
    """Draws the actions of one game, which it describes to itself by chance first.

    Args:
        rng: where all chance comes from.
        standard: the shipped edition as an object.
    """

    def __init__(self, rng: Random, standard: Json) -> None:
        self.rng = rng
        self.standard = standard
        self.faulty = rng.choice((0.02, 0.1, 0.3))
        self.amends = rng.choice((0.0, 0.01, 0.05))
        self.undoes = rng.choice((0.0, 0.01, 0.04))
        self.robs = rng.choice((0, 0.5, 0.7, 0.85, 0.95))
        self.passes = rng.choice((0.02, 0.1, 0.4))
        self.forgets = rng.choice((0.05, 0.3))
        self.house = rng.random() < 0.75
        self.waits_at_24 = rng.random() < 0.5
        self.undos_to_come = 0

    # How the game begins

    def start(self) -> Json:
        """A start that is in order, but for the chance of too few pastures."""
        n = self.rng.choice((2, 3, 4))
        edition = self.house_edition() if self.house else copy.deepcopy(self.standard)
        ranks = self.rng.sample(range(1, n + 1), n)
        mode = self.rng.choice(("tracked", "tracked", "honour"))
        return {
            "do": "start",
            "edition": edition if self.house or self.rng.random() < 0.2 else "standard",
            "variant": self.rng.choice(("classic", "gambler")),
            "map": mode,
            "players": [
                {"color": color, "rank": rank} for color, rank in zip(self.rng.sample(COLORS, n), ranks, strict=True)
            ],
            "regions": self.lies(edition, n) if mode == "tracked" else [],
        }

    def lies(self, edition: Json, n: int) -> list[Json]:
        regions = self.rng.sample([region["id"] for region in edition["regions"]], n)
        up = self.rng.sample(range(2 * n), n)
        lies = [{"slot": slot, "tile": None, "turns": 0} for slot in range(2 * n) if slot not in up]
        lies += [
            {"slot": slot, "tile": region, "turns": self.rng.randrange(4)}
            for slot, region in zip(up, regions, strict=True)
        ]
        self.rng.shuffle(lies)
        return lies

    def house_edition(self) -> Json:
        """Another box: few tiles or many, cheap or dear, few supporters or many, gaps wide or narrow."""
        rng = self.rng
        more = rng.choice((3, 9))
        frames = [frame for frame in FRAMES for _ in range((6, 3, 3)[FRAMES.index(frame)] + rng.randint(0, more))]
        values = rng.choice(((1, 2, 3), (1,), (2, 3), (1, 1, 1, 3)))
        names = [f"{rng.choice('tTü')}{number}" for number in range(1, len(frames) + 1)]
        most = rng.choice((1, 2, 3))
        total = rng.choice((3, 8, rng.randint(3, 30), rng.randint(3, 105), rng.randint(50, 105), 105))
        demands = rng.choice(((2, 3, 4, 5), (1, 2), (3, 9), (0, 6)))
        gap = rng.choice((0, 3, 6, 25, 50))
        return {
            "name": "House",
            "tiles": [
                {"id": name, "commodity": rng.choice(COMMODITIES), "value": rng.choice(values), "frame": frame}
                for name, frame in zip(names, frames, strict=True)
            ],
            "costs": {
                kind: {commodity: max(0, rng.randint(-1, most)) for commodity in COMMODITIES} for kind in STATUES
            },
            "spinner": [{"demand": demand, "degrees": 360 // len(demands)} for demand in demands],
            "chronicle": [rng.randint(0, gap) for _ in range(5)],
            "regions": [
                {"id": f"R{number}", "fields": ["pasture", *rng.choices(list(STATUES), (4, 2, 1, 1, 1), k=8)]}
                for number in range(rng.randint(8, 12))
            ],
            "supporters": {"total": total, "start": {str(n): rng.randint(0, total // n) for n in (2, 3, 4)}},
            "frame": {str(n): {"columns": n, "face_down": sorted(rng.sample(range(2 * n), n))} for n in (2, 3, 4)},
        }

    def faulty_start(self) -> Json:
        """A start with one fault, mostly one that the contract names."""
        action = self.start()
        n = len(action["players"])
        player = self.rng.choice(action["players"])
        faults: list[Callable[[], Any]] = [
            lambda: player.update(rank=self.rng.choice([0, n + 1, n + 7])),
            lambda: action["players"].append({"color": player["color"], "rank": n + 1}),
            lambda: action.update(players=action["players"][:1]),
            lambda: action.update(regions=action["regions"][1:] or [{"slot": 0, "tile": "R0", "turns": 0}]),
            lambda: action.update(variant="poker"),
            lambda: action.update(map="paper"),
            lambda: action.pop(self.rng.choice(list(action))),
            lambda: action.update({"extra": None}),
            lambda: self.spoil(action),
            lambda: self.spoil(action),
        ]
        if action["regions"]:
            lie = self.rng.choice(action["regions"])
            faults += [
                lambda: lie.update(slot=self.rng.choice([-1, 2 * n, lie["slot"] + 1])),
                lambda: lie.update(tile="R77"),
                lambda: lie.update(tile=None, turns=0) if lie["tile"] else lie.update(tile="R1"),
                lambda: lie.update(turns=self.rng.choice([-1, 4])),
                lambda: [one.update(tile="R0") for one in action["regions"] if one["tile"]],
            ]
        if action["edition"] != "standard":
            faults += [lambda: self.spoil(action["edition"])] * 4 + [lambda: self.bad_edition(action["edition"])] * 6
        self.rng.choice(faults)()
        return action

    def bad_edition(self, edition: Json) -> None:
        """One of the contract's faults of an edition, for every number of players."""
        rng = self.rng
        tile, region = rng.choice(edition["tiles"]), rng.choice(edition["regions"])
        supporters = edition["supporters"]
        faults: list[Callable[[], Any]] = [
            lambda: edition["tiles"].append(dict(tile)),
            lambda: edition["regions"].append(dict(region)),
            lambda: tile.update(commodity="wood"),
            lambda: tile.update(frame="gold"),
            lambda: tile.update(value=rng.choice([0, 4, -1])),
            lambda: region["fields"].append("pasture"),
            lambda: region["fields"].__setitem__(0, "swamp"),
            lambda: edition["costs"][rng.choice(list(STATUES))].update(bread=-1),
            lambda: edition["spinner"][0].update(degrees=91),
            lambda: edition["chronicle"].append(0),
            lambda: edition["chronicle"].__setitem__(0, -1),
            lambda: edition["regions"].__delitem__(slice(3, None)),
            lambda: edition["tiles"].__delitem__(slice(5, None)),
            lambda: [one.update(columns=5) for one in edition["frame"].values()],
            lambda: [one["face_down"].pop() for one in edition["frame"].values()],
            lambda: supporters.update(start=dict.fromkeys(("2", "3", "4"), supporters["total"] + 1)),
        ]
        rng.choice(faults)()

    def spoil(self, value: Json) -> None:
        """One value somewhere inside becomes one of a wrong type, or a key is lost or gained."""
        inside: list[Any] = []

        def collect(one: Json) -> None:
            children = one.values() if isinstance(one, dict) else one
            for child in children:
                if isinstance(child, dict | list) and child:
                    inside.append(child)
                    collect(child)

        collect(value)
        where = self.rng.choice([value, *inside])
        key = self.rng.choice(list(where)) if isinstance(where, dict) else self.rng.randrange(len(where))
        how = self.rng.randrange(4)
        if how == 0 and isinstance(where, dict):
            del where[key]
        elif how == 1 and isinstance(where, dict):
            where["extra"] = 1
        else:
            where[key] = self.rng.choice([None, True, 1.0, {}, 1.5]) if where[key] is not None else True

    # One action after another

    def next(self, game: Model) -> Json:
        """The next action for this game."""
        if game.state is None:
            chance = self.rng.random()
            if chance < 0.25:
                return self.faulty_start()
            return self.fault(game) if chance < 0.3 else self.start()
        if self.undos_to_come:
            self.undos_to_come -= 1
            return {"do": "undo"}
        chance = self.rng.random()
        if chance < self.undoes:
            self.undos_to_come = self.rng.choice((0, 0, 0, 1, 2, 6))
            return {"do": "undo"}
        if chance < self.undoes + self.amends:
            return self.amend(game.state)
        # what is short in a game is faulty more often, or its refusals would hardly be seen
        faulty = max(self.faulty, 0.2) if game.state["phase"] in {"statues", "coronation"} else self.faulty
        if chance < self.undoes + self.amends + faulty or game.state["phase"] == "over":
            return self.fault(game)
        return self.legal(game)

    def legal(self, game: Model) -> Json:
        """An action that takes the game on."""
        state = game.state
        assert state is not None
        rng = self.rng
        phase = state["phase"]
        people = model.tiles_at(state, "people")
        aside = len(model.tiles_at(state, "set_aside")) - 3 * len(state["players"])
        if phase == "first_statues":
            action = {"do": "place_first", "player": state["to_act"]}
            if state["map"] == "tracked":
                names = model.field_names(len(state["players"]))
                action["field"] = rng.choice([name for name in names if model.is_free_pasture(state, name)])
            return action
        if phase == "sentiment":
            if state["variant"] == "classic" and aside < 0 and people and rng.random() < 0.5:
                return {"do": "set_aside", "tile": rng.choice(people)}
            if rng.random() < self.forgets:
                return {"do": "forget_spin"}
            return self.spin(state)
        if phase == "set_aside":
            if aside == 0:
                return {"do": "collect"}
            if aside < 0 and people:
                return {"do": "set_aside", "tile": rng.choice(people)}
            if aside < 0:
                tile = next(tile for tile, place in state["where"].items() if place != "set_aside")
                return {"do": "amend", "move": {"tile": tile, "to": "set_aside"}}
            return {"do": "amend", "move": {"tile": rng.choice(model.tiles_at(state, "set_aside")), "to": "people"}}
        if phase == "taxes":
            color = rng.choice(state["players"])["color"]
            may = state["hourglass"] == "running" or color not in state["last_tile_down"]
            if people and may and rng.random() < self.robs:
                return {"do": "rob", "player": color, "tile": rng.choice(people)}
            return {"do": "stop" if state["hourglass"] == "running" else "count"}
        if phase == "statues":
            return self.build_or_pass(game, state)
        return self.reveal(state)

    def spin(self, state: model.State) -> Json:
        demand = self.rng.choice(state["edition"]["spinner"])["demand"]
        if state["variant"] == "classic":
            return {"do": "spin", "demand": demand}
        return {"do": "spin", "commodity": model.missing(state)[0], "demand": demand}

    def build_or_pass(self, game: Model, state: model.State) -> Json:
        color = state["to_act"]
        sites = [option for option in game.options() if "pass" not in option]
        if self.waits_at_24:
            left = model.ALL_STATUES - model.player_called(state, color)["placed"]
            sites = [option for option in sites if STATUES[option["kind"]] < left]
        if not sites or self.rng.random() < self.passes:
            action: Json = {"do": "pass", "player": color}
            if state["map"] == "honour" and self.rng.random() < 0.5:
                action["stuck"] = self.rng.random() < 0.7
            return action
        site = self.rng.choice(sites)
        payment = self.rng.choice(site["payments"])
        tiles: list[str] = []
        for commodity in COMMODITIES:
            mine = model.tiles_of(state, color, commodity)
            self.rng.shuffle(mine)
            for value in payment[commodity]:
                tile = next(tile for tile in mine if model.value_of(state, tile) == value)
                mine.remove(tile)
                tiles.append(tile)
        self.rng.shuffle(tiles)
        action = {"do": "build", "player": color, "tiles": tiles}
        if state["map"] == "tracked":
            return action | {"field": site["field"]}
        return action | {"kind": site["kind"], "adjacent": site["adjacent"]}

    def reveal(self, state: model.State) -> Json:
        action: Json = {"do": "reveal", "player": state["to_act"] or "blue", "tiles": []}
        if state["map"] == "tracked":
            down = [lie["slot"] for lie in state["regions"] if lie["tile"] is None]
            up = [lie["tile"] for lie in state["regions"]]
            left = sorted(set(state["region"]) - set(up))
            slots = self.rng.sample(down, model.due(state))
            action["tiles"] = [
                {"slot": slot, "tile": tile, "turns": self.rng.randrange(4)}
                for slot, tile in zip(slots, self.rng.sample(left, len(slots)), strict=True)
            ]
        return action

    # Corrections and faults

    def amend(self, state: model.State) -> Json:
        """A correction, legal or not."""
        rng = self.rng
        colors = [player["color"] for player in state["players"]]
        what = rng.choice(("supporters", "move", "demand"))
        if what == "supporters":
            chosen = rng.sample(colors, rng.randint(1, len(colors)))
            correction: Json = {color: rng.choice((-9, -3, -1, 0, 1, 2, 8)) for color in chosen}
        elif what == "move":
            tiles = list(state["where"]) if rng.random() < 0.9 else list(state["tile"])
            correction = {"tile": rng.choice(tiles), "to": rng.choice([*colors, "people", "set_aside"])}
        else:
            correction = {
                commodity: rng.choice((0, 1, 3, 4, 9, 10)) for commodity in rng.sample(COMMODITIES, rng.randint(1, 3))
            }
        action = {"do": "amend", what: correction}
        if rng.random() < 0.15:
            self.damage(action)
        elif rng.random() < 0.1:
            self.spoil(action)
        elif rng.random() < 0.05:
            action[what] = {}
        elif rng.random() < 0.05:
            action["demand" if what == "move" else "move"] = {}
        return action

    def fault(self, game: Model) -> Json:
        """Something that is most likely refused."""
        chance = self.rng.random()
        if chance < 0.05:
            return copy.deepcopy(self.rng.choice(GARBAGE))
        if game.state is None:
            return {"do": self.rng.choice(DOES)}
        if chance < 0.6 and game.state["phase"] != "over":
            action = self.amiss(game, game.state)
        else:
            action = self.anything(game.state)
        if self.rng.random() < 0.3:
            self.damage(action)
        return action

    def amiss(self, game: Model, state: model.State) -> Json:
        """An action that would be right but for one thing about the game."""
        action = self.legal(game)
        rng = self.rng
        tiles = [*state["tile"], "t99"]
        if rng.random() < 0.3 and "player" in action:
            action["player"] = rng.choice((*COLORS, "green"))
        elif action["do"] == "build" and rng.random() < 0.7:
            castle = model.tiles_at(state, state["to_act"])
            how = rng.choice((0, 1, 1, 1, 2, 3))
            if how == 0 and action["tiles"]:
                action["tiles"].pop()
            elif how == 1:
                paid = {state["tile"][tile]["commodity"] for tile in action["tiles"]}
                over = [tile for tile in castle if tile not in action["tiles"]]
                over = [tile for tile in over if state["tile"][tile]["commodity"] in paid] or over
                action["tiles"] += rng.sample(over, min(1, len(over)))
            elif how == 2:
                action["tiles"].append(rng.choice(tiles))
            else:
                action["tiles"] = castle
        elif action["do"] == "build":
            site = self.any_site(state)
            action.update(site)
        elif action["do"] == "reveal" and action["tiles"]:
            self.misreveal(state, action)
        elif action["do"] == "reveal":
            action["tiles"] = [{"slot": 0, "tile": "R0", "turns": 0}]
        elif action["do"] == "spin":
            self.misspin(action)
        elif "tile" in action:
            action["tile"] = rng.choice(tiles)
        return action

    def misspin(self, action: Json) -> None:
        if "commodity" in action and self.rng.random() < 0.5:
            action["commodity"] = self.rng.choice((*COMMODITIES, "wood"))
        else:
            action["demand"] = self.rng.choice((0, 1, 6, 7, 9, -3))

    def misreveal(self, state: model.State, action: Json) -> None:
        lie = self.rng.choice(action["tiles"])
        how = self.rng.randrange(5)
        if how == 0:
            lie["slot"] = self.rng.choice((-1, 0, 1, 99))
        elif how == 1:
            lie["tile"] = self.rng.choice([*state["region"], "R77"])
        elif how == 2:
            lie["turns"] = self.rng.choice((-1, 4))
        elif how == 3:
            action["tiles"].append(dict(lie))
        else:
            action["tiles"].remove(lie)

    def any_site(self, state: model.State) -> Json:
        if state["map"] == "tracked":
            return {"field": self.rng.choice([*model.field_names(len(state["players"])), "Z9", "A7", "A0", "a1", ""])}
        return {"kind": self.rng.choice((*STATUES, "swamp")), "adjacent": self.rng.random() < 0.3}

    def anything(self, state: model.State) -> Json:
        """Any action at all, with what may stand in it, at whatever time."""
        rng = self.rng
        do = rng.choice(DOES)
        if do == "amend":
            return self.amend(state)
        if do == "start":
            return self.start()
        if do == "undo":
            return {"do": "undo", "player": "blue"}
        player = rng.choice([*(player["color"] for player in state["players"])] * 3 + [*COLORS, "green"])
        tiles = [*state["tile"], "t99"]
        gambler, tracked = state["variant"] == "gambler", state["map"] == "tracked"
        if rng.random() < 0.05:
            gambler, tracked = not gambler, not tracked
        fields: dict[str, Json] = {
            "place_first": {"player": player} | ({"field": self.any_field(state)} if tracked else {}),
            "spin": {"demand": rng.choice((2, 3, 9, 0))} | ({"commodity": rng.choice(COMMODITIES)} if gambler else {}),
            "set_aside": {"tile": rng.choice(tiles)},
            "rob": {"player": player, "tile": rng.choice(tiles)},
            "pass": {"player": player} | ({} if tracked or rng.random() < 0.5 else {"stuck": rng.random() < 0.5}),
            "build": {"player": player, "tiles": rng.choices(tiles, k=rng.randint(0, 4))}
            | ({"field": self.any_field(state)} if tracked else {"kind": rng.choice([*STATUES]), "adjacent": True}),
            "reveal": {"player": player, "tiles": self.any_lies(state)},
        }
        return {"do": do} | fields.get(do, {})

    def any_field(self, state: model.State) -> str:
        return self.rng.choice([*model.field_names(len(state["players"])), "Z9"])

    def any_lies(self, state: model.State) -> Json:
        return [
            {"slot": self.rng.randint(-1, 8), "tile": self.rng.choice(["R0", "R1", "R77"]), "turns": 0}
            for _ in range(self.rng.randint(0, 2))
        ]

    def damage(self, action: Json) -> None:
        """A fault of shape: a key lost, gained, null, or of another type."""
        key = self.rng.choice(list(action))
        how = self.rng.randrange(5)
        if how == 0:
            del action[key]
        elif how == 1:
            action[self.rng.choice(("extra", "field", "stuck", "kind", "commodity", "player", "seq"))] = None
        elif how == 2:
            action[key] = None
        elif how == 3 and isinstance(action[key], int):
            action[key] = self.rng.choice((True, float(action[key]), str(action[key])))
        else:
            action[key] = copy.deepcopy(self.rng.choice(GARBAGE))
