"""What the lamps of each castle show: whose move it is, and who has won."""

from typing import Final

from controller.games.contract.ids import CastleId
from controller.games.contract.lamps import LampPattern
from controller.games.tudor.referee.laying import Laying
from controller.games.tudor.rules.state import State

DARK: Final[LampPattern] = ("off", "off", "off")
DUE: Final[LampPattern] = ("off", "blink", "off")
PLAYS: Final[LampPattern] = ("off", "on", "off")
WON: Final[LampPattern] = ("blink", "blink", "blink")


def lamps(state: State) -> dict[CastleId, LampPattern]:
    """The lamps of each castle that plays."""
    return {
        CastleId(gate): WON if seat in state.winners else DUE if seat == state.to_act else DARK
        for seat, gate in enumerate(state.table.gates)
    }


def while_laying(laying: Laying) -> dict[CastleId, LampPattern]:
    """Who has joined."""
    return dict.fromkeys(laying.castles, PLAYS)
