"""The games of a table or hub. Each game is made once, with the options from the settings."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType

from controller.games import installed
from controller.games.contract.game import Game
from controller.games.game_guard import GameFault, GameGuard
from controller.games.naming import USUAL, ids, stickers_of
from controller.signals import Signal


class GameShelf:
    """The games that can be played at this table, each wrapped by a ``GameGuard``.

    Attributes:
        crashed: emits each bug of a game's code before the exception reaches the caller.
        usual: the game to begin with, as the settings name it; ``USUAL`` if that game cannot be made.
        faults: by name, why an installed game cannot be played.
    """

    def __init__(
        self,
        usual: str = USUAL,
        options: Mapping[str, str] = MappingProxyType({}),
        only: Mapping[str, Game] | None = None,
    ) -> None:
        """Make the game ``usual``, to which ``options`` belong.

        With ``only``, ``all`` returns no other games; ``game`` still makes installed ones.
        """
        self.crashed: Signal[GameFault] = Signal()
        self.faults: dict[str, str] = {}
        self._made = {name: self._guarded(name, game) for name, game in (only or {}).items()}
        self._options = {usual: options}
        self._complete = only is not None
        self.usual = usual
        try:
            self.game(usual)
        except installed.GameUnusable as fault:
            self.faults[usual] = str(fault)
            self.usual = USUAL
            self.game(USUAL)

    @property
    def made_so_far(self) -> Mapping[str, Game]:
        return self._made

    def game(self, name: str) -> Game:
        """Return the game ``name``; raise GameUnusable if it is not installed or cannot be made."""
        if name not in self._made:
            if name in self.faults:
                raise installed.GameUnusable(self.faults[name])
            if name not in installed.ours() and name not in self._installed:
                raise installed.unknown(name, self._installed)
            try:
                self._made[name] = self._guarded(name, installed.game(name, self._options.get(name, {})))
            except installed.GameUnusable as fault:
                self.faults[name] = str(fault)
                raise
        return self._made[name]

    @cached_property
    def _installed(self) -> Collection[str]:
        """Cached, because reading is slow and clients may ask for unknown names often."""
        return tuple(installed.names())

    def _guarded(self, name: str, made: Game) -> Game:
        try:
            game: Game = GameGuard(name, self.crashed.emit, checks=name not in installed.ours()).wrap(made)
            game.new_log()
            game.first_memory()
        except GameFault as fault:
            raise installed.GameUnusable(str(fault)) from fault
        return game

    def stickers(self) -> list[str]:
        return [sticker for name, game in self.all().items() for sticker in stickers_of(name, ids(game))]

    def all(self) -> Mapping[str, Game]:
        """Return all games that can be played, by name. The first call is slow: it reads the entry points."""
        if not self._complete:
            self._complete = True
            for name in self._installed:
                with suppress(installed.GameUnusable):  # ``faults`` says why
                    self.game(name)
        return self._made
