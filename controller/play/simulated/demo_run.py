"""Rounds that bots' hands play on a table of twins through the real daemon."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from PIL import Image

from controller.config import TableConfig
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import twins
from controller.games.contract.game import Game
from controller.games.contract.values import CastleId, Text
from controller.games.requests import NewGame
from controller.games.shelf import GameShelf
from controller.play.draws.derivation import Chance
from controller.play.simulated.hands import Hands
from controller.play.table import Table
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal
from hw.castle_link.twin import MakeBoard
from hw.clock import LoopClock
from hw.testing.machine import Costs
from hw.testing.table import TwinTable
from hw.testing.wiring import MAKERS


class Rounds(Struct, frozen=True):
    """What became of it.

    Attributes:
        complete: all rounds, or the game, were played to their end and are on disk.
        costs: what the hardware was asked to do.
        passes: how many times a piece was carried over a gate.
        actions: how many actions the journal has.
        seconds: of the loop's clock.
    """

    complete: bool
    costs: Costs
    passes: int
    actions: int
    seconds: float


def _look_at(machine: TwinTable, screen: Callable[[Image.Image], None]) -> None:
    if machine.oled is not None:
        screen(machine.oled.image())


async def play_rounds(
    settings: TableConfig,
    journal: Journal,
    *,
    rounds: int,
    seed: int,
    options: Mapping[str, str] = MappingProxyType({}),
    make_board: MakeBoard = MAKERS["cpython"],
    machine: TwinTable | None = None,
    tell: Callable[[float, Text], None] = lambda _now_s, _text: None,
    screen: Callable[[Image.Image], None] | None = None,
) -> Rounds:
    """Play ``rounds`` rounds of a new game of all castles; the same seed gives the same rounds.

    ``options`` go beside those of the settings.

    They play on ``machine``, wired as ``wiring`` says of the settings, or on one of their own.
    ``tell`` hears each sentence of the story with its second; ``screen``, if anybody looks, sees the display's memory
    after each picture.
    """
    clock = LoopClock()
    machine = machine or twins(settings, clock, make_board)
    book = stickers.book(GameShelf(settings.table.game, settings.options).stickers())
    table = Table(settings, Hardware(settings, machine, clock), book, journal, Chance(seed), HouseRules(settings.table))
    begins_s = clock.now_s()
    unheard: list[Exception] = []

    def told(text: Text) -> None:
        try:
            tell(clock.now_s() - begins_s, text)
        except Exception as fault:  # noqa: BLE001  # it is the caller's, and ends the rounds, not the table
            unheard.append(fault)

    table.effects.told.listen(told)

    if screen is not None:
        table.display.drawn.listen(lambda _: _look_at(machine, screen))

    seen: Any = None
    played = False

    def done() -> bool:
        nonlocal seen, played
        if (state := table.loop.state) is not seen:  # hands ask a dozen times in each
            seen, played = state, table.game.round_of(state) > rounds
        return bool(unheard) or played

    async with table.running():
        castles = [CastleId(castle.color) for castle in settings.castle]
        answer = await table.loop.submit(NewGame(castles, _known(table.game, {**settings.options, **options})), "demo")
        if answer.refusal is not None:
            raise answer.refusal
        hands = Hands(table, machine, Random(seed), castles)  # noqa: S311  # moods of bots, no secrets
        await hands.play(done)
    if unheard:
        raise unheard[0]
    over = table.loop.waiting().over
    return Rounds(
        complete=(done() or over) and not table.loop.journal_queue.unwritten,
        costs=machine.costs(),
        passes=hands.passes,
        actions=table.loop.seq,
        seconds=clock.now_s() - begins_s,
    )


def _known(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    choices = {choice.key for choice in game.choices()}
    return {key: value for key, value in options.items() if key in choices}
