"""Lines that get a game on, drawn by chance from what its state allows."""

from collections import Counter
from collections.abc import Callable

from tests.games.tudor.oracle import acting
from tests.games.tudor.oracle.drawing.ways import Ways
from tests.games.tudor.oracle.hands import in_stand
from tests.games.tudor.oracle.rounds import has_unused
from tests.games.tudor.oracle.words import FINGERS, Json, State, copied, player_called, rings_of


class Proposer(Ways):
    """Draws lines for one game; almost all are legal."""

    def line(self, s: State) -> Json:
        """The next line."""
        me = {"player": self.player}
        if s["due"]:
            return self.step(s, s["due"][0])
        if s["phase"] == "rings":
            rings = [ring for ring in self.box["rings"] if in_stand(self.box, s, ring)]
            return {"do": "choose_ring", **me, "ring": self.rng.choice(rings)}
        if s["phase"] == "hands":
            return {"do": "wear", **me, "hand": self.layout(player_called(s, self.player)["unworn"])}
        if s["phase"] == "assignment":
            return self.placement(s)
        if s["phase"] == "lords":
            room = [number for number in (1, 2, 3) if len(s["chambers"][number - 1]["lords"]) < 2]
            return {"do": "place_lord", **me, "chamber": self.rng.choice(room)}
        return self.turn(s)

    def regardless(self, s: State) -> Json:
        """What might be next if no step were due, any letter or figure open, and tokens plenty."""
        if s["phase"] == "assignment":
            number = self.rng.choice((1, 2, 3))
            assign = {"do": "assign", "player": self.player, "chamber": number}
            return self.rng.choice((assign, {"do": "pass", "player": self.player}))
        chance = self.rng.random()
        action = None
        if chance < 0.1:
            action = self.activate(s)
        elif chance < 0.6:
            action = self.act(s, list("ABCDEFGH"))
        elif chance < 0.8:
            rich = [{**player, "influence": 9, "intrigue": 9} for player in s["players"]]
            action = self.any_time({**s, "players": rich})
        return action or self.turn(s)

    def layout(self, rings: list[str]) -> Json:
        """Rings on fingers: one on each to begin with."""
        rings = self.rng.sample(rings, len(rings))
        hand: Json = {finger: [] for finger in FINGERS}
        for finger, ring in zip(self.rng.sample(FINGERS, 5), rings, strict=False):
            hand[finger].append(ring)
        for ring in rings[5:]:
            hand[self.rng.choice(FINGERS)].append(ring)
        return hand

    def placement(self, s: State) -> Json:
        me = {"player": self.player}
        if player_called(s, self.player)["supply"] == 0:
            return self.rng.choice((self.recall(s), {"do": "pass", **me}))
        room = [number for number in (1, 2, 3) if len(s["chambers"][number - 1]["bench"]) < self.box["bench"]]
        return {"do": "assign", **me, "chamber": self.rng.choice(room)}

    def recall(self, s: State) -> Json:
        return {"do": "recall", "player": self.player, "space": self.rng.choice(self.standing(s, self.player))}

    # Steps that are due

    def step(self, s: State, step: Json) -> Json:
        me = {"player": self.player}
        if step["step"] == "draw":
            seen = {space["token"] for space in s["spaces"].values()}.union(s["gone"])
            seen = seen.union(*(player["tokens"] + player["spent"] for player in s["players"]))
            tokens = self.box["tokens"]
            drawn = [token for token in tokens if token not in seen and s["bag"][tokens[token]] > 0]
            return {"do": "draw", "token": self.rng.choice(drawn)}
        if step["step"] == "ring":
            if s["robbed"] is None:
                rings = [ring for ring in self.box["rings"] if in_stand(self.box, s, ring)]
            else:
                rings = rings_of(player_called(s, s["robbed"]))
            ring = self.rng.choice(rings)
            hand = self.layout([*rings_of(player_called(s, self.player)), ring])
            return {"do": "take_ring", **me, "ring": ring, "hand": hand}
        if step["step"] == "wear":
            hand = self.layout(rings_of(player_called(s, step["player"])))
            return {"do": "wear", "player": step["player"], "hand": hand}
        if self.rng.random() < 0.8:
            if step["step"] == "office_action":
                action = self.act(s, list("ABCDEF"))
            else:
                action = self.use_of_token(s, step["kind"])
            if action is not None:
                return action
        return {"do": "decline", **me}

    def use_of_token(self, s: State, kind: str) -> Json:
        rng, me = self.rng, {"player": self.player}
        uses: list[Json] = []
        scenario = self.box["scenario"]
        if 6 in self.box["scoring"] and player_called(s, self.player)["supply"] > 0:
            uses.append({"do": "ambassador", **me})
        if scenario == 1 and kind == "intrigue":
            lying = [space for space, on in s["spaces"].items() if on["token"] is not None]
            if len(lying) >= 2:
                uses.append({"do": "scenario", **me, "side": "right", "spaces": rng.sample(lying, 2)})
        if scenario == 2 and kind == "influence":
            cards = self.to_be_had(s)
            if cards:
                uses.append({"do": "scenario", **me, "side": "left", "card": rng.choice(cards)})
        if scenario == 2 and kind == "intrigue":
            for number, chamber in enumerate(s["chambers"], 1):
                for upper, (one, other) in enumerate(zip(chamber["chairs"], chamber["chairs"][1:], strict=False), 1):
                    if one is not None and other is not None and self.player in {one["color"], other["color"]}:
                        chairs = rng.sample([upper, upper + 1], 2)
                        uses.append({"do": "scenario", **me, "side": "right", "chamber": number, "chairs": chairs})
        return rng.choice(uses) if uses else None

    def to_be_had(self, s: State) -> list[str]:
        return [faction for faction, cards in s["stacks"].items() if cards > 0]

    # Turns

    def turn(self, s: State) -> Json:
        """One of the things that a turn may hold."""
        unused = has_unused(s, self.player)
        active = s["turn"]["figure"] is not None
        letters = acting.open_letters(self.box, s, self.player)
        things: list[tuple[float, Callable[[], Json]]] = [
            (6 if unused and not active else 0, lambda: self.activate(s)),
            (8 if letters else 0, lambda: self.act(s, letters)),
            (1, lambda: self.bonus_move(s)),
            (0.2, lambda: self.exchange(s)),
            (2, lambda: self.any_time(s)),
            (0.5, lambda: self.recall_if_none(s)),
            (8 * self.temper.idle if active or not unused else 0, lambda: None),
        ]
        while sum(weight for weight, _ in things) > 0:
            thing = self.rng.choices(things, [weight for weight, _ in things])[0]
            action = thing[1]()
            if action is not None:
                return action
            if thing is things[-1] and thing[0] > 0:
                break
            things[things.index(thing)] = (0, thing[1])
        if unused and not active:
            return self.activate(s)
        return {"do": "end_turn", "player": self.player}

    def activate(self, s: State) -> Json:
        there: list[Json] = []
        for number, chamber in enumerate(s["chambers"], 1):
            for chair, figure in enumerate(chamber["chairs"], 1):
                if figure is not None and figure["color"] == self.player and not figure["used"]:
                    there.append({"chamber": number, "chair": chair})
            if {"color": self.player, "used": False} in chamber["lords"]:
                there.append({"chamber": number, "chair": "lord"})
        if not there:
            return None
        return {"do": "activate", "player": self.player, **self.rng.choice(there)}

    def recall_if_none(self, s: State) -> Json:
        if player_called(s, self.player)["supply"] > 0 or not self.standing(s, self.player):
            return None
        return self.recall(s)

    def exchange(self, s: State) -> Json:
        held = Counter[str](player_called(s, self.player)["cards"])
        if held.total() < 2:
            return None
        give = self.rng.sample(list(held.elements()), 2)
        take = self.rng.choice(sorted({*self.to_be_had(s), *give}))
        return {"do": "exchange", "player": self.player, "give": give, "take": take}

    def bonus_move(self, s: State) -> Json:
        player = player_called(s, self.player)
        worth = self.box["edition"]["essentials"]
        tokens = [
            token
            for token in player["tokens"]
            if 2 not in self.box["scoring"] or worth[self.box["tokens"][token]]["worth"] >= 0
        ]
        if player["moved"] or len(tokens) < 2:
            return None
        way = self.way(s, 1, straight=False)
        return way and {"do": "move", "player": self.player, "tokens": self.rng.sample(tokens, 2), **way}

    def any_time(self, s: State) -> Json:
        """A side of the scenario card that serves any time."""
        rng, player = self.rng, player_called(s, self.player)
        me = {"do": "scenario", "player": self.player}
        scenario = self.box["scenario"]
        if scenario == 1 and player["influence"] >= 2:
            chairs = [
                {"chamber": number, "chair": chair}
                for number, chamber in enumerate(s["chambers"], 1)
                for chair, figure in enumerate(chamber["chairs"], 1)
                if figure is not None and figure["color"] == self.player
            ]
            room = [number for number in (1, 2, 3) if len(s["chambers"][number - 1]["bench"]) < self.box["bench"]]
            return {**me, "side": "left", **rng.choice(chairs), "to": rng.choice(room)} if chairs and room else None
        if scenario == 3 and player["intrigue"] >= 2 and rng.random() < 0.7:
            jumps = self.jumps(s)
            return {**me, "side": "right", **rng.choice(jumps)} if jumps else None
        if scenario == 3 and player["influence"] >= 2 and self.to_be_had(s):
            return {**me, "side": "left", "card": rng.choice(self.to_be_had(s))}
        if scenario == 4 and player["influence"] >= 1 and player["intrigue"] >= 1:
            theirs = [ring for other in s["players"] if other is not player for ring in rings_of(other)]
            return {**me, "side": "left", "mine": rng.choice(rings_of(player)), "theirs": rng.choice(theirs)}
        if scenario == 5 and player["influence"] >= 2 and "left" not in s["turn"]["scenario"] and rng.random() < 0.6:
            way = self.way(s, 2, straight=False)
            return way and {**me, "side": "left", **way}
        if scenario == 5 and player["intrigue"] >= 2 and "right" not in s["turn"]["scenario"]:
            spaces = [space for space, on in s["spaces"].items() if on["courtier"] not in {None, self.player}]
            spaces = [space for space in spaces if player["intrigue"] >= 3 or int(space[1]) < 4]
            return {**me, "side": "right", "space": rng.choice(spaces)} if spaces else None
        return None

    def jumps(self, s: State) -> list[Json]:
        found = []
        for origin in self.standing(s, self.player):
            for sideways, upwards in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                over = chr(ord(origin[0]) + sideways) + str(int(origin[1]) + upwards)
                end = chr(ord(origin[0]) + 2 * sideways) + str(int(origin[1]) + 2 * upwards)
                if over in s["spaces"] and s["spaces"][over]["courtier"] is not None and self.may_end(s, end):
                    found.append({"from": origin, "to": end})
        return found

    # The letters

    def act(self, s: State, letters: list[str]) -> Json:
        """One of these actions, or None if none was found."""
        weights = {"A": 3, "C": 3, "E": 4, "G": 2, "H": 0.3}
        for letter in sorted(letters, key=lambda letter: self.rng.random() / weights.get(letter, 1)):
            fields = getattr(self, f"act_{letter.lower()}")(s)
            if fields is not None:
                done = fields if "do" in fields else {"do": "act", "player": self.player, "action": letter, **fields}
                return copied(done)
        return None

    def enhanced(self, s: State, letter: str) -> bool:
        return acting.enhanced(self.box, player_called(s, self.player), letter) and self.rng.random() < 0.9

    def act_a(self, s: State) -> Json:
        factions = acting.ring_factions(self.box, player_called(s, self.player))
        enhanced = self.enhanced(s, "A")
        for _ in range(3):
            way = self.way(s, 1, straight=False)
            if way is not None:
                token = s["spaces"][way["path"][0]]["token"]
                if enhanced or token is None or self.box["tokens"][token] in factions:
                    return way
        return None

    def act_b(self, s: State) -> Json:
        mine = rings_of(player_called(s, self.player))
        free = [ring for ring in self.box["rings"] if in_stand(self.box, s, ring)]
        stand = Counter[str](s["stand"])
        swaps = []
        for _ in range(2 if self.enhanced(s, "B") and self.rng.random() < 0.7 else 1):
            takes = [ring for ring in free if stand[self.box["rings"][ring]] > 0]
            if not takes:
                break
            take, give = self.rng.choice(takes), self.rng.choice(mine)
            swaps.append({"take": take, "give": give})
            stand[self.box["rings"][take]] -= 1
            stand[self.box["rings"][give]] += 1
            free = [ring for ring in free if ring != take] + [give]
            mine = [ring for ring in mine if ring != give] + [take]
        cards = [self.box["rings"][swap["take"]] for swap in swaps]
        cards = [card for card in cards if s["stacks"][card] > 0]
        return None if not swaps else {"swaps": swaps} | ({"card": self.rng.choice(cards)} if cards else {})

    def act_c(self, s: State) -> Json:
        return self.paid_way(s, 3, straight=False) if self.enhanced(s, "C") else self.paid_way(s, 2, straight=True)

    def act_d(self, s: State) -> Json:
        rings = Counter(acting.ring_factions(self.box, player_called(s, self.player)))
        if self.enhanced(s, "D"):
            rings += rings
        to_be_had = [faction for faction in rings for _ in range(min(rings[faction], s["stacks"][faction], 2))]
        return {"cards": self.rng.sample(to_be_had, min(2, len(to_be_had)))} if to_be_had else None

    def act_e(self, s: State) -> Json:
        action = self.paid_way(s, 7, straight=True)
        if action is not None and "do" not in action and len(action["path"]) >= 3 and self.enhanced(s, "E"):
            action["card"] = self.rng.choice(action["cards"])
        return action

    def act_f(self, s: State) -> Json:
        to_be_had = [faction for faction in s["stacks"] for _ in range(min(2, s["stacks"][faction]))]
        if len(to_be_had) >= 2 and self.enhanced(s, "F"):
            cards = self.rng.sample(to_be_had, 2)
            held = [faction for faction, number in player_called(s, self.player)["cards"].items() if number]
            return {"cards": cards, "back": self.rng.choice(held + cards)}
        return {"cards": [self.rng.choice(to_be_had)]} if to_be_had else None

    def act_g(self, s: State) -> Json:
        return self.paid_way(s, 1, straight=True)

    def act_h(self, s: State) -> Json:
        factions = acting.ring_factions(self.box, player_called(s, self.player))
        cards = [card for card in factions if s["stacks"][card] > 0]
        return {"card": self.rng.choice(cards)} if cards else None
