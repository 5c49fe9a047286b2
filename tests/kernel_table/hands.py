"""Hands at a guest's table: they carry tiles on its far side, press its knob and use its page, for people or bots."""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Final

import httpx
from msgspec.structs import replace

from controller.devices.stickers import simulated_uid
from controller.games.contract.inputs import Carry, Gesture, Observation, PointAtPage, PressKnob, Rest, TurnKnob
from controller.games.contract.values import CastleId, PieceId
from controller.games.naming import DEFAULT_GAME, sticker_name, translate_text
from controller.games.tumult_royale.bots.bots import random_bot_move
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules.actions import action_to_mapping
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.options import move_to_action
from controller.games.tumult_royale.rules.state import Robbing
from tests.kernel_table.guest_machine import JOURNAL, Guest

DWELL_S: Final = 1.2
"""How long a tile is held to a gate: emulated readers are asked a few times a second."""

NOTED_S: Final = 0.5
"""Until page and journal know of it; a second tap would take it off again."""

SHORT_PRESS_S: Final = 0.3
LONG_PRESS_S: Final = 1.5
TAP_S: Final = 0.1

SETTLED_S: Final = 1.5
"""After a press the hand looks whether it was heard."""

LOOKS: Final = 30
"""A hand looks so often whether a tile was noted before it carries another one."""

WHOLE_GAME_S: Final = 5400.0


class GuestHands:
    def __init__(self, guest: Guest, chance: Random) -> None:
        self.log = GameLog()
        self.origins: set[str] = set()
        self._guest = guest
        self._chance = chance
        self._client = guest.referee()
        self._view: dict[str, Any] = {}
        self._lifted: set[PieceId] = set()

    def begin(self, castles: list[str], bots: Sequence[str] = (), **options: str) -> None:
        answer = self._client.post("/api/game", json={"castles": castles, "options": options, "bots": bots})
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
            aside += [(tile, CastleId(player["color"]), state.round) for tile in islice(lying, player["set_aside"])]
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


class HelpersHands(GuestHands):
    """People who do what bots ask for, as page and display say it.

    Attributes:
        refused: castles, each with the phase in which it refused a wrong tile; people try one in each but Robbing.
    """

    def __init__(self, guest: Guest, chance: Random) -> None:
        super().__init__(guest, chance)
        self.refused: set[tuple[str, str]] = set()

    def play_to_the_end(self) -> None:
        self._guest.until(self._do_next, seconds=WHOLE_GAME_S)

    def _do_next(self) -> bool:
        seen = self.look()
        if seen["waiting_for"]["step"] == "confirm":
            for player in seen["players"]:
                self._press_yes(player["color"])
        elif seen["errands"]:
            self._help(self._chance.choice(seen["errands"]))
        return bool(seen["waiting_for"]["over"])

    def _help(self, errand: dict[str, Any]) -> None:
        castle, state = CastleId(errand["castle"]), self.log.state
        assert state is not None
        if errand["done"]:
            self._press_yes(castle)
            return
        wanted = self._wanted(castle, errand["text"])
        wrong = sorted({tile.id for tile in state.table.pool.tiles} - wanted)
        where = (castle, state.phase.name)
        if wanted and wrong and where not in self.refused and not isinstance(state.phase, Robbing):
            self._carry_wrong_tile(castle, self._chance.choice(wrong))
            self.refused.add(where)
        if wanted:
            before = self._progress(self._view)
            time.sleep(self._perform(castle, Carry(self._chance.choice(sorted(wanted)))))
            for _ in range(LOOKS):
                if self._progress(self.look()) != before:
                    return
                time.sleep(NOTED_S)

    def _press_yes(self, castle: str) -> None:
        """Press briefly, since a slow machine may take it for a long press."""
        self._guest.far(f"table.panels[{castle!r}].yes.press({TAP_S})")
        time.sleep(SETTLED_S)

    def _wanted(self, castle: CastleId, text: str) -> frozenset[PieceId]:
        """Return the tiles of which any will do; none if the table has gone on since it said so."""

        def see() -> Observation:
            return replace(self._observation(), helped=True)

        bot = iter(TumultRoyale().hand(castle, see, Random(1), set(), alone=False))
        asked = next((gesture for gesture in islice(bot, 3) if isinstance(gesture, Carry)), None)
        if asked is None or asked.words is None or translate_text(asked.words, "en") != text:
            return frozenset()
        return asked.any_of | {asked.piece}

    def _carry_wrong_tile(self, castle: CastleId, tile: PieceId) -> None:
        """The lamps refuse it, the page says why, and nothing changes."""
        before, lamps = self._progress(self._view), []
        refusal = {"castle": castle, "text": "Put it back, and try another.", "rule": None}

        def is_refused() -> bool:
            lamps.append(self._guest.far(f"table.panels[{castle!r}].lamps_lit"))
            return refusal in self.look()["complaints"] and [True, False, True] in lamps

        def is_refused_once_carried() -> bool:  # a slow reader may miss it, and then people carry it again
            time.sleep(self._perform(castle, Carry(tile)) / 2)
            return any(is_refused() for _ in range(LOOKS))

        self._guest.until(is_refused_once_carried)
        assert self._progress(self._view) == before
        time.sleep(DWELL_S + NOTED_S)

    def _progress(self, seen: dict[str, Any]) -> tuple[Any, ...]:
        return seen["seq"], seen["tapped"]


def is_game_kept(guest: Guest) -> bool:
    hands = GuestHands(guest, Random(4))
    hands.look()
    if hands.log.state is None:
        hands.begin(["blue", "yellow"], map="tracked")
    return bool(hands.by_hand()["kept"])
