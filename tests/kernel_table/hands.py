"""The hands of a game's bots at a guest's table: they carry tiles on its far side, press its knob and use its page."""

import time
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, Final

import httpx

from controller.devices.stickers import simulated_uid
from controller.games.contract.inputs import Carry, Gesture, Observation, PointAtPage, PressKnob, Rest, TurnKnob
from controller.games.contract.values import CastleId, PieceId
from controller.games.naming import DEFAULT_GAME, sticker_name
from controller.games.tumult_royale.bots.bots import random_bot_move
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules.actions import action_to_mapping
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.options import move_to_action
from tests.kernel_table.guest_machine import JOURNAL, Guest

DWELL_S: Final = 1.2
"""How long a tile is held to a gate: emulated readers are asked a few times a second."""

NOTED_S: Final = 0.5
"""Until page and journal know of it; a second tap would take it off again."""

SHORT_PRESS_S: Final = 0.3
LONG_PRESS_S: Final = 1.5

SETTLED_S: Final = 1.5
"""After a press the hand looks whether it was heard."""


class GuestHands:
    def __init__(self, guest: Guest, chance: Random) -> None:
        self.log = GameLog()
        self.origins: set[str] = set()
        self._guest = guest
        self._chance = chance
        self._client = guest.referee()
        self._view: dict[str, Any] = {}
        self._lifted: set[PieceId] = set()

    def begin(self, castles: list[str], **options: str) -> None:
        answer = self._client.post("/api/game", json={"castles": castles, "options": options, "bots": []})
        assert answer.status_code == 204, answer.text
        self.look()

    def look(self) -> dict[str, Any]:
        self._view = self._client.get("/api/view").raise_for_status().json()["view"]
        for action, origin in self._guest.entries(JOURNAL, self.log.seq):
            self.log.submit(action)
            self.origins.add(origin)
        return self._view

    def by_hand(self) -> dict[str, Any]:
        action, answer = self._post_bots_action()
        if answer.status_code == httpx.codes.CONFLICT:  # the hourglass ran out meanwhile
            self.look()
            action, answer = self._post_bots_action()
        assert answer.status_code == httpx.codes.OK, answer.text
        said: dict[str, Any] = answer.json()
        if said["seq"] > self.log.seq + 1:  # the hourglass ran out just before it
            self.look()
        else:
            self.log.submit(action)
        assert said["seq"] == self.log.seq
        return said

    def _post_bots_action(self) -> tuple[dict[str, Any], httpx.Response]:
        assert self.log.state is not None
        action = action_to_mapping(move_to_action(random_bot_move(self.log.state, self._chance)))
        return action, self._client.post("/api/actions", json=action)

    def play_to_round(self, number: int) -> None:
        self.play_until(lambda seen: seen["waiting_for"]["over"] or seen["round"] >= number)

    def play_until(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        castles = [CastleId(player["color"]) for player in self.look()["players"]]
        game = TumultRoyale()
        hands: dict[CastleId, Iterator[Gesture]] = {}
        ready_s = dict.fromkeys(castles, 0.0)
        for castle in castles:
            moods = Random(self._chance.random())
            hands[castle] = iter(game.hand(castle, self._observation, moods, self._lifted, alone=True))
        while True:
            castle = min(castles, key=lambda each: ready_s[each])
            time.sleep(max(0.0, ready_s[castle] - time.monotonic()))
            seen = self.look()
            if holds(seen):
                return
            if seen["waiting_for"]["step"] == "turn_over":  # power was cut while the hourglass ran
                ready_s[castle] = time.monotonic() + self._perform(castle, PressKnob())
                continue
            ready_s[castle] = time.monotonic() + self._perform(castle, next(hands[castle]))

    def _observation(self) -> Observation:
        state = self.log.state
        assert state is not None
        pool, aside = state.table.pool, []
        lying = iter(pool.tile_ids(state.set_aside))
        for player in self._view["players"]:
            aside += [(tile, CastleId(player["color"])) for tile in islice(lying, player["set_aside"])]
        tapped = sum(pool.bits[tile] for tile in self._view["tapped"])
        return Observation(state, Memory(aside=tuple(aside), tapped=tapped))

    def _perform(self, castle: CastleId, deed: Gesture) -> float:
        match deed:
            case Rest(seconds=seconds):
                return seconds
            case Carry(piece=piece):
                uid = simulated_uid(sticker_name(DEFAULT_GAME, piece))
                carried = f"table.pass_tile(ReaderId({castle!r}), Uid({uid!r}), {DWELL_S})"
                self._guest.far(f"asyncio.ensure_future({carried})")
                return DWELL_S + NOTED_S
            case PressKnob(long=long):
                self._guest.far(f"table.knob.press({LONG_PRESS_S if long else SHORT_PRESS_S})")
                return SETTLED_S
            case TurnKnob(steps=steps):
                self._guest.far(f"table.knob.turn({steps})")
                return SETTLED_S
            case PointAtPage(action=action):
                answer = self._client.post("/api/actions", json=action)
                assert answer.status_code == httpx.codes.OK, answer.text
        return 0.0


def is_game_kept(guest: Guest) -> bool:
    hands = GuestHands(guest, Random(4))
    hands.look()
    if hands.log.state is None:
        hands.begin(["blue", "yellow"], map="tracked")
    return bool(hands.by_hand()["kept"])
