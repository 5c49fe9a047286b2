"""The race with hands: each castle holds words that only its own people see, and goes a step for each it plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.games.contract.game import Game
from controller.games.contract.rules import Shuffled
from controller.games.contract.values import Action, CastleId, PublicAction, RefusedError, Text
from tests.play.tiny_game.game import Log, Race, State

WORDS = tuple(f"{kind}-of-{place}" for kind in ("heron", "otter", "lynx") for place in ("reeds", "snow", "stone"))
HELD = 3


@dataclass(frozen=True, slots=True)
class Held(State):
    hands: Mapping[CastleId, tuple[str, ...]]


class HiddenLog(Log):
    def check(self, action: Action) -> list[State]:
        match self.state, action:
            case None, {"do": "start", "players": players, "hands": hands}:
                return [Held(dict.fromkeys(players, 0), {castle: tuple(hand) for castle, hand in hands.items()})]
            case Held(at=at, hands=hands, winner=None) as state, {"do": "play", "player": player, "word": word}:
                if word in hands.get(player, ()):
                    left = tuple(held for held in hands[player] if held != word)
                    moved = replace(state, at={**at, player: at[player] + 1}, hands={**hands, player: left})
                    return [*self.standing, moved]
        raise RefusedError(None, "That is not possible now.", Text("race-not-now"))


class HiddenRace(Race):
    name = "hidden_race"

    def new_log(self) -> HiddenLog:
        return HiddenLog()

    def setup(
        self, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any], shuffled: Shuffled
    ) -> Action:
        words = shuffled(WORDS)
        hands = {castle: words[place * HELD : (place + 1) * HELD] for place, castle in enumerate(castles)}
        return {"do": "start", "game": "hidden_race", "players": list(castles), "hands": hands, **dealt}

    def public_action(self, action: Action) -> PublicAction:
        return PublicAction({key: value for key, value in action.items() if key not in {"hands", "word"}})

    def seat_view(self, state: Held, memory: None, castle: CastleId) -> dict[str, Any]:
        hand = list(state.hands[castle])
        return {"hand": hand, "moves": [{"do": "play", "player": castle, "word": word} for word in hand]}

    def may_send(self, state: Held, action: Action, castle: CastleId) -> bool:
        return action.get("do") == "play" and action.get("player") == castle


def hidden_race(options: Mapping[str, str]) -> Game:
    return HiddenRace()
