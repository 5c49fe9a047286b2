"""Ways through the throne room that a courtier may take now, drawn by chance, and the cards for them."""

from collections import Counter
from random import Random

from tests.games.tudor.oracle.words import Box, Json, State, player_called


class Temper:
    """How the players of a game are, drawn by chance.

    Args:
        rng: where all chance comes from.
    """

    def __init__(self, rng: Random) -> None:
        self.ambition = rng.choice((0.3, 0.9, 0.97))
        """How often a way that ends in an office is preferred."""
        self.champion = rng.choice((None, None, 0, 1))
        """The seat of the only one who strives for offices, if it is one."""
        self.windfalls = rng.choice((0.0, 0.5, 1.0))
        """How often cards that are missing are amended."""
        self.idle = rng.choice((0.02, 0.2))
        """How often a turn ends early."""


class Ways:
    """Draws ways for the courtiers of a player.

    Args:
        rng: where all chance comes from.
        box: what the start has fixed.
        temper: what the players like.
        player: the colour of who is to act, or to begin.
    """

    def __init__(self, rng: Random, box: Box, temper: Temper, player: str) -> None:
        self.rng = rng
        self.box = box
        self.temper = temper
        self.player = player

    def standing(self, s: State, color: str) -> list[str]:
        """Where a player's courtiers stand."""
        return [space for space, on in s["spaces"].items() if on["courtier"] == color]

    def is_top(self, space: str) -> bool:
        return int(space[1]) == int(self.box["heights"][space[0]])

    def may_end(self, s: State, space: str) -> bool:
        if space not in s["spaces"] or s["spaces"][space]["courtier"] is not None:
            return False
        return not (self.is_top(space) and s["offices"][space[0]] == self.player)

    def way(self, s: State, most: int, *, straight: bool) -> Json:
        """``from`` and ``path``, or None."""
        origins = self.standing(s, self.player)
        origins = self.rng.sample(origins, min(2, len(origins)))
        if player_called(s, self.player)["supply"] > 0:
            origins.append("supply")
        ways: list[list[str]] = []
        for origin in origins:
            begun: list[list[str]] = [[origin]]
            if origin == "supply":
                open_spaces = [column + "1" for column in self.box["heights"] if self.may_end(s, column + "1")]
                begun = [[origin, space] for space in self.rng.sample(open_spaces, min(3, len(open_spaces)))]
            for way in begun:
                self.go_on(s, way, most, ways, straight=straight)
        if not ways:
            return None
        to_offices = [way for way in ways if self.is_top(way[-1])]
        strives = self.temper.champion in {None, self.box["colors"].index(self.player)}
        if strives and to_offices and self.rng.random() < self.temper.ambition:
            ways = to_offices
        way = self.rng.choice(ways)
        return {"from": way[0], "path": way[1:]}

    def go_on(self, s: State, way: list[str], most: int, ways: list[list[str]], *, straight: bool) -> None:
        """Collects every way that goes on from this one."""
        if len(way) > 1 and self.may_end(s, way[-1]):
            ways.append(way)
        if len(way) - 1 == most or (len(way) > 1 and self.is_top(way[-1])):
            return
        column, row = ord(way[-1][0]), int(way[-1][1])
        beside = [chr(column) + str(row + 1)]
        if not straight:
            beside += [chr(column) + str(row - 1), chr(column - 1) + str(row), chr(column + 1) + str(row)]
        for space in beside:
            if space in s["spaces"] and space not in way:
                self.go_on(s, [*way, space], most, ways, straight=straight)

    def paid_way(self, s: State, most: int, *, straight: bool) -> Json:
        """A way with the cards for it; cards that are missing may be amended."""
        way: Json = None
        for _ in range(3):
            way = self.way(s, most, straight=straight)
            if way is None:
                return None
            cards = self.payment(s, way["path"])
            if cards is not None:
                return way | {"cards": cards}
        return self.windfall(s, way["path"]) if self.rng.random() < self.temper.windfalls else None

    def needed(self, s: State, space: str) -> str | None:
        """The faction of the card that a space costs; None is any."""
        lies = s["spaces"][space]
        faction: str | None = None
        if lies["courtier"] is None and lies["token"] is not None:
            faction = self.box["tokens"][lies["token"]]
        return faction

    def payment(self, s: State, path: list[str]) -> list[str] | None:
        needed = [self.needed(s, space) for space in path]
        hand = Counter[str](player_called(s, self.player)["cards"])
        hand.subtract(faction for faction in needed if faction is not None)
        if min(hand.values()) < 0:
            return None
        spare = list(hand.elements())
        if len(spare) < needed.count(None):
            return None
        self.rng.shuffle(spare)
        return [spare.pop() if faction is None else faction for faction in needed]

    def windfall(self, s: State, path: list[str]) -> Json:
        wanted = Counter(self.needed(s, space) or self.rng.choice(self.box["factions"]) for space in path)
        changes = {faction: number for faction, number in wanted.items() if s["stacks"][faction] >= number}
        return {"do": "amend", "cards": {self.player: changes}} if changes else None

    def crooked(self, s: State, space: str, *, straight: bool) -> list[str]:
        """A way from a space that keeps to no rule but, mostly, goes from space to space."""
        rng = self.rng
        way = [space]
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 3, 4, 8))):
            step = rng.choice(((0, 1), (0, 1), (0, -1), (1, 0), (-1, 0), (0, 0), (1, 1), (0, 2)))
            if straight and rng.random() < 0.9:
                step = (0, 1)
            beside = chr(ord(space[0]) + step[0]) + str(int(space[1]) + step[1])
            if beside in s["spaces"]:
                space = beside
                way.append(space)
            elif rng.random() < 0.3:
                way.append(rng.choice(list(s["spaces"])))
        return way
