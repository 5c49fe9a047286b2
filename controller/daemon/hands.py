"""Hands of bots at a simulated table: they lift tiles, carry them over gates, press and turn the knob."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Final

from controller.daemon.simulated_box import uid_of
from controller.daemon.table import Table
from controller.games.tumult_royale import offers
from controller.games.tumult_royale.offers import Offer
from controller.games.tumult_royale.state import Robbing, State
from controller.games.tumult_royale.words import SET_ASIDE_EACH, STATUES_ON, Color, TileId
from hw.testing.table import TwinTable
from hw.units import ReaderId

DWELL_S: Final = (0.06, 0.14)
"""For how long a tile is in a gate's field: over a ramp, or by a tap."""

LOOK_S: Final = (0.6, 1.8)
"""How long a hand lifts a tile, looks at it and makes up its mind."""

LAST_DASH_S: Final = (0.4, 1.5)
"""How long after the end of the hourglass the tile in hand comes to its castle."""

QUIET_S: Final = 0.5
"""A pause between two moves that are not in a hurry."""

GATE_FORGETS_S: Final = 1.3
"""After this long away from a gate a tile counts there again."""

LONG_PRESS_S: Final = 1.2

WANTED: Final = (3, 7)
"""How many tiles a hand means to rob, drawn anew each round."""


class Hands:
    """The players' hands in one game. A hand knows what people see, and a tile only while it lifts it."""

    def __init__(self, table: Table, twins: TwinTable, random: Random, colors: Sequence[str]) -> None:
        self._table = table
        self._twins = twins
        self._random = random
        self._colors = [Color(color) for color in colors]
        self._lifted: set[TileId] = set()
        self.passes = 0

    async def play(self, rounds: int | None = None) -> None:
        """Do what the table waits for, where it is theirs to do, until ``rounds`` rounds or the game are over."""
        while self._state.phase.name != "over" and (rounds is None or self._state.round <= rounds):
            await self._one_step()
            await self._pause(QUIET_S)

    @property
    def _state(self) -> State:
        state = self._table.loop.state
        assert isinstance(state, State)
        return state

    async def _one_step(self) -> None:
        waiting = self._table.waiting()
        ours = waiting.castle is not None and Color(waiting.castle) in self._colors
        match waiting.step:
            case "set_aside":
                await self._each(self._set_aside)
            case "rob":
                await self._each(self._rob)
            case "build" if ours:
                await self._build(Color(str(waiting.castle)))
            case "place_first" | "reveal" if ours and self._state.table.map == "tracked":
                await self._point_at_the_map()
            case "confirm" if len(self._colors) == len(self._state.players):
                await self._press()  # where people play too, they compare and count
            case _ if ours:
                await self._press()

    async def _each(self, deed: Callable[[Color], Coroutine[None, None, None]]) -> None:
        async with asyncio.TaskGroup() as group:
            for color in self._colors:
                group.create_task(deed(color))

    async def _point_at_the_map(self) -> None:
        """Where the table knows the country, a field or a region tile is pointed at on the page."""
        view, color = self._table.view(), self._table.waiting().castle
        if view["phase"] == "first_statues":
            action = {"do": "place_first", "player": color, "field": self._random.choice(view["first_fields"])}
        else:
            reveal = view["reveal"]
            count = reveal["count"]
            slots, tiles = self._random.sample(reveal["slots"], count), self._random.sample(reveal["free_tiles"], count)
            lies = [
                {"slot": slot, "tile": tile, "turns": self._random.randrange(4)}
                for slot, tile in zip(slots, tiles, strict=True)
            ]
            action = {"do": "reveal", "player": color, "tiles": lies}
        await self._table.loop.propose(action, "hand")

    async def _set_aside(self, color: Color) -> None:
        while self._table.loop.desk.set_aside_by(color) < SET_ASIDE_EACH:
            if self._table.waiting().step not in {"set_aside", "spin"}:
                return
            await self._pause(self._random.uniform(*LOOK_S))
            await self._carry(self._lift(), color)

    async def _rob(self, color: Color) -> None:
        """Lift one tile after the other and keep some, until the hourglass is empty (TR-2.3, TR-2.5)."""
        wanted = self._random.randint(*WANTED)
        while isinstance(self._state.phase, Robbing) and wanted > 0 and self._state.people:
            tile = self._lift()
            await self._pause(self._random.uniform(*LOOK_S))
            if not isinstance(self._state.phase, Robbing):
                if self._random.random() < 0.5:
                    await self._pause(self._random.uniform(*LAST_DASH_S))
                    await self._carry(tile, color)
                self._lifted.discard(tile)
                return
            if self._random.random() < 0.7:
                await self._carry(tile, color)
                wanted -= 1
            self._lifted.discard(tile)
        while isinstance(self._state.phase, Robbing):
            await self._pause(QUIET_S)

    async def _build(self, color: Color) -> None:
        """Tap the tiles of the best way to build, turn the knob to it and press; or hold it to pass."""
        ways = offers.cheapest(self._state)
        if not ways:
            await self._press(LONG_PRESS_S)
            return
        best = max(ways, key=lambda way: (STATUES_ON[way.kind], way.adjacent, -len(way.tiles)))
        for tile in best.tiles:
            await self._carry(tile, color)
            await self._pause(QUIET_S / 2)
        await self._turn_to(best)
        await self._press()

    async def _turn_to(self, wanted: Offer) -> None:
        desk = self._table.loop.desk
        shown = [(way.kind, way.field, way.adjacent) for way in offers.for_tiles(self._state, desk.tapped)]
        way = (wanted.kind, wanted.field, wanted.adjacent)
        if way in shown and self._twins.knob is not None:
            await self._twins.knob.turn(shown.index(way))
            await self._pause(QUIET_S)

    def _lift(self) -> TileId:
        """Take any tile of the people that no other hand holds; nobody knows which it is."""
        state = self._state
        lying = [tile for tile in state.table.pool.ids(state.people) if tile not in self._lifted]
        tile = self._random.choice(lying)
        self._lifted.add(tile)
        return tile

    async def _carry(self, tile: TileId, color: Color) -> None:
        self.passes += 1
        dwell_s = self._random.uniform(*DWELL_S)
        await self._twins.pass_tile(ReaderId(color), uid_of(tile), dwell_s)
        await self._pause(QUIET_S / 5)
        self._lifted.discard(tile)

    async def _press(self, held_s: float = 0.1) -> None:
        """Press the knob and wait until the table has answered and shown it."""
        assert self._twins.knob is not None
        await self._twins.knob.press(held_s)
        await self._pause(QUIET_S)
        while self._table.effects.busy:
            await self._pause(QUIET_S)

    async def _pause(self, seconds: float) -> None:
        clock = self._table.clock
        await clock.sleep_until(clock.now_s() + seconds)
