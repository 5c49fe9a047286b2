"""A whole game of Tumult Royale is won by somebody who only hears."""

import re
from pathlib import Path
from random import Random

from controller.background import together
from controller.games.contract.values import CastleId, PieceId
from controller.games.requests import NewGame
from controller.games.tumult_royale.rules.state import Over, State
from controller.play.simulated.hands import Hands as BotHands
from tests.whole_table.by_ear import Ears, Hands, ask
from tests.whole_table.playing import Playing
from tests.whole_table.spoken import heard, speaking

LISTENS = "blue"
FACE = re.compile(r"^(bread|marble|tools) ([123]), (.*)\.$")
BUILD = re.compile(r"^(.*) for (.*), gaining (\d+)\.$")
STATUES = {"palace": 3, "village": 2}
ENOUGH = {"bread": 4, "marble": 4, "tools": 3}
"""What one wants of each, and no more: who has most is blamed."""


class Touch:
    """What fingers feel: where tiles lie, not what they are."""

    def __init__(self, play: Playing) -> None:
        self._play = play

    def _state(self) -> State:
        return self._play.state

    def pile(self) -> list[PieceId]:
        """The people's, in the middle of the table."""
        state = self._state()
        return list(state.table.pool.ids(state.people))

    def own(self) -> list[PieceId]:
        """Those before oneself."""
        state = self._state()
        seat = state.table.colors.index(LISTENS)
        return list(state.table.pool.ids(state.players[seat].castle))


class Listener:
    """Plays blue: knows what was said, and where fingers feel tiles."""

    def __init__(self, ears: Ears, hands: Hands, touch: Touch, random: Random) -> None:
        self.ears, self.hands, self.touch, self.random = ears, hands, touch, random
        self.faces: dict[PieceId, tuple[str, int]] = {}
        self.has = dict.fromkeys(ENOUGH, 0)
        self.over: str | None = None
        self.aside, self.robbed = 0, False

    async def play(self) -> None:
        while self.over is None:
            await self.does(await self.ears.listen(patience_s=300))

    async def does(self, said: str) -> None:
        if said.startswith("The people want"):
            self.aside, self.robbed = 0, False
        if "wins." in said:
            self.over = said
        elif (
            re.search(r"Blue begins|Blue, press the knob", said)
            or ("All right?" in said)
            or "Then press the knob" in said
        ):
            await self.hands.press()
        elif "still due" in said and self.aside < 3:
            await self.sets_aside()
        elif said.startswith("Rob!") and not self.robbed:
            await self.robs()
        elif said.startswith("Blue builds. Tap"):
            await self.builds()

    async def sets_aside(self) -> None:
        for tile in self.random.sample(self.touch.pile(), 3 - self.aside):
            await self.holds(tile)
            await self.hands.hold(tile)
            self.aside += 1

    async def holds(self, tile: PieceId) -> str:
        """Hold it once, and hear what it is."""
        self.ears.forget()
        await self.hands.hold(tile)
        return await self.ears.listen(lambda text: FACE.match(text) is not None or "lies closed" in text)

    async def robs(self) -> None:
        self.has, self.robbed = dict.fromkeys(ENOUGH, 0), True
        pile = self.touch.pile()
        for tile in self.random.sample(pile, min(9, len(pile))):
            if tile not in self.touch.pile():
                continue
            face = FACE.match(await self.holds(tile))
            if face is None or face[3] != "with the people":
                return  # the sand has run out
            commodity, value = face[1], int(face[2])
            if self.has[commodity] < ENOUGH[commodity]:
                self.has[commodity] += value
                await self.hands.hold(tile)

    async def builds(self) -> None:
        choices = [BUILD.match(text) for text in await ask(self.ears, self.hands, "Hear my choices")]
        ways = [choice for choice in choices if choice is not None]
        if not ways:
            await self.ears.listen(lambda text: text.startswith("Blue builds"))
            await self.hands.hold_knob()
            return
        best = max(ways, key=lambda way: (STATUES.get(way[1].removesuffix(", double"), 1), int(way[3])))
        tiles = {tile: FACE.match(await self.holds(tile)) for tile in self.touch.own()}
        for wanted in best[2].split(", "):
            tile = next(tile for tile, face in tiles.items() if face and f"{face[1]} {face[2]}" == wanted)
            tiles.pop(tile)
            await self.holds(tile)
            self.ears.forget()
            await self.hands.hold(tile)
        await self.chooses(best[1])

    async def chooses(self, what: str) -> None:
        """Turn to it among all that the tiles would build, and press."""
        offered = re.compile(rf"(^|build\. ){what}(, \+\d)?, \d+ of \d+\.$")
        said = await self.ears.listen(lambda text: re.search(r"\d+ of \d+\.$", text) is not None)
        while offered.search(said) is None:
            self.ears.forget()
            await self.hands.turn(1)
            said = await self.ears.listen(lambda text: re.search(r"\d+ of \d+\.$", text) is not None)
        await self.hands.press()


async def test_somebody_who_only_hears_wins_a_game(tmp_path: Path) -> None:
    async with speaking(tmp_path, listeners=(LISTENS,), earphones=(LISTENS,), hourglass_s=60) as play:
        loop = play.table.loop
        ears = Ears(play, ("default", f"plughw:{LISTENS}"))
        blue = Listener(ears, Hands(play, LISTENS), Touch(play), Random(1))
        options = {"variant": "classic", "map": "honour"}
        castles = [CastleId("blue"), CastleId("yellow")]
        assert (await loop.submit(NewGame(castles, options), "test")).refusal is None

        def over() -> bool:
            return isinstance(play.state.phase, Over)

        other = BotHands(play.table, play.twins, Random(3), [CastleId("yellow")]).play(over)
        await together(blue.play(), other)
        assert blue.over is not None
        assert blue.over.endswith("Blue wins.")

    assert isinstance(play.state.phase, Over)
    assert play.state.color(play.state.phase.winner) == LISTENS
    while_it_lay_closed = [text for text in heard(play) if re.match(FACE, text) and "with the people" in text]
    assert while_it_lay_closed == []
