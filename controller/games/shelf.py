"""The games of a table: each is made once, with what the house usually chooses of it."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType

from controller.games import installed
from controller.games.contained import GameFault, Wall
from controller.games.contract.game import Game
from controller.games.naming import USUAL, ids, stickers_of
from controller.signals import Signal


class GameShelf:
    """Owner of the games that can be played here.

    Each stands behind a wall (``Wall``).

    Attributes:
        fell: told of each mistake of a game's own code, before the caller of the game has it as an exception.
        usual: the name of the one to begin with: the settings', or ours where that cannot be made.
        faults: by name, why a game that is installed cannot be played.
    """

    def __init__(
        self,
        usual: str = USUAL,
        options: Mapping[str, str] = MappingProxyType({}),
        only: Mapping[str, Game] | None = None,
    ) -> None:
        """``options`` are what the house usually chooses of the game ``usual``; with ``only`` there are no others."""
        self.fell: Signal[GameFault] = Signal()
        self.faults: dict[str, str] = {}
        self._made = {name: self._walled(name, game) for name, game in (only or {}).items()}
        self._options = {usual: options}
        self._looked = only is not None
        self.usual = usual
        try:
            self.game(usual)
        except installed.GameUnusable as fault:
            self.faults[usual] = str(fault)
            self.usual = USUAL
            self.game(USUAL)

    @property
    def known(self) -> Mapping[str, Game]:
        return self._made

    def game(self, name: str) -> Game:
        """Return the game of that name; raise GameUnusable if there is none, or it cannot be made."""
        if name not in self._made:
            if name in self.faults:
                raise installed.GameUnusable(self.faults[name])
            if name not in installed.ours() and name not in self._installed:
                raise installed.unknown(name, self._installed)
            try:
                self._made[name] = self._walled(name, installed.game(name, self._options.get(name, {})))
            except installed.GameUnusable as fault:
                self.faults[name] = str(fault)
                raise
        return self._made[name]

    @cached_property
    def _installed(self) -> Collection[str]:
        """Looked up once: clients may ask again and again for unknown names."""
        return tuple(installed.names())

    def _walled(self, name: str, made: Game) -> Game:
        try:
            game: Game = Wall(name, self.fell.emit, checks=name not in installed.ours()).around(made)
            game.new_log()
            game.first_memory()
        except GameFault as fault:
            raise installed.GameUnusable(str(fault)) from fault
        return game

    def stickers(self) -> list[str]:
        return [sticker for name, game in self.all().items() for sticker in stickers_of(name, ids(game))]

    def all(self) -> Mapping[str, Game]:
        """All games that can be played, by name; they are looked up once, which takes as long as a hundred modules."""
        if not self._looked:
            self._looked = True
            for name in self._installed:
                with suppress(installed.GameUnusable):  # ``faults`` says why
                    self.game(name)
        return self._made
