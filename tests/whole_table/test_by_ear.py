"""A player who only hears loudspeaker and earphone plays whole games."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from controller.background import run_concurrently
from controller.games.contract.values import CastleId, PieceId
from controller.games.requests import NewGame
from controller.games.tudor.bots.hand import BotHand
from controller.games.tumult_royale.rules.state import Over
from controller.play.bots.bot_hands import BotHands
from controller.play.page_service import PageService
from hw.speech.twin import PlayedUtterance
from tests.support.playing import Playing, heard, speaking
from tests.whole_table.helping import CASTLES, Helpers, asking, begin_with_bots

LISTENS = "blue"
APART_S = 1.6
"""A piece must have left a gate for a second before it is there anew; a reader that naps sees that a bit late."""

FACE = re.compile(r"^(bread|marble|tools) ([123]), (.*)\.$")
PLACE = re.compile(r"^(.*), (\d+) of (\d+)\.$")
TOLD = re.compile(r"^(\w+) (token|ring), (.*)\.$")


class ChipError(Exception):
    """Nothing was heard where something should be."""


class Listener(ABC):
    """Plays blue: knows what was said, sentence by sentence, and where fingers feel pieces, not what these are.

    Attributes:
        over: how the game ended, as it was said.
    """

    def __init__(self, play: Playing) -> None:
        self.game, self.chance = play, Random(1)
        self.over: str | None = None
        self._news: list[str] = []
        self._left_s: dict[str, float] = {}
        play.twins.loudspeaker.on_heard = self._hear

    @abstractmethod
    async def does(self, text_heard: str) -> None:
        """What follows for blue from a sentence."""

    @abstractmethod
    def check(self) -> None:
        """Check the game's end and the sentences spoken during it."""

    async def play(self) -> None:
        while self.over is None:
            await self.does(await self.hear(patience_s=600))

    @property
    def state(self) -> Any:
        return self.game.table.loop.state

    def _hear(self, heard: PlayedUtterance) -> None:
        if heard.whole and heard.spoken.output in {"default", f"plughw:{LISTENS}"}:
            self._news.append(heard.spoken.text)

    def forget(self) -> None:
        self._news.clear()

    async def hear(self, until: Callable[[str], object] = lambda _: True, patience_s: float = 30) -> str:
        for _ in range(int(patience_s / 0.3)):
            while self._news:
                if until(text := self._news.pop(0)):
                    return text
            await self.game.wait(0.3)
        raise ChipError(f"{self.game.table.loop.current_waiting()}")

    async def hold(self, piece: PieceId) -> None:
        """Over the own gate, for a moment; a piece that was just there is first taken away."""
        gone_s = self.game.now_s() - self._left_s.get(piece, -APART_S)
        if gone_s < APART_S:
            await self.game.wait(APART_S - gone_s)
        await self.game.pass_tile(LISTENS, piece, 0.3)
        self._left_s[piece] = self.game.now_s()

    async def hold_knob(self) -> None:
        await self.game.press(1.2)

    async def ask(self, entry: str, *, held: bool = False) -> Sequence[str]:
        """All sentences of a sheet of the menu, which is closed again at the end.

        The menu opens by turning, or by holding where turning means something to the game.
        """
        self.forget()
        await (self.hold_knob() if held else self.game.turn(1))
        await self.hear(lambda text: text.startswith("Pause."))
        self.forget()
        text_heard = ""
        while not text_heard.startswith(entry):
            await self.game.turn(1)
            text_heard = await self.hear()
        await self.game.press()
        found: list[str] = []
        number, count = "1", "0"
        while number != count:
            if found:
                await self.game.turn(1)
            answer = await self.hear(lambda text: " of " in text)
            place, _, text = answer.removeprefix(f"{entry}. ").partition(": ")
            number, _, count = place.partition(" of ")
            found.append(text)
        await self.game.press()
        await self.hear(lambda text: text.startswith("Pause."))
        await self.game.turn(-20)
        await self.hear(lambda text: text.startswith("Resume"))
        await self.game.press()
        return found


class OfTumult(Listener):
    def __init__(self, play: Playing) -> None:
        super().__init__(play)
        self.enough = {
            "bread": 4,
            "marble": 4,
            "tools": 3,
        }  # what one wants of each, and no more: who has most is blamed
        self.has = dict.fromkeys(self.enough, 0)
        self.aside, self.robbed = 0, False

    def check(self) -> None:
        placed = self.state.players[self.state.table.colors.index(LISTENS)].placed
        assert placed >= 10, "who hears nothing of the tiles places the first statue alone"
        assert re.search(r"(Blue|Yellow) wins\.", str(self.over))
        assert [text for text in heard(self.game) if FACE.match(text) and "with the people" in text] == []

    def pile(self) -> list[PieceId]:
        return list(self.state.table.pool.tile_ids(self.state.people_tiles))

    def own(self) -> list[PieceId]:
        seat = self.state.table.colors.index(LISTENS)
        return list(self.state.table.pool.tile_ids(self.state.players[seat].castle))

    async def does(self, text_heard: str) -> None:
        if "wins." in text_heard:
            self.over = text_heard
        elif (
            re.search(r"Blue: first statue|Blue, press the knob|Blue turns up", text_heard)
            or "Correct?" in text_heard
            or "Done?" in text_heard
        ):
            await self.game.press()
        elif "still due" in text_heard and self.aside < 3:
            await self.sets_aside()
        elif text_heard.startswith("Leave") and not self.robbed:
            await self.robs()
        elif text_heard.startswith(("Blue builds. Pay", "Blue builds. Placement round")):
            await self.builds()

    async def sets_aside(self) -> None:
        self.robbed = False
        for tile in self.chance.sample(self.pile(), 3 - self.aside):
            await self.holds(tile)
            await self.hold(tile)
            self.aside += 1

    async def holds(self, tile: PieceId) -> str:
        self.forget()
        await self.hold(tile)
        return await self.hear(lambda text: FACE.match(text) is not None or "lies face down" in text)

    async def robs(self) -> None:
        self.has, self.aside, self.robbed = dict.fromkeys(self.enough, 0), 0, True
        pile = self.pile()
        for tile in self.chance.sample(pile, min(9, len(pile))):
            if tile not in self.pile():
                continue
            face = FACE.match(await self.holds(tile))
            if face is None or face[3] != "with the people":
                return  # the sand has run out
            commodity, value = face[1], int(face[2])
            if self.has[commodity] < self.enough[commodity]:
                self.has[commodity] += value
                await self.hold(tile)

    async def builds(self) -> None:
        build = re.compile(r"^(.*), (one statue|[23] statues), for (.*?)(?:, and takes .*)?\.$")
        choices = [build.match(text) for text in await self.ask("My choices")]
        ways = [choice for choice in choices if choice is not None]
        if not ways:
            await self.hear(lambda text: text.startswith("Blue builds"))
            await self.hold_knob()
            return
        best = ways[0]  # they are said with the most statues first
        tiles = {tile: FACE.match(await self.holds(tile)) for tile in self.own()}
        for wanted in best[3].split(", "):
            tile = next(tile for tile, face in tiles.items() if face and f"{face[1]} {face[2]}" == wanted)
            tiles.pop(tile)
            await self.holds(tile)
            self.forget()
            await self.hold(tile)
        await self.chooses(best[1])

    async def chooses(self, what: str) -> None:
        offered = re.compile(rf"(^|statues?\? ){what}(, \+\d)?, \d+ of \d+\.")
        text_heard = await self.hear(lambda text: re.search(r"\d+ of \d+\.", text) is not None)
        while offered.search(text_heard) is None:
            self.forget()
            await self.game.turn(1)
            text_heard = await self.hear(lambda text: re.search(r"\d+ of \d+\.", text) is not None)
        await self.game.press()


class OfTudor(Listener):
    """Takes cards, and ends its turns."""

    def __init__(self, play: Playing) -> None:
        super().__init__(play)
        self.table: Sequence[str] = ()
        self.choices: Sequence[str] = ()

    def check(self) -> None:
        assert "Activate a figure. Chamber 3: lord." in self.choices
        assert "Blue has 0 prestige and 12 courtiers in supply." in self.table
        assert str(self.over).startswith("The winner. Blue.")
        assert not [text for text in heard(self.game) if "behind Blue's screen" in text]

    def stand(self) -> list[PieceId]:
        state = self.state
        return [state.table.pieces.rings[ring] for ring in state.takeable_stand_rings()]

    def rings(self, color: str = LISTENS) -> list[PieceId]:
        state = self.state
        player = state.players[state.table.seats[color]]
        return [state.table.pieces.rings[ring] for ring in (*player.unworn, *player.worn_rings)]

    def out_of_the_bag(self) -> PieceId:
        state = self.state
        pieces = state.table.pieces
        there = [
            token
            for token in range(len(pieces.tokens))
            if state.unseen >> token & 1 and state.bag[pieces.token_factions[token]]
        ]
        return PieceId(pieces.tokens[self.chance.choice(there)])

    async def does(self, text_heard: str) -> None:
        if text_heard.startswith("The winner"):
            self.over = text_heard
        elif re.match(r"^Blue draws \d+: (\w+)\.$", text_heard):
            await self.plays(self.out_of_the_bag())
        elif not text_heard.startswith("Blue"):
            return
        elif "Carry a ring from the stand" in text_heard:
            assert await self.plays(self.stand()[0]) is not None
        elif (robbed := re.search(r"Carry a ring from (\w+)'s hand", text_heard)) is not None:
            await self.plays(self.rings(robbed[1].lower())[0])
        elif ": lay your rings." in text_heard and "Rings:" in text_heard:
            for ring in self.rings():
                await self.plays(ring)
            await self.game.press()
        elif "Carry the tokens over your gate in path" in text_heard:
            await self.hold_knob()
        elif re.search(r"\? 1/\d+\.", text_heard) or "Yes or press: done" in text_heard or "Yes: done" in text_heard:
            await self.game.press()
        elif (asked := re.match(r"^Blue: (.*?)[.?] (.*, \d+ of \d+)\.$", text_heard)) is not None:
            await self.answers(asked[1], asked[2] + ".")

    async def answers(self, question: str, first: str) -> None:
        if question == "what now" and not self.table:
            self.choices = await self.ask("My choices", held=True)
            await self.hear(lambda text: text.startswith("Blue: what now?"))
            self.table = await self.ask("Hear the table", held=True)
            await self.hear(lambda text: text.startswith("Blue: what now?"))
        entries = await self.hears_all(first)
        best = min(range(len(entries)), key=lambda number: rank(entries[number]))
        steps = best - (len(entries) - 1)
        if steps:
            await self.game.turn(steps)
        self.forget()
        await self.game.press()

    async def hears_all(self, first: str) -> list[str]:
        entries = []
        text_heard = first
        while (at := PLACE.match(text_heard)) is not None:
            entries.append(at[1])
            if at[2] == at[3]:
                return entries
            self.forget()
            await self.game.turn(1)
            text_heard = await self.hear(lambda text: PLACE.match(text) is not None)
        raise AssertionError(text_heard)

    async def holds(self, piece: PieceId) -> str | None:
        self.forget()
        await self.hold(piece)
        answer = TOLD.match(await self.hear(lambda text: TOLD.match(text) is not None or text.startswith("Blue")))
        return None if answer is None else answer[1]

    async def plays(self, piece: PieceId) -> str | None:
        faction = await self.holds(piece)
        if faction is not None:
            self.forget()
            await self.hold(piece)
        return faction


PREFERRED = ("F:", "Chamber 3", "D:", "Get a card", "Chamber", "H:", "End the turn", "No, keep")


def rank(entry: str) -> int:
    return next((place for place, name in enumerate(PREFERRED) if name in entry), len(PREFERRED))


class ByChance(BotHands):
    """A player of random legal moves."""

    async def _play_castle(self, castle: CastleId, moods: Random, done: Callable[[], bool], *, alone: bool) -> None:
        deeds = BotHand(castle, self._observe, moods).gestures()
        while not done() and (deed := next(deeds, None)) is not None:
            await self._wait_until_ready_for_gesture(deed)
            if not done():
                await self._perform_gesture(castle, deed, moods)


@pytest.mark.parametrize(
    ("game", "listener", "bots", "hourglass_s"),
    [("tumult_royale", OfTumult, BotHands, 60), ("tudor", OfTudor, ByChance, 20)],
)
async def test_a_player_who_only_listens_plays_a_whole_game(
    tmp_path: Path, game: str, listener: type[Listener], bots: type[BotHands], hourglass_s: int
) -> None:
    async with speaking(
        tmp_path,
        listeners=(LISTENS,),
        earphones=(LISTENS,),
        game=game,
        hourglass_s=hourglass_s,
        settings_of=lambda shipped: replace(shipped, oled=None),
    ) as play:
        loop, blue = play.table.loop, listener(play)
        options = {"variant": "classic", "map": "honour"} if game == "tumult_royale" else {}
        castles = [CastleId("blue"), CastleId("yellow")]
        assert (await loop.submit(NewGame(castles, options, game=game), "test")).refusal is None

        def over() -> bool:
            return loop.state is not None and (isinstance(loop.state.phase, Over) or loop.state.phase == "over")

        await run_concurrently(
            blue.play(), bots(play.table, play.twins, Random(3), [CastleId("yellow")]).play_until_over(over)
        )
    blue.check()


async def test_a_listening_helper_hears_each_errand_once_and_after_a_minute(tmp_path: Path) -> None:
    yellow = CASTLES[1]
    async with speaking(tmp_path, says=("console", "complaints"), hourglass_s=60, settings_of=asking) as play:
        page = PageService(play.table, play.twins)
        await begin_with_bots(page, 2, [yellow], {"map": "honour"})
        helpers = Helpers(play, page, Random(1))
        await helpers.until_asked("errand-set-aside")
        await play.wait(25)
        play.twins.loudspeaker.heard.clear()
        await play.wait(60)
        assert heard(play) == ["Help Yellow. Set three of the people's tiles aside, unseen: each over its gate."]
        await helpers.until_asked("errand-rob")
        play.twins.loudspeaker.heard.clear()
        await play.wait(10)
        for tile in play.state.table.pool.tile_ids(play.state.people_tiles)[:2]:
            await helpers.pass_piece(yellow, tile)
            await play.wait(5)
        asked = ["Leave 5! 0 robbed.", "Help Yellow. Rob any tiles of the people, unseen, one by one over its gate."]
        assert heard(play) == asked
        (errand,) = play.table.errands.open
        wrong = min(tile.id for tile in play.state.table.pool.tiles if tile.id not in errand.pieces)
        await helpers.pass_piece(yellow, wrong)
        await play.wait(5)
        page.close()
    assert heard(play) == [*asked, "Yellow. Put it back, and try another."]
