"""A whole game of Tudor is won by somebody who only hears."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from controller.background import together
from controller.games.contract.values import CastleId, PieceId
from controller.games.requests import NewGame
from controller.games.tudor.bots.hand import Hand
from controller.games.tudor.rules.state import State
from controller.play.simulated.hands import Hands as BotHands
from tests.whole_table.by_ear import Ears, Hands, ask
from tests.whole_table.playing import Playing
from tests.whole_table.spoken import heard, speaking

LISTENS = "blue"
PLACE = re.compile(r"^(.*), (\d+) of (\d+)\.$")
TOLD = re.compile(r"^(\w+) (token|ring), (.*)\.$")
DRAWS = re.compile(r"^Blue draws, \d+ due: (\w+)\.$")
PATIENCE_S = 600.0


class Touch:
    """What fingers feel: where pieces and figures are, not of which faction a piece is."""

    def __init__(self, play: Playing, random: Random) -> None:
        self._play = play
        self._random = random

    def _state(self) -> State:
        state = self._play.table.loop.state
        assert isinstance(state, State)
        return state

    def stand(self) -> list[PieceId]:
        """Rings that nobody wears."""
        state = self._state()
        return [state.table.pieces.rings[ring] for ring in state.in_stand()]

    def rings(self, color: str = LISTENS) -> list[PieceId]:
        """Those on a hand, and those that were chosen for it."""
        state = self._state()
        player = state.players[state.table.seats[color]]
        return [state.table.pieces.rings[ring] for ring in (*player.unworn, *player.rings)]

    def out_of_the_bag(self) -> PieceId:
        """Any token, without a look."""
        state = self._state()
        pieces = state.table.pieces
        there = [
            token
            for token in range(len(pieces.tokens))
            if state.unseen >> token & 1 and state.bag[pieces.token_factions[token]]
        ]
        return pieces.tokens[self._random.choice(there)]

    def ways_up(self) -> list[list[PieceId]]:
        """The tokens above each own courtier, and of each column from below, as far as they lie one on the other."""
        state = self._state()
        board, seat = state.table.board, state.table.seats[LISTENS]
        begins = [space + 1 for space in range(len(state.tokens)) if state.players[seat].courtiers >> space & 1]
        if state.players[seat].supply:
            begins += [space for space in board.bottom if not state.occupied >> space & 1]
        return [way for begin in begins if (way := self._up(state, begin))]

    def _up(self, state: State, space: int) -> list[PieceId]:
        tokens = []
        tops = state.table.board.tops
        while space < len(state.tokens) and state.tokens[space] >= 0 and not state.occupied >> space & 1:
            tokens.append(state.table.pieces.tokens[state.tokens[space]])
            if space in tops:
                break
            space += 1
        return tokens


class Listener:
    """Plays blue: up the throne room by cards, and else takes a card that the next way needs."""

    def __init__(self, ears: Ears, hands: Hands, touch: Touch) -> None:
        self.ears, self.hands, self.touch = ears, hands, touch
        self.cards: Counter[str] = Counter()
        self.way: list[tuple[PieceId, str]] = []
        self.wants = "red"
        self.over: str | None = None
        self.table: Sequence[str] = ()
        self.choices: Sequence[str] = ()

    async def play(self) -> None:
        while self.over is None:
            said = await self.ears.listen(patience_s=PATIENCE_S)
            await self.does(said)

    async def does(self, said: str) -> None:
        if said.startswith("The winner"):
            self.over = said
        elif DRAWS.match(said):
            await self.plays(self.touch.out_of_the_bag())
        elif not said.startswith("Blue"):
            return
        elif "Tap a ring of the stand" in said:
            ring = self.touch.stand()[0]
            faction = await self.plays(ring)
            assert faction is not None
            self.cards[faction] += 1
        elif (robbed := re.search(r"Tap a ring of (\w+)'s hand", said)) is not None:
            await self.plays(self.touch.rings(robbed[1].lower())[0])
        elif ": hand." in said and "Tap rings" in said:
            for ring in self.touch.rings():
                await self.plays(ring)
            await self.hands.press()
        elif "Tap the tokens taken" in said:
            await self.walks()
        elif re.search(r"\? 1/\d+\.", said) or "Yes or press: done" in said or "Yes: done" in said:
            await self.hands.press()
        elif (asked := re.match(r"^Blue: (.*?)[.?] (.*, \d+ of \d+)\.$", said)) is not None:
            await self.answers(asked[1], asked[2] + ".")

    async def answers(self, question: str, first: str) -> None:
        """Turn through all that can be answered, and press at the best."""
        if question == "what now" and not self.table:
            self.choices = await ask(self.ears, self.hands, "Hear my choices", held=True)
            await self.ears.listen(lambda text: text.startswith("Blue: what now?"))
            self.table = await ask(self.ears, self.hands, "Hear the table", held=True)
            await self.ears.listen(lambda text: text.startswith("Blue: what now?"))
        if question == "what now":
            await self.looks_at_the_ways()
        entries = await self.hears_all(first)
        best = max(range(len(entries)), key=lambda number: self.worth(question, entries[number]))
        steps = best - (len(entries) - 1)
        if steps:
            await self.hands.turn(steps)
        if question in {"takes card", "2nd card"}:
            self.cards[entries[best]] += 1
        self.ears.forget()
        await self.hands.press()

    def worth(self, question: str, entry: str) -> float:
        if question in {"takes card", "2nd card"}:
            return entry == self.wants
        if question in {"courtier", "lord"}:
            return "E" in entry
        order = ["E:", "lord", "Chamber 3", "Chamber 1", "Chamber 2"] if self.way else []
        order += ["F:", "Chamber 3", "D:", "For a card", "Chamber", "H:", "End the turn", "No, keep"]
        return -next((place for place, name in enumerate(order) if name in entry), len(order))

    async def hears_all(self, first: str) -> list[str]:
        entries = []
        said = first
        while (at := PLACE.match(said)) is not None:
            entries.append(at[1])
            if at[2] == at[3]:
                return entries
            self.ears.forget()
            await self.hands.turn(1)
            said = await self.ears.listen(lambda text: PLACE.match(text) is not None)
        raise AssertionError(said)

    async def looks_at_the_ways(self) -> None:
        """Hold the tokens above to the gate, as far as there are cards for them."""
        self.way = []
        fewest = 99
        for way in self.touch.ways_up():
            cards, known = self.cards.copy(), []
            for token in way:
                faction = await self.holds(token)
                assert faction is not None
                if not cards[faction]:
                    if len(way) < fewest:
                        fewest, self.wants = len(way), faction
                    break
                cards[faction] -= 1
                known.append((token, faction))
            if len(known) > len(self.way):
                self.way = known

    async def walks(self) -> None:
        if not self.way:
            await self.hands.hold_knob()
            return
        for token, faction in self.way:
            await self.plays(token)
            self.cards[faction] -= 1
        self.way = []

    async def holds(self, piece: PieceId) -> str | None:
        """Hold it once, and hear of which faction it is; None if it was told last, and so is played."""
        self.ears.forget()
        await self.hands.hold(piece)
        told = TOLD.match(await self.ears.listen(lambda text: TOLD.match(text) is not None or text.startswith("Blue")))
        return None if told is None else told[1]

    async def plays(self, piece: PieceId) -> str | None:
        """Hold it until it is played: told at first, if it was not told last."""
        faction = await self.holds(piece)
        if faction is not None:
            self.ears.forget()
            await self.hands.hold(piece)
        return faction


class ByChance(BotHands):
    """Somebody whose moves are any that are legal."""

    async def _play(self, castle: CastleId, moods: Random, done: Callable[[], bool], *, alone: bool) -> None:
        deeds = Hand(castle, self._see, moods).deeds()
        while not done() and (deed := next(deeds, None)) is not None:
            await self._until_due(deed)
            if not done():
                await self._do(castle, deed, moods)


async def test_somebody_who_only_hears_wins_a_game(tmp_path: Path) -> None:
    async with speaking(tmp_path, listeners=(LISTENS,), earphones=(LISTENS,), game="tudor") as play:
        loop = play.table.loop
        ears = Ears(play, ("default", f"plughw:{LISTENS}"))
        blue = Listener(ears, Hands(play, LISTENS), Touch(play, Random(1)))
        castles = [CastleId("blue"), CastleId("yellow")]
        assert (await loop.submit(NewGame(castles, {}, game="tudor"), "test")).refusal is None

        def over() -> bool:
            return loop.state is not None and loop.state.phase == "over"

        other = ByChance(play.table, play.twins, Random(3), [CastleId("yellow")]).play(over)
        await together(blue.play(), other)
        assert "Activate. Chamber 3: lord." in blue.choices
        assert "Blue has 0 prestige, 12 courtiers in supply." in blue.table
        assert blue.over is not None
        assert blue.over.startswith("The winner. Blue.")

    state = play.table.loop.state
    assert [state.table.colors[seat] for seat in state.winners] == [LISTENS]
    assert not [text for text in heard(play) if "behind Blue's screen" in text]
