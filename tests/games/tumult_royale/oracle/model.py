"""A naive second reading of the rules of Tumult Royale, for comparing the engine with: clear, slow, and its own."""

import functools
import marshal
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any, Final

Json = Any
"""What a line of a log may hold."""

State = dict[str, Any]
"""A game's state as plain dicts and lists; ``shown`` is what the contract lists of it."""

COMMODITIES: Final = ("bread", "marble", "tools")
COLORS: Final = ("blue", "yellow", "purple", "grey")
FRAMES: Final = ("plain", "grey", "black")
STATUES: Final = {"pasture": 1, "forest": 1, "mountain": 1, "village": 2, "palace": 3}
CAN_STAND_ALONE: Final = ("pasture", "forest")
ALL_STATUES: Final = 25
UNCHANGING: Final = ("edition", "tile", "region", "kinds", "happened")
SET_UP: Final = frozenset(f"TR-0.{number}" for number in range(1, 8))


class Refused(Exception):
    """The action is refused; ``rules`` are the ids between which the contract leaves the choice, most often one."""

    def __init__(self, *rules: str) -> None:
        super().__init__(" or ".join(sorted(rules)))
        self.rules: frozenset[str] = frozenset(rules)


class Model:
    """One game as the contract has it, from its log.

    Args:
        standard: the edition object that the word ``standard`` stands for.
    """

    def __init__(self, standard: Json) -> None:
        self.standard = standard
        self.state: State | None = None
        self.seq = 0
        self.standing: list[Json] = []
        self.before: list[State | None] = []
        """The state before each action that stands."""
        self.happened: Counter[str] = Counter()
        """What has occurred in this game, by name, for the tests of the sample: taken back or not."""

    def submit(self, action: Json) -> tuple[str, Any]:
        """``("accepted", state)`` or ``("refused", rule ids)``, one of which is to be named."""
        try:
            if isinstance(action, dict) and action.get("do") == "undo":
                self._undo(action)
            else:
                after = self._after(self.state, action)
                self.standing.append(copied(action))
                self.before.append(self.state)
                self.state = after
        except Refused as refused:
            return "refused", refused.rules
        self.seq += 1
        return "accepted", self.shown()

    def shown(self) -> Json:
        """The state as the contract lists it."""
        assert self.state is not None
        return shown(self.state, self.seq)

    def options(self) -> list[Json]:
        """What the player who is to build may do."""
        return [] if self.state is None else options(self.state)

    def _undo(self, action: Json) -> None:
        """The latest action that still stands is taken back."""
        if set(action) != {"do"} or len(self.standing) < 2:
            raise Refused("LOG")
        self.happened[f"undo of {self.standing.pop()['do']}"] += 1
        self.state = self.before.pop()

    def _after(self, state: State | None, action: Json) -> State:
        """The state after an action that is not an undo. Raises: Refused."""
        if not isinstance(action, dict) or not isinstance(action.get("do"), str):
            raise Refused("LOG")
        if action["do"] == "start":
            if state is not None:
                raise Refused("LOG")
            return start(action, self.standard, self.happened)
        if state is None or action["do"] not in ACTIONS or state["phase"] == "over":
            raise Refused("LOG")
        state = copied_state(state)
        ACTIONS[action["do"]](state, action)
        return state


def copied(value: Json) -> Json:
    """A deep copy of what JSON can hold, and of nothing else: it goes through octets and back."""
    return marshal.loads(marshal.dumps(value))


def copied_state(state: State) -> State:
    """A state to work on; what no action changes in place is shared."""
    changing: State = copied({key: value for key, value in state.items() if key not in UNCHANGING})
    return changing | {key: state[key] for key in UNCHANGING if key in state}


# What a state says


def shown(state: State, seq: int) -> Json:
    return {
        "seq": seq,
        "round": state["round"],
        "phase": state["phase"],
        "to_act": state["to_act"],
        "hourglass": state["hourglass"],
        "demand": state["demand"],
        "supply": supply(state),
        "players": [
            {
                "color": player["color"],
                "rank": player["rank"],
                "mercy": player["mercy"],
                "supporters": player["supporters"],
                "placed": player["placed"],
                "castle": tiles_at(state, player["color"]),
            }
            for player in state["players"]
        ],
        "people": tiles_at(state, "people"),
        "set_aside": tiles_at(state, "set_aside"),
        "fields": state["fields"],
        "regions": state["regions"],
        "chronicle": state["chronicle"],
        "tumults": state["tumults"],
        "winner": state["winner"],
        "ending": state["ending"],
    }


def tiles_at(state: State, place: str) -> list[str]:
    return sorted([tile for tile, where in state["where"].items() if where == place])


def supply(state: State) -> int:
    """What no player owns of the edition's supporters."""
    owned = sum(player["supporters"] for player in state["players"])
    left: int = state["edition"]["supporters"]["total"] - owned
    return left


def by_rank(state: State) -> list[State]:
    return sorted(state["players"], key=lambda player: player["rank"])


def player_called(state: State, color: Json) -> State:
    for player in state["players"]:
        if player["color"] == color:
            found: State = player
            return found
    raise KeyError(color)


def in_game(state: State, color: Json) -> bool:
    return any(player["color"] == color for player in state["players"])


def value_of(state: State, tile: str) -> int:
    value: int = state["tile"][tile]["value"]
    return value


def tiles_of(state: State, place: str, commodity: str) -> list[str]:
    return [tile for tile in tiles_at(state, place) if state["tile"][tile]["commodity"] == commodity]


def total(state: State, tiles: Iterable[str]) -> int:
    return sum(value_of(state, tile) for tile in tiles)


# Shape: faults that carry LOG


def is_whole(value: Json) -> bool:
    """``true`` is not a number, ``1.0`` not a whole one."""
    return type(value) is int


def is_text(value: Json) -> bool:
    return type(value) is str


def is_list_of_text(value: Json) -> bool:
    return type(value) is list and all(is_text(one) for one in value)


def shape(value: Json, keys: Mapping[str, Callable[[Json], bool]], optional: Iterable[str] = ()) -> None:
    """An object with exactly these keys, each of its type. Raises: Refused with LOG."""
    if type(value) is not dict or not set(keys) - set(optional) <= set(value) <= set(keys):
        raise Refused("LOG")
    if not all(keys[key](value[key]) for key in value):
        raise Refused("LOG")


def refuse(faults: Iterable[tuple[bool, tuple[str, ...]]]) -> None:
    """Refuse with the first fault that is there. An unknown word is an unknown id, not a fault of shape."""
    for fault, rules in faults:
        if fault:
            raise Refused(*rules)


# TR-0 and the edition


def start(action: Json, standard: Json, happened: Counter[str]) -> State:
    shape(
        action,
        {
            "do": is_text,
            "edition": lambda value: type(value) in {str, dict},
            "variant": is_text,
            "map": is_text,
            "players": lambda value: type(value) is list,
            "regions": lambda value: type(value) is list,
        },
    )
    for player in action["players"]:
        shape(player, {"color": is_text, "rank": is_whole})
    for lie in action["regions"]:
        shape(lie, {"slot": is_whole, "tile": lambda tile: tile is None or is_text(tile), "turns": is_whole})
    edition = standard if action["edition"] == "standard" else action["edition"]
    if action["variant"] not in {"classic", "gambler"} or action["map"] not in {"tracked", "honour"}:
        raise Refused("LOG", *SET_UP)  # unknown words: of wrong type, or a fault of a start
    if not edition_is_sound(edition):
        raise Refused("LOG", *SET_UP)  # which of them fits is left open
    colors = [player["color"] for player in action["players"]]
    if not set(colors) <= set(COLORS):
        raise Refused("LOG", *SET_UP)
    n = len(colors)
    faults = set()
    if not 2 <= n <= 4 or len(set(colors)) < n:
        faults.add("TR-0.1")
    if sorted(player["rank"] for player in action["players"]) != list(range(1, n + 1)):
        faults.add("TR-0.1")
    if action["map"] == "honour":
        if action["regions"]:
            raise Refused("LOG", "TR-0.3", "TR-11.2", *faults)  # a field that does not belong, or a wrong set-up
    elif 2 <= n <= 4:
        faults |= faults_of_regions(action["regions"], edition, n)
    if faults:
        raise Refused(*faults)
    return set_up(action, edition, happened)


def faults_of_regions(regions: Json, edition: Json, n: int) -> set[str]:
    """TR-0.3, TR-0.6, TR-0.7."""
    faults = set()
    fields_of = {region["id"]: region["fields"] for region in edition["regions"]}
    up = [lie for lie in regions if lie["tile"] is not None]
    if sorted(lie["slot"] for lie in regions) != list(range(2 * n)):
        faults.add("TR-0.3")
    if len(up) != n or len({lie["tile"] for lie in up}) != len(up) or any(lie["tile"] not in fields_of for lie in up):
        faults.add("TR-0.3")
    if any(lie["turns"] not in (range(4) if lie["tile"] is not None else (0,)) for lie in regions):
        faults |= {"TR-0.3", "TR-0.7", "LOG"}  # a wrong type, a wrong lie: both readings hold
    if not faults and sum(fields_of[lie["tile"]].count("pasture") for lie in up) < n:
        faults.add("TR-0.6")
    return faults


def edition_is_sound(edition: Json) -> bool:
    """Whether the contract's list of an edition's faults finds nothing."""
    try:
        return (
            set(edition) == {"name", "tiles", "costs", "spinner", "chronicle", "regions", "supporters", "frame"}
            and is_text(edition["name"])
            and tiles_are_sound(edition["tiles"])
            and costs_are_sound(edition["costs"])
            and all(set(sector) == {"demand", "degrees"} for sector in edition["spinner"])
            and all(is_whole(sector["demand"]) and is_whole(sector["degrees"]) for sector in edition["spinner"])
            and sum(sector["degrees"] for sector in edition["spinner"]) == 360
            and len(edition["chronicle"]) == 5
            and all(is_whole(gap) and gap >= 0 for gap in edition["chronicle"])
            and regions_are_sound(edition["regions"])
            and supporters_are_sound(edition["supporters"])
            and frame_is_sound(edition["frame"])
        )
    except (TypeError, KeyError, AttributeError):
        return False


def tiles_are_sound(tiles: Json) -> bool:
    return (
        all(set(tile) == {"id", "commodity", "value", "frame"} for tile in tiles)
        and len({tile["id"] for tile in tiles}) == len(tiles)
        and all(is_text(tile["id"]) and tile["commodity"] in COMMODITIES for tile in tiles)
        and all(is_whole(tile["value"]) and 1 <= tile["value"] <= 3 and tile["frame"] in FRAMES for tile in tiles)
        and all(len(tiles_in_play(tiles, n)) >= 3 * n for n in (2, 3, 4))
    )


def tiles_in_play(tiles: Json, n: int) -> list[str]:
    """TR-0.2: one frame fewer for each player fewer than four."""
    return [tile["id"] for tile in tiles if tile["frame"] in FRAMES[: n - 1]]


def costs_are_sound(costs: Json) -> bool:
    return set(costs) == set(STATUES) and all(
        set(cost) == set(COMMODITIES) and all(is_whole(number) and number >= 0 for number in cost.values())
        for cost in costs.values()
    )


def regions_are_sound(regions: Json) -> bool:
    return (
        all(set(region) == {"id", "fields"} and is_text(region["id"]) for region in regions)
        and len({region["id"] for region in regions}) == len(regions) >= 8
        and all(len(region["fields"]) == 9 and set(region["fields"]) <= set(STATUES) for region in regions)
    )


def supporters_are_sound(supporters: Json) -> bool:
    return (
        set(supporters) == {"total", "start"}
        and set(supporters["start"]) == {"2", "3", "4"}
        and is_whole(supporters["total"])
        and all(is_whole(each) and each >= 0 for each in supporters["start"].values())
        and all(int(n) * each <= supporters["total"] for n, each in supporters["start"].items())
    )


def frame_is_sound(frame: Json) -> bool:
    return set(frame) == {"2", "3", "4"} and all(
        set(one) == {"columns", "face_down"}
        and is_whole(one["columns"])
        and one["columns"] == int(n)
        and all(is_whole(slot) and 0 <= slot < 2 * int(n) for slot in one["face_down"])
        and len(set(one["face_down"])) == len(one["face_down"]) == int(n)
        for n, one in frame.items()
    )


def set_up(action: Json, edition: Json, happened: Counter[str]) -> State:
    """TR-0.2 to TR-0.6."""
    n = len(action["players"])
    state: State = {
        "edition": edition,
        "tile": {tile["id"]: tile for tile in edition["tiles"]},
        "region": {region["id"]: region["fields"] for region in edition["regions"]},
        "happened": happened,
        "variant": action["variant"],
        "map": action["map"],
        "round": 1,
        "phase": "first_statues",
        "to_act": max(action["players"], key=lambda player: player["rank"])["color"],
        "hourglass": "idle",
        "last_tile_down": [],
        "demand": dict.fromkeys(COMMODITIES),
        "previous": dict.fromkeys(COMMODITIES, 3),
        "players": [
            {
                "color": player["color"],
                "rank": player["rank"],
                "mercy": False,
                "supporters": edition["supporters"]["start"][str(n)],
                "placed": 0,
            }
            for player in action["players"]
        ],
        "where": dict.fromkeys(tiles_in_play(edition["tiles"], n), "people"),
        "fields": {},
        "regions": sorted(copied(action["regions"]), key=lambda lie: lie["slot"]),
        "face_down": n,
        "chronicle": [],
        "tumults": [],
        "winner": None,
        "ending": None,
    }
    state["kinds"] = country(state)
    return state


# The country


def field_names(n: int) -> list[str]:
    """TR-0.7."""
    return [f"{letter}{digit}" for letter in "ABCDEFGHIJKL"[: 3 * n] for digit in range(1, 7)]


def country(state: State) -> dict[str, str]:
    """The kind of each field that lies face up."""
    kinds = {}
    for lie in state["regions"]:
        if lie["tile"] is not None:
            row, column = divmod(lie["slot"], len(state["players"]))
            fields = state["region"][lie["tile"]]
            square = [fields[0:3], fields[3:6], fields[6:9]]
            for _ in range(lie["turns"]):
                square = quarter_turn(square)
            for down in range(3):
                for right in range(3):
                    kinds[f"{'ABCDEFGHIJKL'[3 * column + right]}{3 * row + down + 1}"] = square[down][right]
    return kinds


def quarter_turn(square: list[list[str]]) -> list[list[str]]:
    """Clockwise: what was the left column, read upwards, is the top row."""
    return [[square[2][column], square[1][column], square[0][column]] for column in range(3)]


@functools.cache
def beside(field: str) -> list[str]:
    """Whatever would lie edge to edge with it, some of it outside of the country."""
    column, row = ord(field[0]), int(field[1])
    return [f"{chr(x)}{y}" for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))]


def touches_own(state: State, field: str, color: str) -> bool:
    """TR-4.2: edge to edge."""
    built = state["fields"]
    return any(other in built and built[other]["owner"] == color for other in beside(field))


def place_first(state: State, action: Json) -> None:
    """TR-0.6."""
    tracked = state["map"] == "tracked"
    shape(action, {"do": is_text, "player": is_text} | ({"field": is_text} if tracked else {}))
    refuse(
        [
            (state["phase"] != "first_statues" or state["to_act"] != action["player"], ("TR-0.6",)),
            (tracked and not is_free_pasture(state, action.get("field")), ("TR-0.6",)),
        ],
    )
    player = player_called(state, action["player"])
    if tracked:
        state["fields"][action["field"]] = {"owner": action["player"], "statues": 1}
    player["placed"] += 1
    if player["rank"] > 1:
        state["to_act"] = by_rank(state)[player["rank"] - 2]["color"]
    else:
        state["to_act"] = None
        begin_round(state)


def is_free_pasture(state: State, field: Json) -> bool:
    return field not in state["fields"] and state["kinds"].get(field) == "pasture"


def begin_round(state: State) -> None:
    """TR-10.1: with ``gambler`` nobody spins first."""
    state["phase"] = "set_aside" if state["variant"] == "gambler" else "sentiment"
    state["happened"][f"round {state['round']}"] += 1


# TR-1


def missing(state: State) -> list[str]:
    return [commodity for commodity in COMMODITIES if state["demand"][commodity] is None]


def spin(state: State, action: Json) -> None:
    gambler = state["variant"] == "gambler"
    shape(action, {"do": is_text, "demand": is_whole} | ({"commodity": is_text} if gambler else {}))
    on_the_spinner = [sector["demand"] for sector in state["edition"]["spinner"]]
    refuse(
        [
            (state["phase"] != "sentiment", ("TR-1.1",)),
            # the order is fixed by TR-10.1, the spin's own rule is TR-1.1: both name this fault
            (gambler and missing(state)[:1] != [action.get("commodity")], ("TR-1.1", "TR-10.1")),
            (action["demand"] not in on_the_spinner, ("TR-1.1",)),
        ],
    )
    for commodity in [action["commodity"]] if gambler else COMMODITIES:
        state["demand"][commodity] = action["demand"]
    after_the_spin(state)


def forget_spin(state: State, action: Json) -> None:
    """TR-1.3."""
    shape(action, {"do": is_text})
    refuse([(state["phase"] != "sentiment", ("TR-1.3",))])
    if state["round"] > 1 and state["previous"] != dict.fromkeys(COMMODITIES, 3):
        state["happened"]["forget_spin with a previous number"] += 1
    for commodity in missing(state):
        state["demand"][commodity] = state["previous"][commodity]
    after_the_spin(state)


def after_the_spin(state: State) -> None:
    if state["variant"] == "classic":
        state["phase"] = "set_aside"
    elif not missing(state):
        resolve_tumults(state)


# TR-2


def set_aside(state: State, action: Json) -> None:
    """TR-2.1."""
    shape(action, {"do": is_text, "tile": is_text})
    phases = ["set_aside", "sentiment"] if state["variant"] == "classic" else ["set_aside"]
    on_a_castle = in_game(state, state["where"].get(action["tile"]))
    not_in_play = action["tile"] in state["tile"] and action["tile"] not in state["where"]
    refuse(
        [
            (state["phase"] not in phases, ("TR-2.1",)),
            (len(tiles_at(state, "set_aside")) >= 3 * len(state["players"]), ("TR-2.1",)),
            # a tile that is not the people's: why it is not may be named as well
            (on_a_castle, ("TR-2.1", "TR-2.4")),
            (not_in_play, ("TR-2.1", "TR-0.2")),
            (state["where"].get(action["tile"]) != "people", ("TR-2.1",)),
        ],
    )
    state["where"][action["tile"]] = "set_aside"


def collect(state: State, action: Json) -> None:
    """TR-2.2."""
    shape(action, {"do": is_text})
    complete = len(tiles_at(state, "set_aside")) == 3 * len(state["players"])
    refuse([(state["phase"] != "set_aside" or not complete, ("TR-2.2",))])
    state["phase"] = "taxes"
    state["hourglass"] = "running"
    state["last_tile_down"] = []


def rob(state: State, action: Json) -> None:
    """TR-2.3 to TR-2.5."""
    shape(action, {"do": is_text, "player": is_text, "tile": is_text})
    place = state["where"].get(action["tile"])
    put_down = state["hourglass"] == "stopped" and action["player"] in state["last_tile_down"]
    not_in_play = action["tile"] in state["tile"] and place is None
    wrong_tile: list[tuple[bool, tuple[str, ...]]] = [
        (place is not None and in_game(state, place), ("TR-2.4",)),
        (place == "set_aside", ("TR-2.1", "TR-2.3")),  # both rules say that it is not robbed
        (not_in_play, ("TR-0.2", "TR-2.3")),
        (place != "people", ("TR-2.3",)),
    ]
    refuse(
        [
            (state["phase"] != "taxes", ("TR-2.3",)),
            (not in_game(state, action["player"]), ("TR-2.3",)),
            # whether TR-2.5 is checked with the turn or with the tile is left open
            *((put_down and fault, ("TR-2.5", *rules)) for fault, rules in wrong_tile),
            (put_down, ("TR-2.5",)),
            *wrong_tile,
        ],
    )
    if state["hourglass"] == "stopped":
        state["last_tile_down"].append(action["player"])
    state["where"][action["tile"]] = action["player"]


def stop(state: State, action: Json) -> None:
    shape(action, {"do": is_text})
    refuse([(state["phase"] != "taxes" or state["hourglass"] != "running", ("TR-2.5",))])
    state["hourglass"] = "stopped"


def count(state: State, action: Json) -> None:
    """TR-2.6."""
    shape(action, {"do": is_text})
    refuse([(state["phase"] != "taxes" or state["hourglass"] != "stopped", ("TR-2.6",))])
    state["hourglass"] = "idle"
    if state["variant"] == "gambler":
        state["phase"] = "sentiment"
    else:
        resolve_tumults(state)


# TR-3


def resolve_tumults(state: State) -> None:
    """TR-3.1, TR-3.2: all three are counted first."""
    left = {commodity: total(state, tiles_of(state, "people", commodity)) for commodity in COMMODITIES}
    for commodity in COMMODITIES:
        if left[commodity] < state["demand"][commodity]:
            state["tumults"].append(tumult(state, commodity, left[commodity]))
    begin_statues(state)


def greed(state: State, player: State, commodity: str) -> int:
    """TR-3.3."""
    robbed = total(state, tiles_of(state, player["color"], commodity))
    return max(0, robbed - 1) if player["mercy"] else robbed


def tumult(state: State, commodity: str, left: int) -> Json:
    """TR-3.4 to TR-3.7."""
    if any(player["mercy"] for player in state["players"]):
        state["happened"]["tumult while someone has mercy"] += 1
    most = max(greed(state, player, commodity) for player in state["players"])
    greediest = next(player for player in by_rank(state) if greed(state, player, commodity) == most)
    pay(state, greediest, 3)
    tiles = tiles_of(state, greediest["color"], commodity)
    tiles.sort(key=lambda tile: (value_of(state, tile), tile))
    for tile in tiles[1:]:
        state["where"][tile] = "people"
    state["happened"][f"tumult, {min(len(tiles), 2)} tiles or more robbed"] += 1
    return {
        "commodity": commodity,
        "left": left,
        "demand": state["demand"][commodity],
        "greediest": greediest["color"],
        "greed": most,
        "kept": tiles[0] if tiles else None,
        "returned": sorted(tiles[1:]),
    }


# TR-9


def pay(state: State, payer: State, k: int) -> None:
    """TR-9.1."""
    if payer["supporters"] < k:
        state["happened"]["TR-9.1 shortage"] += 1
        for player in by_rank(state):
            there = supply(state)
            if there < 5:
                state["happened"]["TR-9.1 supply too small"] += 1
            player["supporters"] += min(5, there)
    if payer["supporters"] < k:
        state["happened"]["TR-9.1 pays all he has"] += 1
    payer["supporters"] -= min(k, payer["supporters"])


def gain(state: State, gainer: State, k: int) -> None:
    """TR-9.2."""
    if supply(state) < k:
        state["happened"]["TR-9.2 shortage"] += 1
        for player in state["players"]:
            player["supporters"] -= min(5, player["supporters"])
        if supply(state) < k:
            state["happened"]["TR-9.2 gains all there is"] += 1
    gainer["supporters"] += min(k, supply(state))


# TR-4


def cost_of(state: State, kind: str, adjacent: bool) -> dict[str, int]:
    """TR-4.4."""
    times = 1 if adjacent else 2
    return {commodity: times * state["edition"]["costs"][kind][commodity] for commodity in COMMODITIES}


def sites(state: State, color: str) -> list[tuple[str | None, str, bool]]:
    """Field, kind, touching of all that TR-4.2 allows, whatever it costs; no field with ``honour`` (TR-11.2)."""
    if state["map"] == "honour":
        return [
            (None, kind, adjacent)
            for kind in STATUES
            for adjacent in (True, False)
            if adjacent or kind in CAN_STAND_ALONE
        ]
    found: list[tuple[str | None, str, bool]] = []
    for field, kind in sorted(state["kinds"].items()):
        adjacent = touches_own(state, field, color)
        if field not in state["fields"] and (adjacent or kind in CAN_STAND_ALONE):
            found.append((field, kind, adjacent))
    return found


def pays(state: State, tiles: Iterable[str], cost: Mapping[str, int]) -> bool:
    """TR-4.5: enough of each commodity."""
    worth = Counter[str]()
    for tile in tiles:
        worth[state["tile"][tile]["commodity"]] += value_of(state, tile)
    return all(worth[commodity] >= cost[commodity] for commodity in COMMODITIES)


def can_build(state: State, color: str) -> bool:
    castle = tiles_at(state, color)
    return any(pays(state, castle, cost_of(state, kind, adjacent)) for _, kind, adjacent in sites(state, color))


def begin_statues(state: State) -> None:
    state["phase"] = "statues"
    state["order"] = [player["color"] for player in by_rank(state)]
    state["turn"] = 0
    state["built_in_this_placement_round"] = False
    state["built"] = []
    state["could_build"] = []
    next_to_build(state)


def next_to_build(state: State) -> None:
    """TR-4.1, TR-4.8, TR-4.9: from the turn that is due on, the first who can build."""
    while True:
        if state["turn"] == len(state["order"]):
            if not state["built_in_this_placement_round"]:
                end_statues(state)
                return
            state["turn"] = 0
            state["built_in_this_placement_round"] = False
        color = state["order"][state["turn"]]
        if can_build(state, color):
            state["to_act"] = color
            return
        state["happened"]["passed over"] += 1
        state["turn"] += 1


def pass_(state: State, action: Json) -> None:
    keys: dict[str, Callable[[Json], bool]] = {"do": is_text, "player": is_text}
    honour: dict[str, Callable[[Json], bool]] = {"stuck": lambda value: type(value) is bool}
    shape(action, keys | (honour if state["map"] == "honour" else {}), ["stuck"])
    out_of_turn = state["phase"] != "statues" or state["to_act"] != action["player"]
    refuse([(out_of_turn, ("TR-4.1",))])
    if action.get("stuck"):
        state["happened"]["stuck"] += 1
    else:
        state["could_build"].append(action["player"])
    state["to_act"] = None
    state["turn"] += 1
    next_to_build(state)


def build(state: State, action: Json) -> None:
    """TR-4.2 to TR-4.7, TR-4.11."""
    tracked = state["map"] == "tracked"
    keys: dict[str, Callable[[Json], bool]] = {"do": is_text, "player": is_text, "tiles": is_list_of_text}
    site: dict[str, Callable[[Json], bool]] = {"field": is_text}
    if not tracked:
        site = {"kind": is_text, "adjacent": lambda value: type(value) is bool}
    shape(action, keys | site)
    color, tiles = action["player"], action["tiles"]
    unknown_kind = not tracked and action["kind"] not in STATUES
    out_of_turn = state["phase"] != "statues" or state["to_act"] != color
    unknown_field = tracked and action["field"] not in field_names(len(state["players"]))
    unknown_tile = any(tile not in state["tile"] for tile in tiles)
    out_of_the_game = any(tile not in state["where"] for tile in tiles)
    refuse(
        [
            (out_of_turn, ("TR-4.1",)),
            # for an unknown id the contract has "the rule's id": the build's own, or the one that the id is for
            (unknown_field and unknown_tile, ("TR-4.1", "TR-4.2", "TR-4.5")),
            (unknown_field or unknown_kind, ("TR-4.1", "TR-4.2")),
            (unknown_tile, ("TR-4.1", "TR-4.5")),
        ],
    )
    wanted = (action["field"],) if tracked else (None, action["kind"], action["adjacent"])
    allowed = [one for one in sites(state, color) if one[: len(wanted)] == wanted]
    # a tile of the edition that TR-0.2 leaves out is an unknown id, or one that does not lie on the castle
    elsewhere = ("TR-4.1", "TR-4.5") if out_of_the_game else ()
    refuse([(not allowed, ("TR-4.2", *elsewhere))])
    field, kind, adjacent = allowed[0]
    cost = cost_of(state, kind, adjacent)
    refuse(
        [
            (out_of_the_game, elsewhere),
            (len(set(tiles)) < len(tiles), ("TR-4.5",)),
            (any(state["where"].get(tile) != color for tile in tiles), ("TR-4.5",)),
            (any(cost[state["tile"][tile]["commodity"]] == 0 for tile in tiles), ("TR-4.5",)),
            (not pays(state, tiles, cost), ("TR-4.5",)),
            (any(pays(state, [other for other in tiles if other != tile], cost) for tile in tiles), ("TR-4.6",)),
        ],
    )
    player = player_called(state, color)
    for tile in tiles:
        state["where"][tile] = "people"
    gain(state, player, total(state, tiles) - sum(cost.values()))
    statues = min(STATUES[kind], ALL_STATUES - player["placed"])
    if statues < STATUES[kind]:
        state["happened"]["TR-4.3 fewer statues left"] += 1
    if not adjacent:
        state["happened"]["built for double cost"] += 1
    if field is not None:
        state["fields"][field] = {"owner": color, "statues": statues}
    player["placed"] += statues
    state["built"].append(color)
    state["could_build"].append(color)
    state["built_in_this_placement_round"] = True
    state["to_act"] = None
    if not won_by_the_last_statue(state, player):
        state["turn"] += 1
        next_to_build(state)


def end_statues(state: State) -> None:
    """TR-4.9, TR-4.10, then TR-5 and TR-6."""
    greedy = [one["greediest"] for one in state["tumults"]]
    for player in by_rank(state):
        if player["color"] not in [*state["built"], *state["could_build"], *greedy]:
            state["happened"]["TR-4.10 consolation"] += 1
            gain(state, player, 2)
    for player in state["players"]:
        for tile in tiles_at(state, player["color"]):
            state["where"][tile] = "people"
    redistribute_ranks(state)
    crown(state)


# TR-5 to TR-8


def redistribute_ranks(state: State) -> None:
    """TR-5.1."""
    order = sorted(state["players"], key=lambda player: (-player["supporters"], player["rank"]))
    for rank, player in enumerate(order, start=1):
        player["rank"] = rank


def crown(state: State) -> None:
    """TR-6."""
    king = by_rank(state)[0]
    pay(state, king, 5)
    statues = 1 if state["round"] <= 5 else 2
    if king["placed"] + statues > ALL_STATUES:
        state["happened"]["TR-6.2 only one left"] += 1
    king["placed"] = min(ALL_STATUES, king["placed"] + statues)
    state["chronicle"].append(king["color"])
    if won_by_the_last_statue(state, king):
        return
    if due(state):
        state["phase"] = "coronation"
        state["to_act"] = king["color"]
    else:
        end_round(state)


def due(state: State) -> int:
    """TR-6.3: how many region tiles are turned up this round."""
    left: int = state["face_down"]
    if state["round"] == 3:
        return min(left, 2 if len(state["players"]) == 4 else 1)
    return left if state["round"] == 5 else 0


def reveal(state: State, action: Json) -> None:
    """TR-6.3."""
    shape(action, {"do": is_text, "player": is_text, "tiles": lambda value: type(value) is list})
    for lie in action["tiles"]:
        shape(lie, {"slot": is_whole, "tile": is_text, "turns": is_whole})
    honour = state["map"] == "honour"
    lies = action["tiles"]
    bad_turns = any(lie["turns"] not in range(4) for lie in lies)
    down = [lie["slot"] for lie in state["regions"] if lie["tile"] is None]
    up = [lie["tile"] for lie in state["regions"] if lie["tile"] is not None]
    slots = [lie["slot"] for lie in lies]
    tiles = [lie["tile"] for lie in lies]
    refuse(
        [
            (state["phase"] != "coronation" or state["to_act"] != action["player"], ("TR-6.3",)),
            (len(lies) != (0 if honour else due(state)), ("TR-6.3",)),
            (not set(slots) <= set(down) or len(set(slots)) < len(slots), ("TR-6.3",)),
            (not set(tiles) <= set(state["region"]) - set(up) or len(set(tiles)) < len(tiles), ("TR-6.3",)),
            (bad_turns, ("TR-6.3", "TR-0.7")),
        ],
    )
    state["face_down"] -= due(state)
    for lie in lies:
        state["regions"][lie["slot"]] = copied(lie)
    state["kinds"] = country(state)
    state["to_act"] = None
    state["happened"][f"reveal in round {state['round']}"] += 1
    end_round(state)


def end_round(state: State) -> None:
    """TR-8.2, TR-7, and the next round."""
    placed = [player["placed"] for player in state["players"]]
    if state["round"] >= 6:
        gap = max(placed) - min(placed)
        if state["round"] == 10:
            end_game(state, "tenth round")
            return
        if gap > state["edition"]["chronicle"][state["round"] - 6]:
            end_game(state, "gap")
            return
    for player in state["players"]:
        player["mercy"] = player["placed"] == min(placed) < max(placed)
    for tile in state["where"]:
        state["where"][tile] = "people"
    state["previous"] = state["demand"]
    state["demand"] = dict.fromkeys(COMMODITIES)
    state["tumults"] = []
    state["round"] += 1
    begin_round(state)


def won_by_the_last_statue(state: State, player: State) -> bool:
    """TR-8.1."""
    if player["placed"] < ALL_STATUES:
        return False
    state["winner"] = player["color"]
    over(state, "25th statue")
    return True


def end_game(state: State, ending: str) -> None:
    """TR-8.3."""
    state["winner"] = max(state["players"], key=lambda player: (player["placed"], -player["rank"]))["color"]
    over(state, ending)


def over(state: State, ending: str) -> None:
    state["phase"] = "over"
    state["to_act"] = None
    state["ending"] = ending
    state["happened"][f"ending {ending}"] += 1


# amend: every fault of it is LOG


def amend(state: State, action: Json) -> None:
    corrections: dict[str, Callable[[State, Json], None]] = {
        "supporters": amend_supporters,
        "move": amend_move,
        "demand": amend_demand,
    }
    what = [key for key in action if key != "do"]
    if len(what) != 1 or what[0] not in corrections or type(action[what[0]]) is not dict:
        raise Refused("LOG")
    corrections[what[0]](state, action[what[0]])
    state["happened"][f"amend {what[0]} in {state['phase']}"] += 1


def amend_supporters(state: State, changes: Json) -> None:
    if not changes or not all(in_game(state, color) and is_whole(change) for color, change in changes.items()):
        raise Refused("LOG")
    for color, change in changes.items():
        player_called(state, color)["supporters"] += change
    if supply(state) < 0 or any(player["supporters"] < 0 for player in state["players"]):
        raise Refused("LOG")


def amend_move(state: State, move: Json) -> None:
    shape(move, {"tile": is_text, "to": is_text})
    if state["phase"] not in {"set_aside", "taxes"} or move["tile"] not in state["where"]:
        raise Refused("LOG")
    if move["to"] not in {"people", "set_aside"} and not in_game(state, move["to"]):
        raise Refused("LOG")
    state["where"][move["tile"]] = move["to"]


def amend_demand(state: State, demand: Json) -> None:
    if state["phase"] not in {"set_aside", "taxes"} or not demand:
        raise Refused("LOG")
    for commodity, number in demand.items():
        if commodity not in COMMODITIES or state["demand"][commodity] is None:
            raise Refused("LOG")
        if not is_whole(number) or not 1 <= number <= 9:
            raise Refused("LOG")
        state["demand"][commodity] = number


ACTIONS: Final[dict[str, Callable[[State, Json], None]]] = {
    "place_first": place_first,
    "spin": spin,
    "forget_spin": forget_spin,
    "set_aside": set_aside,
    "collect": collect,
    "rob": rob,
    "stop": stop,
    "count": count,
    "build": build,
    "pass": pass_,
    "reveal": reveal,
    "amend": amend,
}


# What the player who is to build may do


def options(state: State) -> list[Json]:
    if state["phase"] != "statues":
        return []
    found: list[Json] = []
    for field, kind, adjacent in sites(state, state["to_act"]):
        ways = payments(state, state["to_act"], cost_of(state, kind, adjacent))
        if ways:
            site = {} if field is None else {"field": field}
            found.append(site | {"kind": kind, "adjacent": adjacent, "payments": ways})
    return [*found, {"pass": True}]


def payments(state: State, color: str, cost: Mapping[str, int]) -> list[Json]:
    """Every payment that TR-4.5 and TR-4.6 accept, by the values of its tiles."""
    ways = []
    by_commodity = [
        minimal(tuple(sorted(value_of(state, tile) for tile in tiles_of(state, color, commodity))), cost[commodity])
        for commodity in COMMODITIES
    ]
    for chosen in product(*by_commodity):
        values = dict(zip(COMMODITIES, map(list, chosen), strict=True))
        ways.append(values | {"gains": sum(map(sum, chosen)) - sum(cost.values())})
    return sorted(ways, key=lambda way: [way[commodity] for commodity in COMMODITIES])


@functools.cache
def minimal(values: tuple[int, ...], cost: int) -> list[tuple[int, ...]]:
    """All choices of these values, tried one by one, that pay the cost with no tile to spare (TR-4.6)."""
    numbers = Counter(values)
    ways = []
    for how_many in product(*(range(numbers[value] + 1) for value in (1, 2, 3))):
        chosen = tuple(value for value, times in zip((1, 2, 3), how_many, strict=True) for _ in range(times))
        if sum(chosen) >= cost and all(sum(chosen) - value < cost for value in chosen):
            ways.append(chosen)
    return sorted(ways)
