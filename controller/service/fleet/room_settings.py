"""Check the room's settings for games here, apply them to the next games, withdraw them."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import msgspec

from controller import limits
from controller.fleet import messages
from controller.games import game_guard, installed, naming
from controller.games.contract.game import Game
from controller.games.contract.inputs import Simulated
from controller.games.contract.values import CastleId, RandomDraw, RefusedError
from controller.play.game_loop import GameLoop
from controller.play.on_table import EDITION, FixedChoices
from controller.store.house_rules import HouseRules

PIECES_NAMED: Final = 3
"""Number of unknown pieces that a refusal names at most."""


class RoomSettingsHandler:
    """The room's settings, and the state of each part.

    Rules and editions apply from the next game on, settings between games.

    Args:
        house: the table's house rules, which the settings override.
        may: the parts that the table's owner lets the room set.
        changed: called when the reports change.
    """

    def __init__(
        self,
        loop: GameLoop,
        house: HouseRules,
        castles: Collection[CastleId],
        may: Collection[str],
        changed: Callable[[], None],
    ) -> None:
        self._loop = loop
        self._house = house
        self._castles = tuple(castles)
        self._may = frozenset(may)
        self._changed = changed
        self._refused: dict[tuple[messages.SettingsPart, str], str] = {}
        self._wanted = messages.NO_SETTINGS
        self._settings: Mapping[str, object] = {}

    @property
    def active_settings(self) -> Mapping[str, object]:
        return self._house.room_settings

    @property
    def reports(self) -> tuple[messages.SettingsReport, ...]:
        return tuple(self._build_report(part, game, wanted) for part, game, wanted in self._wanted.iter_parts())

    def reapply_room_settings(self, holds: Mapping[str, object]) -> None:
        """Apply the settings active before the restart, also to a resumed game."""
        if self._refusal_reason("settings", "", holds) is None:
            self._house.set_room_settings(holds)

    def set_wanted_settings(self, wanted: messages.RoomSettings) -> None:
        self._wanted = wanted
        checked = {(part, game): self._refusal_reason(part, game, of) for part, game, of in wanted.iter_parts()}
        self._refused = {of: why[: limits.ANSWER_TEXT_CHARS] for of, why in checked.items() if why is not None}
        self._settings = {} if ("settings", "") in self._refused else wanted.settings
        rules = {game: of for game, of in wanted.rules.items() if ("rules", game) not in self._refused}
        editions = {game: of for game, of in wanted.editions.items() if ("edition", game) not in self._refused}
        self._loop.on_table.fixed_by_room = {
            game: FixedChoices(rules.get(game, {}), editions.get(game)) for game in {**rules, **editions}
        }
        self.apply_unless_playing()
        self._changed()

    def apply_unless_playing(self, _: object = None) -> None:
        try:
            if self._settings != self._house.room_settings and not self._loop.is_playing:
                self.apply_settings()
        except game_guard.GameFault:  # the game loop handles it, and ends the game
            return

    def apply_settings(self, _: object = None) -> None:
        if self._settings != self._house.room_settings:
            self._house.set_room_settings(self._settings)
            self._changed()

    def withdraw_settings(self) -> None:
        """Return to the table's own settings when it leaves the room or stops."""
        self.set_wanted_settings(messages.NO_SETTINGS)
        self.apply_settings()

    def _build_report(self, part: messages.SettingsPart, game: str, wanted: Any) -> messages.SettingsReport:
        why = self._refused.get((part, game))
        waits = part == "settings" and self._settings != self._house.room_settings
        state: messages.SettingsState = "refused" if why is not None else "waits" if waits else "holds"
        return messages.SettingsReport(part, messages.hash_json_value(wanted), state, game, why or "")

    def _refusal_reason(self, part: messages.SettingsPart, name: str, wanted: Any) -> str | None:
        """Return why the table refuses this part; None if it accepts it."""
        if part not in self._may:
            return f"saw {part}, expected what `may` under [hub] in the table's table.toml allows"
        if part == "settings":
            try:
                self._house.check_room_settings(wanted)
            except ValueError as fault:
                return str(fault)
            return None
        try:
            game = self._loop.on_table.games.get_or_make_game(name)
            return options_fault(game, wanted) if part == "rules" else self._edition_fault(game, wanted)
        except (installed.GameUnusable, game_guard.GameFault, RefusedError) as fault:
            return str(fault)

    def _edition_fault(self, game: Game, edition: Any) -> str | None:
        usual = {choice.key: choice.values[0] for choice in game.choices()}
        known = frozenset(naming.piece_ids(game))
        for castles in game.seats:
            if castles > len(self._castles):
                break
            made = game.setup(self._castles[:castles], usual, {EDITION: edition}, list)
            if isinstance(made, RandomDraw):
                made = {**made.action, made.key: (made.means or [value for value, _ in made.sectors])[0]}
            play = game.new_log()
            play.accept(play.check(made))
            if not isinstance(game, Simulated):
                continue
            unknown = sorted({lying.piece for lying in game.lying_pieces(play.state)} - known)
            if unknown:
                seen = ", ".join(unknown[:PIECES_NAMED])
                return f"saw {len(unknown)} pieces that are not in the box ({seen}), expected those that have stickers"
        return None


def options_fault(game: Game, wanted: Any) -> str | None:
    """Return why ``wanted`` are no valid options of ``game``; None if they are."""
    choices = {choice.key: choice.values for choice in game.choices()}
    try:
        options = msgspec.convert(wanted, dict[str, str])
    except msgspec.ValidationError as fault:
        return f"saw invalid options of {game.title}: {fault}"
    for key, value in options.items():
        if value not in choices.get(key, ()):
            known = "; ".join(f"{each}: {', '.join(values)}" for each, values in choices.items()) or "no options"
            return f"saw {key} = {value}, expected for {game.title}: {known}"
    return None
