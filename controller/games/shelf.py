"""The games of a table or hub. Each game is made once, with the options from the settings."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType

from controller.games import installed
from controller.games.contract.game import Game
from controller.games.game_guard import GameFault, GameGuard
from controller.games.naming import DEFAULT_GAME, piece_ids, sticker_names
from controller.signals import Signal


class GameShelf:
    """The games playable at this table, each wrapped by a ``GameGuard``.

    Attributes:
        crashed: emits each bug of a game before the exception reaches the caller.
        default_game: the game to begin with: ``usual``, or ``DEFAULT_GAME`` if it cannot be made.
        fault_by_game: why a game cannot be played, by its name.
    """

    def __init__(
        self,
        usual: str = DEFAULT_GAME,
        options: Mapping[str, str] = MappingProxyType({}),
        only: Mapping[str, Game] | None = None,
        *,
        has_page: bool = True,
    ) -> None:
        """Make the game ``usual``, to which ``options`` belong.

        With ``only``, `make_all_games` returns no other games; `get_or_make_game` still makes installed ones.
        """
        self.crashed: Signal[GameFault] = Signal()
        self.fault_by_game: dict[str, str] = {}
        self._made = {name: self._guard_and_try_out(name, game) for name, game in (only or {}).items()}
        self._options = {usual: options}
        self._complete = only is not None
        self._has_page = has_page
        self.default_game = usual
        try:
            self.get_or_make_game(usual)
        except installed.GameUnusable as fault:
            self.fault_by_game[usual] = str(fault)
            self.default_game = DEFAULT_GAME
            self.get_or_make_game(DEFAULT_GAME)

    @property
    def games_made_so_far(self) -> Mapping[str, Game]:
        return self._made

    def get_or_make_game(self, name: str) -> Game:
        """Return the game ``name``; raise GameUnusable if it is not installed or fails."""
        if name not in self._made:
            if name in self.fault_by_game:
                raise installed.GameUnusable(self.fault_by_game[name])
            if name not in installed.bundled_game_names() and name not in self._installed_names:
                raise installed.unknown_game_error(name, self._installed_names)
            try:
                self._made[name] = self._make(name, self._options.get(name, {}))
            except installed.GameUnusable as fault:
                self.fault_by_game[name] = str(fault)
                raise
        return self._made[name]

    def _make(self, name: str, options: Mapping[str, str]) -> Game:
        game = self._guard_and_try_out(name, installed.make_game(name, options))
        by_hand = (
            {} if self._has_page else {each.key: each.without_page for each in game.choices() if each.without_page}
        )
        if by_hand.keys() <= options.keys():
            return game
        return self._guard_and_try_out(name, installed.make_game(name, {**by_hand, **options}))

    @cached_property
    def _installed_names(self) -> Collection[str]:
        """Cached: reading the entry points is slow."""
        return tuple(installed.installed_game_names())

    def _guard_and_try_out(self, name: str, made: Game) -> Game:
        try:
            game: Game = GameGuard(
                name, self.crashed.emit, checks=name not in installed.bundled_game_names()
            ).wrap_game(made)
            game.new_log()
            game.first_memory()
            game.sectors()
        except GameFault as fault:
            raise installed.GameUnusable(str(fault)) from fault
        return game

    def all_sticker_names(self) -> list[str]:
        return [
            sticker for name, game in self.make_all_games().items() for sticker in sticker_names(name, piece_ids(game))
        ]

    def make_all_games(self) -> Mapping[str, Game]:
        """The first call is slow: it reads the entry points."""
        if not self._complete:
            self._complete = True
            for name in self._installed_names:
                with suppress(installed.GameUnusable):  # ``fault_by_game`` says why
                    self.get_or_make_game(name)
        return self._made
