"""A game: what every one must have; whoever needs one part imports that part."""

from typing import Protocol

from controller.games.contract.box import Box
from controller.games.contract.devices import Equipped
from controller.games.contract.referee import Referee
from controller.games.contract.rules import Rules
from controller.games.contract.staging import Staging
from controller.games.contract.view import View


class Game(Rules, Referee, Staging, View, Box, Equipped, Protocol):
    """A game as the table plays it.

    What else one may be: ``Correctable``, ``Simulated``, ``Advising``, ``Audible``, ``Opening``, ``Receiving``,
    ``SeatView``, ``Drawn``, ``Charting``; whoever needs that asks by ``isinstance``.
    """
