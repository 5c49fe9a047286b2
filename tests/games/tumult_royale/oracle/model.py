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
UNCHANGING: Final = ("edition", "tile", "region", "kinds")


class Refused(Exception):
    """The action is refused; ``rules`` are the ids between which the contract leaves the choice, most often one."""

    def __init__(self, *rules: str) -> None:
        super().__init__(" or ".join(sorted(rules)))
        self.rules: frozenset[str] = frozenset(rules)


class Model:
    """One game as the contract has it, from its log: lines of the right shape after a legal start.

    Args:
        standard: the edition object that the word ``standard`` stands for.
    """

    def __init__(self, standard: Json) -> None:
        self.standard = standard
        self.state: State | None = None
        self.seq = 0
        self.before: list[State | None] = []
        """The state before each action that stands."""

    def submit(self, action: Json) -> tuple[str, Any]:
        """``("accepted", state)`` or ``("refused", rule ids)``, one of which is to be named."""
        try:
            self._submit(action)
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

    def _submit(self, action: Json) -> None:
        if action["do"] == "undo":
            self.state = self.before.pop()
            return
        if self.state is None:
            after = start(action, self.standard)
        else:
            after = copied_state(self.state)
            ACTIONS[action["do"]](after, action)
        self.before.append(self.state)
        self.state = after


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
    found: State = next(player for player in state["players"] if player["color"] == color)
    return found


def in_game(state: State, color: Json) -> bool:
    return any(player["color"] == color for player in state["players"])


def value_of(state: State, tile: str) -> int:
    value: int = state["tile"][tile]["value"]
    return value


def tiles_of(state: State, place: str, commodity: str) -> list[str]:
    return [tile for tile in tiles_at(state, place) if state["tile"][tile]["commodity"] == commodity]


def total(state: State, tiles: Iterable[str]) -> int:
    return sum(value_of(state, tile) for tile in tiles)


def refuse(faults: Iterable[tuple[bool, tuple[str, ...]]]) -> None:
    """Refuse with the first fault that is there."""
    for fault, rules in faults:
        if fault:
            raise Refused(*rules)


# TR-0


def tiles_in_play(tiles: Json, n: int) -> list[str]:
    """TR-0.2: one frame fewer for each player fewer than four."""
    return [tile["id"] for tile in tiles if tile["frame"] in FRAMES[: n - 1]]


def start(action: Json, standard: Json) -> State:
    """TR-0.2 to TR-0.6."""
    edition = standard if action["edition"] == "standard" else action["edition"]
    n = len(action["players"])
    state: State = {
        "edition": edition,
        "tile": {tile["id"]: tile for tile in edition["tiles"]},
        "region": {region["id"]: region["fields"] for region in edition["regions"]},
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
    """TR-0.6, TR-11.1."""
    tracked = state["map"] == "tracked"
    refuse(
        [
            (state["phase"] != "first_statues" or state["to_act"] != action["player"], ("TR-0.6",)),
            (tracked and not is_free_pasture(state, action.get("field")), ("TR-0.6",)),
        ]
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


# TR-1


def missing(state: State) -> list[str]:
    return [commodity for commodity in COMMODITIES if state["demand"][commodity] is None]


def spin(state: State, action: Json) -> None:
    """TR-1.1; a number between two sectors is settled where the arrow is read (TR-1.2)."""
    gambler = state["variant"] == "gambler"
    on_the_spinner = [sector["demand"] for sector in state["edition"]["spinner"]]
    refuse(
        [
            (state["phase"] != "sentiment", ("TR-1.1",)),
            # the order is fixed by TR-10.1, the spin's own rule is TR-1.1: both name this fault
            (gambler and missing(state)[:1] != [action.get("commodity")], ("TR-1.1", "TR-10.1")),
            (action["demand"] not in on_the_spinner, ("TR-1.1",)),
        ]
    )
    for commodity in [action["commodity"]] if gambler else COMMODITIES:
        state["demand"][commodity] = action["demand"]
    after_the_spin(state)


def forget_spin(state: State, action: Json) -> None:
    """TR-1.3."""
    refuse([(state["phase"] != "sentiment", ("TR-1.3",))])
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
        ]
    )
    state["where"][action["tile"]] = "set_aside"


def collect(state: State, action: Json) -> None:
    """TR-2.2."""
    complete = len(tiles_at(state, "set_aside")) == 3 * len(state["players"])
    refuse([(state["phase"] != "set_aside" or not complete, ("TR-2.2",))])
    state["phase"] = "taxes"
    state["hourglass"] = "running"
    state["last_tile_down"] = []


def rob(state: State, action: Json) -> None:
    """TR-2.3 to TR-2.5."""
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
        ]
    )
    if state["hourglass"] == "stopped":
        state["last_tile_down"].append(action["player"])
    state["where"][action["tile"]] = action["player"]


def stop(state: State, action: Json) -> None:
    refuse([(state["phase"] != "taxes" or state["hourglass"] != "running", ("TR-2.5",))])
    state["hourglass"] = "stopped"


def count(state: State, action: Json) -> None:
    """TR-2.6."""
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
    most = max(greed(state, player, commodity) for player in state["players"])
    greediest = next(player for player in by_rank(state) if greed(state, player, commodity) == most)
    pay(state, greediest, 3)
    tiles = tiles_of(state, greediest["color"], commodity)
    tiles.sort(key=lambda tile: (value_of(state, tile), tile))
    for tile in tiles[1:]:
        state["where"][tile] = "people"
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
        for player in by_rank(state):
            player["supporters"] += min(5, supply(state))
    payer["supporters"] -= min(k, payer["supporters"])


def gain(state: State, gainer: State, k: int) -> None:
    """TR-9.2."""
    if supply(state) < k:
        for player in state["players"]:
            player["supporters"] -= min(5, player["supporters"])
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
        state["turn"] += 1


def pass_(state: State, action: Json) -> None:
    out_of_turn = state["phase"] != "statues" or state["to_act"] != action["player"]
    refuse([(out_of_turn, ("TR-4.1",))])
    if not action.get("stuck"):
        state["could_build"].append(action["player"])
    state["to_act"] = None
    state["turn"] += 1
    next_to_build(state)


def build(state: State, action: Json) -> None:
    """TR-4.2 to TR-4.7, TR-4.11."""
    tracked = state["map"] == "tracked"
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
        ]
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
        ]
    )
    player = player_called(state, color)
    for tile in tiles:
        state["where"][tile] = "people"
    gain(state, player, total(state, tiles) - sum(cost.values()))
    statues = min(STATUES[kind], ALL_STATUES - player["placed"])
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
    """TR-6.1, TR-6.2, TR-6.5."""
    king = by_rank(state)[0]
    pay(state, king, 5)
    statues = 1 if state["round"] <= 5 else 2
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
        ]
    )
    state["face_down"] -= due(state)
    for lie in lies:
        state["regions"][lie["slot"]] = copied(lie)
    state["kinds"] = country(state)
    state["to_act"] = None
    end_round(state)


def end_round(state: State) -> None:
    """TR-6.4, TR-8.2, TR-7.1, and the next round (TR-7.2)."""
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


def amend(state: State, action: Json) -> None:
    for color, change in action.get("supporters", {}).items():
        player_called(state, color)["supporters"] += change
    if "move" in action:
        state["where"][action["move"]["tile"]] = action["move"]["to"]
    state["demand"].update(action.get("demand", {}))


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
