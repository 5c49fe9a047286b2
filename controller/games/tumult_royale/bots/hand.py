"""A bot's hand: it yields gestures, uses only what a person there may see, and says in words what helpers do."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

from msgspec import structs

from controller.games.contract import inputs
from controller.games.contract.values import CastleId, PieceId, Text
from controller.games.tumult_royale.bots import bots
from controller.games.tumult_royale.bots.bots import greedy_bot_move
from controller.games.tumult_royale.bots.looking_ahead import is_searched, thought_move
from controller.games.tumult_royale.box.edition import Tile
from controller.games.tumult_royale.box.words import (
    COMMODITIES,
    SET_ASIDE_PER_PLAYER,
    STATUES_BY_KIND,
    STATUES_PER_PLAYER,
    Color,
    Seat,
)
from controller.games.tumult_royale.referee import offers
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules import actions
from controller.games.tumult_royale.rules import state as states
from controller.games.tumult_royale.rules.options import move_to_action

LOOK_RANGE_S: Final = (0.6, 1.8)
"""Time to lift a tile, look at it and decide."""

LATE_TILE_DELAY_RANGE_S: Final = (0.4, 1.5)
"""Time from the end of the hourglass until a late tile reaches its castle (TR-2.5)."""

FIRST_STATUE_READ_S: Final = 4.0
"""Time to read on the display whose first statue stands where, before a bot goes on."""

READY_S: Final = 10.0
"""Time for people to get ready, or to turn the hourglass themselves, before a bot king does (TR-2.2)."""

PAUSE_S: Final = 0.5
"""Pause between two gestures."""

KEEP_UNWANTED_PROBABILITY: Final = 0.04
"""Probability of keeping a tile that a bot does not want."""

THINKING_S: Final = 0.8
"""Time to look ahead; then the best move so far counts."""

LATE_TILE_PROBABILITY: Final = 0.5
"""Probability that a bot carries its tile to the castle after the end of the hourglass."""


class BotHand:
    """``level`` is one of ``looking_ahead.LEVELS``; "" for a bot that does not look ahead."""

    def __init__(
        self,
        castle: CastleId,
        see: Callable[[], inputs.Observation],
        random: Random,
        lifted: set[PieceId],
        *,
        alone: bool,
        level: str = "",
    ) -> None:
        self._color = Color(castle)
        self._castle = castle
        self._see = see
        self._random = random
        self._lifted = lifted
        self._alone = alone
        self._level = level
        self._thought: actions.Move | None = None
        self._thought_about: states.State | None = None

    @property
    def _state(self) -> states.State:
        state: states.State = self._see().state
        return state

    @property
    def _memory(self) -> Memory:
        memory: Memory = self._see().memory
        return memory

    @property
    def _seat(self) -> Seat:
        seat = self._state.seat(self._color)
        assert seat is not None
        return seat

    def gestures(self) -> Iterator[inputs.Gesture]:
        while not isinstance(self._state.phase, states.Over):
            yield from self._next_gestures()
            yield inputs.Rest(PAUSE_S)

    def _next_gestures(self) -> Iterator[inputs.Gesture]:
        state = self._state
        king = state.king == self._seat
        match state.phase:
            case states.SettingAside() if state.set_aside.bit_count() < SET_ASIDE_PER_PLAYER * len(state.players):
                yield from self._set_aside_gestures()
            case states.SettingAside() if king:
                if not self._alone:
                    yield inputs.Rest(READY_S, is_shown=True)
                if self._state is state:
                    yield inputs.PressKnob(words=self._words("start"))
            case states.Sentiment() if king:
                yield inputs.PressKnob()
            case states.Robbing() if self._is_helped:
                yield from self._helped_rob_gestures()
            case states.Robbing():
                yield from self._rob_gestures()
            case states.LastTiles() if king and self._alone:
                yield inputs.PressKnob()
            case states.Coronation() if self._is_helped and state.table.map == "tracked":
                pass  # people turn up region tiles, and enter on the page which came
            case _ if state.seat_to_act == self._seat:
                yield from self._think_gestures(state)
                if self._state is not state:
                    return
                if isinstance(state.phase, states.Placing):
                    yield from self._build_gestures()
                else:
                    yield from self._first_statue_or_reveal_gestures()

    def _words(self, key: str, **values: Text | str | int | tuple[Text, ...]) -> Text | None:
        """Return what people are asked for; None if no help came in time."""
        if self._see().unhelped:
            return None
        return Text(f"errand-{key}", values)

    @property
    def _is_helped(self) -> bool:
        return self._see().helped

    def _set_aside_gestures(self) -> Iterator[inputs.Gesture]:
        missing = SET_ASIDE_PER_PLAYER - self._memory.set_aside_count(self._state, self._castle)
        if missing > 0 and self._is_helped:
            lying = self._state.table.pool.tile_ids(self._state.people_tiles)
            yield inputs.Carry(lying[0], frozenset(lying), Text("errand-set-aside"))
        elif missing > 0:
            yield inputs.Rest(self._random.uniform(*LOOK_RANGE_S))
            tile = self._lift_free_tile()
            if tile is not None and isinstance(self._state.phase, states.SettingAside | states.Sentiment):
                yield inputs.Carry(tile)
                yield inputs.Rest(PAUSE_S / 5)
                self._lifted.discard(tile)

    def _rob_gestures(self) -> Iterator[inputs.Gesture]:
        """Lift a tile, look, keep it or put it back (TR-2.3); one held at the hourglass's end may still count."""
        tile = self._lift_free_tile()
        if tile is None:
            return
        yield inputs.Rest(self._random.uniform(*LOOK_RANGE_S))
        if isinstance(self._state.phase, states.Robbing):
            if self._wants(tile) or self._random.random() < KEEP_UNWANTED_PROBABILITY:
                yield inputs.Carry(tile)
        elif self._random.random() < LATE_TILE_PROBABILITY:
            yield inputs.Rest(self._random.uniform(*LATE_TILE_DELAY_RANGE_S))
            yield inputs.Carry(tile)
        yield inputs.Rest(PAUSE_S / 5)
        self._lifted.discard(tile)

    def _wants(self, tile: PieceId) -> bool:
        return self._has_less_than_its_share and bots.wants_tile(self._state, self._seat, tile)

    @property
    def _has_less_than_its_share(self) -> bool:
        state = self._state
        return state.players[self._seat].castle.bit_count() < bots.fair_share_of_tiles(state)

    def _helped_rob_gestures(self) -> Iterator[inputs.Gesture]:
        """Ask for any tiles of the people: how many depends on nothing that lies face down."""
        lying = self._state.table.pool.tile_ids(self._state.people_tiles)
        if lying and self._has_less_than_its_share:
            yield inputs.Carry(lying[0], frozenset(lying), Text("errand-rob"))

    def _think_gestures(self, state: states.State) -> Iterator[inputs.Gesture]:
        """Look ahead once in a state, if the level does."""
        if self._level and self._thought_about is not state and is_searched(state):
            self._thought, self._thought_about = None, state
            seed = self._random.getrandbits(32)
            yield inputs.Think(partial(thought_move, self._level, state, seed), self._take_thought, THINKING_S)

    def _take_thought(self, move: actions.Move | None) -> None:
        self._thought = move

    def _thought_in(self, state: states.State) -> actions.Move | None:
        return self._thought if self._thought_about is state else None

    def _build_gestures(self) -> Iterator[inputs.Gesture]:
        """Tap the best build's tiles, turn the knob to it and press; or hold the knob to pass.

        Tap no tile twice, unless a gate missed it or it is of another build: a second tap removes it.
        """
        if self._memory.asking:
            yield inputs.PressKnob()
            return
        best = self._thought_in(self._state) or bots.best_build(self._state, self._seat)
        if not isinstance(best, actions.Build) or self._see().unhelped:
            yield inputs.PressKnob(long=True)
            return
        tapped = set(self._state.table.pool.tile_ids(self._memory.tapped))
        if self._is_helped:
            if (errand := self._payment_errand(best, tapped)) is not None:
                yield errand
                return
        else:
            for tile in sorted(tapped ^ set(best.tiles)):
                yield inputs.Carry(tile)
                yield inputs.Rest(PAUSE_S / 2)
        paid_for = offers.offers_paid_by(self._state, self._memory.tapped)
        for place, offer in enumerate(paid_for):
            if structs.replace(offer.build, tiles=best.tiles) == best:
                yield inputs.TurnKnob(place - self._memory.turned % len(paid_for))
                yield inputs.Rest(PAUSE_S)
                break
        yield inputs.PressKnob(words=self._building_words(best))

    def _payment_errand(self, best: actions.Build, tapped: set[PieceId]) -> inputs.Carry | None:
        """Ask for the tiles of a build, which lie face up (TR-2.6); take one off first that does not belong to it."""
        pool = self._state.table.pool
        tiles = {tile: pool.tile_by_id(tile) for tile in pool.tile_ids(self._state.players[self._seat].castle)}

        def faces(of: Iterable[PieceId]) -> Counter[tuple[str, int]]:
            return Counter((tiles[tile].commodity, tiles[tile].value) for tile in of)

        due, paid = faces(best.tiles), faces(tapped)
        if surplus := paid - due:
            wrong = min(tile for tile in tapped if faces([tile]) <= surplus)
            return inputs.Carry(wrong, words=self._words("take-back", tiles=_faces_by_commodity([tiles[wrong]])))
        missing = due - paid
        if not missing:
            return None
        fitting = sorted(tile for tile in tiles if tile not in tapped and faces([tile]) <= missing)
        words = self._words("pay", tiles=_faces_by_commodity([tiles[tile] for tile in best.tiles]))
        return inputs.Carry(fitting[0], frozenset(fitting), words)

    def _building_words(self, best: actions.Build) -> Text | None:
        state = self._state
        chosen = offers.chosen_offer(state, self._memory) if self._is_helped else None
        if chosen is None:
            return None
        statues = min(STATUES_BY_KIND[chosen.kind], STATUES_PER_PLAYER - state.players[self._seat].placed)
        if chosen.field_name is not None:
            return self._words("build-on", kind=Text(chosen.kind), field=chosen.field_name, statues=statues)
        touching = "build-touching" if chosen.is_adjacent else "build-anywhere"
        return self._words(touching, kind=Text(chosen.kind), statues=statues)

    def _first_statue_or_reveal_gestures(self) -> Iterator[inputs.Gesture]:
        """On an honour map the knob does it, else the page."""
        state = self._state
        if state.table.map == "honour":
            is_first = isinstance(state.phase, states.FirstStatues)
            if is_first and not self._alone and not self._is_helped:
                yield inputs.Rest(FIRST_STATUE_READ_S)
            yield inputs.PressKnob(words=self._words("first" if is_first else "reveal"))
        else:
            move = self._thought_in(state) or move_to_action(greedy_bot_move(state, self._random))
            action = actions.action_to_mapping(move)
            yield inputs.PointAtPage(action, self._words("first-on", field=str(action.get("field"))))

    def _lift_free_tile(self) -> PieceId | None:
        """Lift one of the people's tiles that no other bot holds."""
        state = self._state
        lying = [tile for tile in state.table.pool.tile_ids(state.people_tiles) if tile not in self._lifted]
        if not lying:
            return None
        tile = self._random.choice(lying)
        self._lifted.add(tile)
        return tile


def _faces_by_commodity(tiles: Sequence[Tile]) -> tuple[Text, ...]:
    """Return the tiles in few words, such as bread 1+2, tools 3: the display has room for four lines."""
    values = [(name, sorted(tile.value for tile in tiles if tile.commodity == name)) for name in COMMODITIES]
    return tuple(
        Text("amount", {"commodity": Text(name), "number": "+".join(map(str, of))}) for name, of in values if of
    )
