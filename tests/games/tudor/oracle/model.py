"""A naive second reading of the rules of Tudor, for comparing the engine with: one game, from its log."""

import marshal
from collections.abc import Callable
from typing import Final

from tests.games.tudor.oracle import acting, moving, rounds, scenarios, setting_up, words
from tests.games.tudor.oracle import acting as beside
from tests.games.tudor.oracle.words import Box, Json, Refused, State

ACTIONS: Final[dict[str, Callable[[Box, State, Json], None]]] = {
    "choose_ring": setting_up.choose_ring,
    "wear": setting_up.wear,
    "assign": rounds.assign,
    "pass": rounds.give_up,
    "recall": rounds.recall,
    "place_lord": rounds.place_lord,
    "activate": acting.activate,
    "act": acting.act,
    "end_turn": rounds.end_turn,
    "draw": moving.draw,
    "take_ring": moving.take_ring,
    "move": beside.bonus_move,
    "exchange": beside.exchange,
    "scenario": scenarios.scenario,
    "ambassador": beside.ambassador,
    "decline": beside.decline,
    "amend": beside.amend,
}


class Oracle:
    def __init__(self) -> None:
        self.box: Box = {}
        self.now: State | None = None
        """The state after the latest line that was accepted; never changed later."""
        self.earlier: list[bytes] = []
        """The states before the actions that stand, but ``start``."""

    def play(self, line: Json) -> str | None:
        try:
            self._play(line)
        except Refused as refused:
            return refused.rule
        return None

    def state(self) -> Json:
        if self.now is None:
            return None
        return {key: value for key, value in self.now.items() if key not in {"up", "robbed"}}

    def _play(self, line: Json) -> None:
        """Raises: Refused."""
        if type(line) is not dict or type(line.get("do")) is not str:
            raise Refused("LOG")
        if line["do"] == "start":
            if self.now is not None:
                raise Refused("LOG")
            words.check_start(line)
            self.box, self.now = setting_up.start(line)
            return
        if self.now is None:
            raise Refused("LOG")
        seq = self.now["seq"] + 1
        if line["do"] == "undo":
            if set(line) != {"do"} or not self.earlier:
                raise Refused("LOG")
            self.now = {**marshal.loads(self.earlier.pop()), "seq": seq}
            return
        if self.now["phase"] == "over":
            raise Refused("LOG")
        words.check_action(self.box, line)
        before = marshal.dumps(self.now)  # five times as fast as the module copy
        state = marshal.loads(before)
        ACTIONS[line["do"]](self.box, state, line)
        settle(state)
        state["seq"] = seq
        self.now = state
        self.earlier.append(before)


def settle(state: State) -> None:
    step = state["due"][0] if state["due"] else None
    state["to_act"] = step["player"] if step is not None and step["step"] == "wear" else state["up"]
    state["gone"].sort()
    for player in state["players"]:
        player["tokens"].sort()
        player["spent"].sort()
