"""Monte Carlo tree search over the builds of a placement phase, or over the first statues.

During these phases nothing is drawn, and what lies hidden does not matter: all castles are counted, tiles set aside go
back, and region tiles are drawn when they are turned up. So a node stands for one sequence of moves, and only the
playouts behind the tree draw, by the core's own generator: they sample what no seat knows.

Like the core, this is plain Python or C. Nothing here reads a clock: a caller searches as often as there is time.
"""

from array import array
from math import log
from typing import Final

from controller.games.tumult_royale.search.core import Core

FIRST: Final = 0
GREEDY: Final = 1
"""The core's phase of first statues, and its policy for playouts."""

PRICES: Final = 7
BY_STATUES: Final = [4, 3, 0, 1, 2, 5, 6]
"""The core's prices, most statues first: of moves not tried yet the first one is."""

LEAST, MOST = 1, 2
"""The core's ways to choose a payment."""

PASS: Final = -1
FIELDS: Final = 73
"""A build is ``2 * (73 * price + field + 1)``, and one more if it pays with most surplus; 0 is no field."""

NODES: Final = 65536
DEPTH: Final = 63
WIDTH: Final = 3
"""Fields that are tried for each price: the most promising."""

EXPLORATION: Final = 0.7
WON: Final = 0.7
EVEN: Final = 0.15
A_STATUE: Final = 0.015
"""Value of a won game, of one as good as the best other, and of each statue beyond that; 0 to 1 in all."""


def price_of(move: int) -> int:
    return move // 2 // FIELDS


def field_of(move: int) -> int:
    return move // 2 % FIELDS - 1


def payment_of(move: int) -> int:
    return MOST if move % 2 else LEAST


class Tree:
    """A search from one position.

    Attributes:
        root: the position; ``game`` is the one that a playout changes.
        move: that leads to a node, ``first`` of its children and ``children`` in number, -1 before they are listed.
        visits, value: of a node; the value by seat.
        won: of all playouts, by seat.
    """

    def __init__(self, root: Core, seed: int) -> None:
        self.root, self.game = root, Core(root.box, seed)
        self.move, self.first = array("i", [0]) * NODES, array("i", [0]) * NODES
        self.children, self.visits = array("i", [-1]) * NODES, array("i", [0]) * NODES
        self.value = array("d", [0.0]) * (4 * NODES)
        self.moves, self.path, self.won = [0] * 128, [0] * 64, [0] * 4
        self.used = 1

    def search(self, playouts: int) -> None:
        for _ in range(playouts):
            self.play_once()

    def best_move(self) -> tuple[int, int]:
        """Return price and field of the move tried most often, with its payment in the root; price -1 is to pass.

        Of a first statue only the field counts.
        """
        best = self.first[0]
        for node in range(best, best + self.children[0]):
            if self.visits[node] > self.visits[best]:
                best = node
        move, root = self.move[best], self.root
        if root.phase == FIRST:
            return 0, move
        if move == PASS:
            return -1, -1
        root.choose_payment(root.ranked[root.rank], price_of(move), payment_of(move))
        return price_of(move), field_of(move)

    def settle(self, least: int) -> None:
        """Play the moves tried most often in the root, while they were tried ``least`` times, to its phase's end."""
        game, node = self.game, 0
        game.copy_from(self.root)
        while game.phase == self.root.phase and game.round == self.root.round and self.children[node] > 0:
            best = self.first[node]
            for child in range(best, best + self.children[node]):
                if self.visits[child] > self.visits[best]:
                    best = child
            if self.visits[best] < least:
                break
            node = best
            self.play(self.move[node])
        self.root.copy_from(game)

    def play_once(self) -> None:
        """Follow the tree to a new node, play from there to the end, and add the result to all nodes on the way."""
        game, node, depth = self.game, 0, 0
        game.copy_from(self.root)
        while game.phase == self.root.phase and game.round == self.root.round and depth < DEPTH:
            if self.children[node] < 0:
                if depth and not self.visits[node]:
                    break
                self.list_children(node)
            if self.children[node] == 0:
                break
            node = self.choose_child(node, game.ranked[game.rank])
            self.play(self.move[node])
            depth += 1
            self.path[depth] = node
        game.play_out(GREEDY)
        self.add_result(depth)

    def choose_child(self, node: int, seat: int) -> int:
        """Return the first child not tried; else that of the highest upper confidence bound for the seat."""
        best, highest = self.first[node], -1.0
        spread = log(self.visits[node] + 1.0)
        spread = EXPLORATION * spread**0.5
        for child in range(self.first[node], self.first[node] + self.children[node]):
            tried = 1.0 * self.visits[child]
            if tried == 0:
                return child
            bound = self.value[4 * child + seat] / tried + spread / tried**0.5
            if bound > highest:
                best, highest = child, bound
        return best

    def add_result(self, depth: int) -> None:
        game = self.game
        self.won[game.winner] += 1
        for seat in range(game.box.players):
            best = 0
            for other in range(game.box.players):
                if other != seat:
                    best = max(best, game.placed[other])
            margin = EVEN + A_STATUE * (game.placed[seat] - best)
            value = min(max(margin, 0.0), 2 * EVEN) + (WON if game.winner == seat else 0.0)
            for at in range(depth + 1):
                self.value[4 * self.path[at] + seat] += value
        for at in range(depth + 1):
            self.visits[self.path[at]] += 1

    # The moves worth trying, best first.

    def list_children(self, node: int) -> None:
        """Give a node its children; none if the tree is full."""
        found = self.list_first_fields() if self.game.phase == FIRST else self.list_builds()
        self.first[node], self.children[node] = self.used, 0
        if self.used + found <= NODES:
            self.children[node] = found
            for at in range(found):
                self.move[self.used + at] = self.moves[at]
            self.used += found

    def list_first_fields(self) -> int:
        game, found = self.game, 0
        for field in range(72):
            if (game.kinds[field // 36] & game.free[field // 36]) >> field % 36 & 1:
                self.moves[found] = field
                found += 1
        return found

    def list_builds(self) -> int:
        """For each price the most promising fields, with least and most surplus if these differ; last, to pass."""
        game, found = self.game, 0
        seat = game.ranked[game.rank]
        prices = game.affordable(seat)
        for place in range(PRICES):
            price = BY_STATUES[place]
            sites = game.number_of_sites(seat, price) if prices >> price & 1 else 0
            if sites:
                game.choose_payment(seat, price, LEAST)
                gains = game.gains
                game.choose_payment(seat, price, MOST)
                begin = found
                for number in range(sites):
                    found = self.insert(game.site(seat, price, number), begin, found)
                for at in range(begin, found):
                    self.moves[at] = 2 * (FIELDS * price + self.moves[at] + 1)
                if game.gains > gains:
                    for at in range(begin, found):
                        self.moves[at + found - begin] = self.moves[at] + 1
                    found += found - begin
        self.moves[found] = PASS
        return found + 1

    def insert(self, field: int, begin: int, end: int) -> int:
        """Insert a field into ``moves`` by its promise, keep ``WIDTH`` of them from ``begin`` on; return their end."""
        at = end
        while at > begin and self.game.promise(field) > self.game.promise(self.moves[at - 1]):
            self.moves[at] = self.moves[at - 1]
            at -= 1
        self.moves[at] = field
        return min(end + 1, begin + WIDTH)

    def play(self, move: int) -> None:
        game = self.game
        if game.phase == FIRST:
            game.place_first(move)
        elif move == PASS:
            game.pass_turn()
        else:
            game.choose_payment(game.ranked[game.rank], price_of(move), payment_of(move))
            game.build(price_of(move), field_of(move))
