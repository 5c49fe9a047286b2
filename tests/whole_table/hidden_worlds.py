"""Tables that differ only in face-down tiles and must look the same to all (TR-2.1, TR-2.6)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from controller.games.contract.effects import Effect
from controller.games.contract.game import Game
from controller.games.contract.inputs import Input, PieceTapped
from controller.games.contract.referee import Verdict
from controller.games.contract.values import PieceId, RandomDraw
from controller.games.game_guard import GuardedLog
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules.chapters.shared import are_tiles_face_up
from controller.games.tumult_royale.rules.country import TileSet, iter_bit_indexes
from controller.games.tumult_royale.rules.state import State
from controller.games.undoable_log import Event
from controller.play.game_loop import GameLoop
from controller.play.page_service import PageService
from controller.play.table import Table


class KnownParts(AssertionError):
    """A hidden value was revealed; the message says where and which."""


@dataclass(frozen=True)
class OtherWorld:
    """The same table with some tiles exchanged for others: ``to`` says for which."""

    to: Mapping[PieceId, PieceId]

    def tiles(self, state: State, tiles: TileSet) -> TileSet:
        pool = state.table.pool
        return sum(pool.bits[self.to.get(pool.tiles[bit].id, pool.tiles[bit].id)] for bit in iter_bit_indexes(tiles))

    def state(self, state: State) -> State:
        players = tuple(replace(player, castle=self.tiles(state, player.castle)) for player in state.players)
        return replace(state, players=players, set_aside=self.tiles(state, state.set_aside))

    def memory(self, memory: Memory) -> Memory:
        return replace(memory, aside=tuple((self.to.get(tile, tile), *rest) for tile, *rest in memory.aside))

    def action(self, action: Mapping[str, Any]) -> dict[str, Any]:
        renamed = {key: self.to.get(value, value) if key == "tile" else value for key, value in action.items()}
        return renamed | ({"move": self.action(action["move"])} if "move" in action else {})


def face_down(state: State | None) -> bool:
    return state is not None and not are_tiles_face_up(state)


def shuffled(chance: Random, tiles: Sequence[PieceId]) -> OtherWorld:
    others = list(tiles)
    chance.shuffle(others)
    return OtherWorld(dict(zip(tiles, others, strict=True)))


def all_shuffled(chance: Random, state: State, but: Collection[PieceId] = ()) -> OtherWorld:
    return shuffled(chance, [tile.id for tile in state.table.pool.tiles if tile.id not in but])


def castles_shuffled(chance: Random, state: State) -> OtherWorld:
    """Exchange the castles' tiles: their owner is hidden even from a client that names a tile."""
    held = sum(player.castle for player in state.players)
    return shuffled(chance, state.table.pool.tile_ids(held))


class DoubledGame:
    """A game that is asked twice, in this world and in another: what people are told of both must be the same.

    Where it is not, that is put into ``found``: the game itself goes on.
    """

    def __init__(self, game: Game, chance: Random, found: list[str]) -> None:
        self._game = game
        self._chance = chance
        self._found = found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def judge(self, state: State | None, memory: Memory, input_: Input) -> Verdict:
        verdict = self._game.judge(state, memory, input_)
        if state is None or not face_down(state):
            return verdict
        other = all_shuffled(self._chance, state)
        same = input_
        if isinstance(input_, PieceTapped) and input_.piece in other.to:
            same = PieceTapped(input_.castle, other.to[input_.piece], input_.at_s)
        there = self._game.judge(other.state(state), other.memory(memory), same)
        self._alike("the referee", verdict.effects + verdict.if_accepted, there.effects + there.if_accepted)
        proposed = [each if isinstance(each, RandomDraw) else other.action(each) for each in verdict.proposed]
        self._alike("the referee's actions", proposed, list(there.proposed))
        return verdict

    def stage(self, before: State | None, after: State, events: Sequence[Event]) -> tuple[Effect, ...]:
        effects: tuple[Effect, ...] = tuple(self._game.stage(before, after, events))
        counted = any(event.key == "left" for event in events)
        if face_down(after) and not counted:  # at the count all is turned up, even if no player can build
            other = all_shuffled(self._chance, after)
            was = other.state(before) if before is not None and face_down(before) else before
            there = self._game.stage(was, other.state(after), events)
            self._alike("the staging", effects, tuple(there))
        return effects

    def _alike(self, who: str, here: Any, there: Any) -> None:
        if here != there:
            self._found.append(f"{who} tells one table from another: {here} and {there}")


def put_on_table(loop: GameLoop, state: Any, memory: Any) -> None:
    """Replace the state of the game on the table, as if its log had led to it."""
    log = cast("Any", loop.on_table.play)
    log._standing[-1] = log._standing[-1][0], state
    if isinstance(log, GuardedLog):
        log.state = state
    loop.on_table.restore(replace(loop.on_table.snapshot(), memory=memory))


@contextmanager
def in_another(table: Table, page: PageService, other: OtherWorld) -> Iterator[None]:
    """Put the other world on the table; the loop must not run meanwhile."""
    loop, hands = table.loop, page._hands
    state, memory, handles = loop.state, loop.memory, {} if hands is None else hands._handles
    put_on_table(loop, other.state(state), other.memory(memory))
    if hands is not None:
        hands._handles = {PieceId(other.to.get(tile, tile)): handle for tile, handle in handles.items()}
    page._views.clear()
    try:
        yield
    finally:
        put_on_table(loop, state, memory)
        if hands is not None:
            hands._handles = handles
        page._views.clear()


def tile_ids(value: object) -> set[PieceId]:
    text = msgspec.json.encode(value).decode()
    return {PieceId(word) for word in text.split('"') if len(word) == 3 and word[0] == "t" and word[1:].isdigit()}
