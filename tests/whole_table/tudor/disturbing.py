"""People who play Tudor while somebody disturbs them: wrong taps, missing rings, undo, corrections."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from controller.games.contract.inputs import GateComplained
from controller.games.contract.values import CastleId
from controller.games.requests import Correct
from controller.games.tudor.rules.state import RingStep, WearStep
from controller.games.tudor.rules.table import each_bit
from controller.play.inputs import OTHER_GAME
from controller.play.menu import MenuAction
from hw.ntag.twin import Ntag213
from hw.values import ReaderId, Uid
from tests.whole_table.tudor.people import HELD_S, People

STRANGE = Uid(bytes.fromhex("04a1b2c3d4e5f6"))
"""A sticker that was never taught."""

KINDS = (
    *("any_piece", "a_token_of_others", "an_early_yes", "any_button", "a_turn", "two_at_once", "a_strange_sticker"),
    *("a_piece_of_another_game", "an_undo", "a_correction_by_the_menu", "an_amendment"),
    *("a_ring_that_is_not_there", "missing_rings"),
)
"""Disturbances by the names of the methods that do them."""

OF_RINGS = ("a_ring_that_is_not_there", "missing_rings")


@dataclass
class Disturbed(People):
    """Before a gesture comes, as often as ``often`` says, something else.

    Attributes:
        happened: how often each disturbance came.
    """

    often: float = 0.15
    happened: Counter[str] = field(default_factory=Counter)

    async def before_each_gesture(self) -> None:
        if self.moods.random() < self.often:
            name = self.moods.choice([*KINDS, *(OF_RINGS * 3 if self._lays_rings() else ())])
            self.happened[name] += 1
            await getattr(self, name)()
            await self.play.wait(self.moods.uniform(0.0, 1.0))
            await self.leave_the_menu()

    def _lays_rings(self) -> bool:
        due = self.state.due
        return self.state.phase in {"rings", "hands"} or (bool(due) and isinstance(due[0], RingStep | WearStep))

    def _any_castle(self) -> CastleId:
        return self.moods.choice(self.play.table.loop.castles)

    async def any_piece(self) -> None:
        await self.tap(self._any_castle(), self.moods.choice(self.play.table.game.pieces()).id)

    async def a_token_of_others(self) -> None:
        """From behind another's screen, at the gate of the one to act."""
        pieces, seat = self.state.table.pieces, self.state.to_act
        theirs = [
            token
            for other, player in enumerate(self.state.players)
            if other != seat
            for token in each_bit(player.tokens | player.spent)
        ]
        if theirs:
            await self.tap(self.acting, pieces.tokens[self.moods.choice(theirs)])

    async def a_ring_that_is_not_there(self) -> None:
        """One that another wears, or that is not in the stand, where one of one's own is wanted."""
        pieces, seat = self.state.table.pieces, self.state.to_act
        mine = [] if seat is None else self.state.players[seat].rings
        await self.tap(self.acting, self.moods.choice([ring for n, ring in enumerate(pieces.rings) if n not in mine]))

    async def missing_rings(self) -> None:
        """A yes after some of the rings of a hand; the others lie somewhere on the table."""
        seat = self.state.to_act
        assert seat is not None
        player = self.state.players[seat]
        mine = [self.state.table.pieces.rings[ring] for ring in (player.unworn or player.rings)]
        for ring in self.moods.sample(mine, min(len(mine), self.moods.randrange(2))):
            await self.tap(self.acting, ring)
        await self.button(self.acting, "yes")

    async def an_early_yes(self) -> None:
        await self.button(self.acting, "yes")

    async def any_button(self) -> None:
        await self.button(self._any_castle(), self.moods.choice(("yes", "no")))

    async def a_turn(self) -> None:
        if not self.play.table.loop.on_table.to_move:
            await self.turn(self.moods.choice((-1, 1, 3)))

    async def two_at_once(self) -> None:
        castle = self._any_castle()
        if not self.through_the_line:
            await self.put(GateComplained(castle, "complaint-one-at-a-time", self.play.now_s()))
            return
        chip = self.play.twins.readers[ReaderId(castle)]
        pair = [Ntag213(STRANGE), Ntag213(Uid(bytes(reversed(STRANGE))))]
        for tag in pair:
            chip.enter(tag)
        await self.play.wait(0.4)
        for tag in pair:
            chip.leave(tag)
        self.left_s |= dict.fromkeys([where for where in self.left_s if where[0] == castle], self.play.now_s())

    async def a_strange_sticker(self) -> None:
        castle = self._any_castle()
        if self.through_the_line:
            await self.play.twins.pass_tile(ReaderId(castle), STRANGE, 0.1)
        else:
            await self.put(GateComplained(castle, "complaint-unknown-tag", self.play.now_s()))

    async def a_piece_of_another_game(self) -> None:
        castle = self._any_castle()
        if self.through_the_line:
            await self.tap(castle, "t07", game="tumult_royale")
        else:
            await self.put(GateComplained(castle, OTHER_GAME, self.play.now_s()))

    async def an_undo(self) -> None:
        """A held no of anybody."""
        await self.button(self._any_castle(), "no", HELD_S)

    async def a_correction_by_the_menu(self) -> None:
        """Back to where somebody began, as far as holding the knob opens the menu."""
        await self.press(HELD_S)
        if self.play.table.console._menu is not None:
            await self.play.choose(MenuAction.GO_BACK)

    async def an_amendment(self) -> None:
        """On the page, before a step that may have been taken back long ago."""
        loop, moods = self.play.table.loop, self.moods
        step = None if moods.random() < 0.3 else max(2, loop.seq - moods.randrange(12))
        await loop.submit(Correct(step, amend=[self._amended()]), "test")

    def _amended(self) -> dict[str, Any]:
        table, moods = self.state.table, self.moods
        match moods.randrange(3):
            case 0:
                return {"do": "amend", "cards": {moods.choice(table.colors): {moods.choice(table.names): 1}}}
            case 1:
                return {"do": "amend", "prestige": {moods.choice(table.colors): moods.choice((-1, 2))}}
            case _:
                return {"do": "amend", "swap": [str(each) for each in moods.sample(table.board.names, 2)]}
