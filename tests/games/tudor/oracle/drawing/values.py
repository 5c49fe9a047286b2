"""What the fields of an action may hold, drawn by chance: mostly something that there is."""

from typing import Final

from tests.games.tudor.oracle.drawing.house_editions import COLORS, FACTIONS
from tests.games.tudor.oracle.drawing.proposals import Proposer
from tests.games.tudor.oracle.words import Json, State, player_called, rings_of

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


class Values(Proposer):
    """Draws single values, too."""

    def any_value(self, s: State, key: str) -> Json:
        """What may stand in a field: mostly something that there is."""
        rng = self.rng
        if key == "hand":
            rings = rings_of(rng.choice(s["players"])) + self.any_list(s, key)
            return self.layout(rings)
        if key == "path":
            return self.crooked(s, rng.choice(list(s["spaces"])), straight=rng.random() < 0.5)
        if key == "cards":
            held = [faction for player in s["players"] for faction, number in player["cards"].items() if number]
            return [rng.choice([*held, *s["stacks"]]) for _ in range(rng.choice((1, 2, 2, 3)))]
        if key in {"tokens", "give", "chairs", "spaces"}:
            return [rng.choice(self.any_list(s, key)) for _ in range(2)]
        if key == "swaps":
            return [self.any_list(s, key)[0] for _ in range(rng.choice((1, 1, 2, 2, 3)))]
        if key == "to" and self.box["scenario"] == 3:
            return rng.choice(self.any_list(s, "space"))
        return rng.choice(self.any_list(s, key))

    def any_list(self, s: State, key: str) -> list[Json]:
        """Some of what may stand in a field, or in its list."""
        rng = self.rng
        box = self.box
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
