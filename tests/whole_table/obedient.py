"""Players who do only what the table waits for, by gates, buttons and the knob."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from controller.games.contract.effects import Complain
from controller.games.contract.values import UNDO, CastleId
from controller.games.tumult_royale.box.words import SET_ASIDE_PER_PLAYER
from controller.games.tumult_royale.rules.state import LastTiles
from controller.play.console import Layer
from hw.values import ReaderId
from tests.support.playing import Playing

HELD_S = 1.2
PRESSED_S = 0.1

VISIT_S = 1.2
"""A gate counts a tile again after a second without it."""

OFTEN_ENOUGH = 3000
"""More gestures than any game needs."""


@dataclass
class Obedient:
    """The players of all castles: they see the public view and where the tiles lie, and choose at random.

    Attributes:
        through_the_line: tiles pass simulated readers; else the gates' reports are queued directly.
        mistakes: probability that a step is undone, or that a castle denies a correct number.
        steps: steps that the table waited for, in order.
        tapped_s: when each tile was last at a gate.
    """

    play: Playing
    moods: Random
    through_the_line: bool = True
    mistakes: float = 0.0
    steps: list[str] = field(default_factory=list)
    tapped_s: dict[str, float] = field(default_factory=dict)

    async def play_to_the_end(self) -> None:
        complaints: list[Complain] = []

        def watched(effects: Any) -> None:
            complaints.extend(effect for effect in effects if isinstance(effect, Complain))

        self.play.table.loop.effects.connect(watched)
        while self.play.table.loop.current_waiting().step != "new_game":
            await self.before_each_step()
            await self._put_right()
            complaints.clear()
            step = self.play.table.loop.current_waiting().step
            if step == "new_game":
                return
            self.steps.append(step)
            assert len(self.steps) < OFTEN_ENOUGH, self.steps[-20:]
            waited_for = self.play.table.loop.current_waiting()
            await getattr(self, f"_{step}")(waited_for.castle)
            await self.play.wait(0.05)
            assert complaints == [], (waited_for, complaints)
            if step not in {"rob", "why_pass", "turn_over"} and self.moods.random() < self.mistakes:
                await self._take_a_step_back()

    async def before_each_step(self) -> None:
        """Room for others to disturb the game."""

    async def _take_a_step_back(self) -> None:
        answer = await self.play.table.loop.propose_action(UNDO, "page")
        assert answer.refusal is None or answer.refusal.code == "LOG"  # nothing is left to take back

    async def _put_right(self) -> None:
        """Deal with what the display shows before the next step."""
        console = self.play.table.console
        while (layer := console.layer) in {Layer.MOVES, Layer.EFFECT, Layer.ARROW}:
            if layer is Layer.MOVES or (layer is Layer.EFFECT and self.moods.random() < 0.5):
                await self.play.press(PRESSED_S)
            await self.play.wait(0.3)

    # The steps, by the name that the table gives them.

    async def _place_first(self, castle: CastleId) -> None:
        view = self._view()
        if view["map"] == "honour":
            await self._yes(castle)
        else:
            fields = view["first_fields"]
            await self._on_the_page({"do": "place_first", "player": castle, "field": self.moods.choice(fields)})

    async def _spin(self, castle: CastleId) -> None:
        await self._yes(castle)

    async def _set_aside(self, _castle: None) -> None:
        due = [player["color"] for player in self._players() if player["set_aside"] < SET_ASIDE_PER_PLAYER]
        await self._tap(self.moods.choice(due), self._a_tile_of_the_people())

    async def _collect(self, castle: CastleId) -> None:
        await self._yes(castle)

    async def _turn_over(self, castle: CastleId) -> None:
        await self._yes(castle)

    async def _rob(self, _castle: None) -> None:
        if self.play.table.hourglass.remaining_s() < 1.0:
            await self.play.wait(1.2)  # a tile after the stop would count as the one tile in hand
        elif self.moods.random() < 0.5 and self.play.state.people_tiles:
            await self._tap(self.moods.choice(self._players())["color"], self._a_tile_of_the_people())
        else:
            await self.play.wait(self.moods.uniform(0.5, 3.0))

    async def _confirm(self, _castle: None) -> None:
        """A tile in hand comes down (TR-2.5), a castle finds its number wrong, or all say yes, or the king does."""
        phase = self.play.state.phase
        assert isinstance(phase, LastTiles)
        colors = [CastleId(player["color"]) for player in self._players() if not player["confirmed"]]
        color = self.moods.choice(colors)
        may_come = self.play.state.seat(color) not in phase.late and self.play.state.people_tiles
        if may_come and self.moods.random() < 0.3:
            await self._tap(color, self._a_tile_of_the_people())
        elif self.moods.random() < self.mistakes:
            await self.play.twins.panels[ReaderId(color)].no.press(PRESSED_S)
        else:
            await self._yes(color if self.moods.random() < 0.8 else None)

    async def _correct(self, castle: CastleId | None) -> None:
        if castle is None:  # there are several
            castle = self.moods.choice(sorted(self.play.table.loop.memory.correcting))
        for _ in range(self.moods.randrange(3)):
            await self._tap(castle, self._any_tile())
        await self._yes(castle, knob=False)

    async def _build(self, castle: CastleId) -> None:
        for tile in self._view()["payment"]["tiles"]:
            await self._tap(castle, tile)  # off again
        wanted = self.moods.choice(self._view()["payable"])
        if self.moods.random() < 0.2:
            await self._hold(castle)
            return
        for tile in wanted["ways"][0]["tiles"]:
            await self._tap(castle, tile)
        where = (wanted["kind"], wanted["adjacent"], wanted.get("field", True))
        for _ in range(100):
            ways = self._view()["payment"]["ways"]
            if where in {(way["kind"], way["adjacent"], way["chosen"]) for way in ways}:
                break
            await self._go_on(castle)
        else:
            raise AssertionError((wanted, ways))
        await self._yes(castle)

    async def _why_pass(self, castle: CastleId) -> None:
        if self.moods.random() < 0.5:
            await self._go_on(castle)
        await self._yes(castle)

    async def _reveal(self, castle: CastleId) -> None:
        reveal = self._view()["reveal"]
        slots = self.moods.sample(reveal["slots"], min(reveal["count"], len(reveal["slots"])))
        if not slots:
            await self._yes(castle)
            return
        tiles = self.moods.sample(reveal["free_tiles"], len(slots))
        lies = [
            {"slot": slot, "tile": tile, "turns": self.moods.randrange(4)}
            for slot, tile in zip(slots, tiles, strict=True)
        ]
        await self._on_the_page({"do": "reveal", "player": castle, "tiles": lies})

    # What hands can do.

    async def _tap(self, castle: str, tile: str) -> None:
        if self.through_the_line:
            ready_s = self.tapped_s.get(tile, 0.0) + VISIT_S  # sooner it would be the same visit to the gate
            await self.play.wait(max(0.0, ready_s - self.play.now_s()))
            await self.play.pass_tile(castle, tile, self.moods.uniform(0.06, 0.12))
            self.tapped_s[tile] = self.play.now_s()
        else:
            await self.play.report_tile(castle, tile)

    async def _yes(self, castle: CastleId | None, *, knob: bool = True) -> None:
        if castle is None or (knob and self.moods.random() < 0.5):
            await self.play.press(PRESSED_S)
        else:
            await self.play.twins.panels[ReaderId(castle)].yes.press(PRESSED_S)
            await self.play.wait(0.1)

    async def _hold(self, castle: CastleId) -> None:
        if self.moods.random() < 0.5:
            await self.play.press(HELD_S)
        else:
            await self.play.twins.panels[ReaderId(castle)].no.press(HELD_S)
            await self.play.wait(0.1)

    async def _go_on(self, castle: CastleId) -> None:
        assert self.play.twins.knob is not None
        payment = self._view()["payment"]
        if self.moods.random() < 0.5 and (len(payment["ways"]) > 1 or payment["asks"]):
            await self.play.twins.panels[ReaderId(castle)].no.press(PRESSED_S)
        else:
            await self.play.twins.knob.turn(1)
        await self.play.wait(0.1)

    async def _on_the_page(self, action: dict[str, Any]) -> None:
        answer = await self.play.table.loop.propose_action(action, "page")
        assert answer.refusal is None, answer.refusal

    def _view(self) -> dict[str, Any]:
        return self.play.table.game.view(self.play.state, self.play.table.loop.memory)

    def _players(self) -> list[dict[str, Any]]:
        players: list[dict[str, Any]] = self._view()["players"]
        return players

    def _a_tile_of_the_people(self) -> str:
        return self.moods.choice(self.play.state.table.pool.tile_ids(self.play.state.people_tiles))

    def _any_tile(self) -> str:
        return self.moods.choice(self.play.state.table.pool.tiles).id
