"""Somebody who only hears: what the loudspeaker and the own earphone have said, and hands that feel and turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from controller.games.contract.values import PieceId
from hw.speech.twin import Heard
from tests.whole_table.playing import Playing

APART_S = 1.6
"""A piece must have left a gate for a second before it is there anew; a reader that naps sees that a bit late."""

QUIET_S = 0.3
"""So long nothing is said any more: all has been heard."""

PATIENCE_S = 30.0
"""Nobody listens longer to one who says nothing."""

MOST_LEAVES = 400


class Deaf(Exception):
    """Nothing was heard where something should be."""


@dataclass
class Ears:
    """What was heard, sentence by sentence; the only way in which this player knows anything of a game."""

    play: Playing
    outputs: tuple[str, ...]
    _news: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.play.twins.loudspeaker.on_heard = self._hear

    def _hear(self, heard: Heard) -> None:
        """What was cut short was heard in part, and is no news."""
        if heard.whole and heard.spoken.output in self.outputs:
            self._news.append(heard.spoken.text)

    def forget(self) -> None:
        """What comes now is an answer."""
        self._news.clear()

    async def listen(self, until: Callable[[str], bool] = lambda _: True, patience_s: float = PATIENCE_S) -> str:
        """The next sentence that is meant."""
        waited_s = 0.0
        while waited_s < patience_s:
            while self._news:
                if until(text := self._news.pop(0)):
                    return text
            await self.play.wait(QUIET_S)
            waited_s += QUIET_S
        raise Deaf(f"{self.play.table.loop.waiting()}")


@dataclass
class Hands:
    """Hands at one castle: they hold pieces to its gate, press and turn. What a piece is they do not feel."""

    play: Playing
    castle: str
    _left_s: dict[str, float] = field(default_factory=dict)

    async def hold(self, piece: PieceId) -> None:
        """Over the own gate, for a moment; a piece that was just there is first taken away."""
        gone_s = self.play.now_s() - self._left_s.get(piece, -APART_S)
        if gone_s < APART_S:
            await self.play.wait(APART_S - gone_s)
        await self.play.pass_tile(self.castle, piece, 0.3)
        self._left_s[piece] = self.play.now_s()

    async def press(self) -> None:
        await self.play.press()

    async def hold_knob(self) -> None:
        await self.play.press(1.2)

    async def turn(self, steps: int) -> None:
        await self.play.turn(steps)


async def turn_to(ears: Ears, hands: Hands, wanted: str, most: int = 20) -> None:
    """Turn until the entry is heard that begins so."""
    ears.forget()
    for _ in range(most):
        await hands.turn(1)
        if (await ears.listen()).startswith(wanted):
            return
    raise Deaf(wanted)


async def ask(ears: Ears, hands: Hands, entry: str, *, held: bool = False) -> Sequence[str]:
    """All sentences of a sheet of the menu, which is closed again at the end.

    The menu opens by turning, or by holding where turning means something to the game.
    """
    ears.forget()
    await (hands.hold_knob() if held else hands.turn(1))
    await ears.listen(lambda text: text.startswith("Pause."))
    await turn_to(ears, hands, entry)
    await hands.press()
    found: list[str] = []
    for _ in range(MOST_LEAVES):
        told = await ears.listen(lambda text: " of " in text)
        told = told.removeprefix(f"{entry}. ")
        place, _, text = told.partition(": ")
        number, _, count = place.partition(" of ")
        found.append(text)
        if number == count:
            break
        await hands.turn(1)
    await hands.press()
    await ears.listen(lambda text: text.startswith("Pause."))
    await hands.turn(-20)
    await ears.listen(lambda text: text.startswith("Go on"))
    await hands.press()
    return found
