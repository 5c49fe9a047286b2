"""Which castles bots play, and who moves their pieces: simulated hands, or people where the parts are real."""

import asyncio
from collections.abc import Collection, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from controller import limits, log
from controller.background import run_concurrently
from controller.devices.guard import PROGRAM_PART_SUFFIX
from controller.games.contract import effects, inputs, values
from controller.games.contract.game import Game
from controller.games.requests import NewGame, NotAvailableAtTable
from controller.play.menu import PlayerChosen
from controller.play.on_table import missing_devices_refusal
from controller.play.table import Table
from controller.store.atomic_files import StateFileError, load_json, save_json

if TYPE_CHECKING:
    from controller.play.bots.bot_hands import BotHands
    from hw.testing.table import TwinTable

SeatsByGame = dict[str, dict[values.CastleId, str]]
"""By game the castles that bots play, with their levels."""


class BotSeats:
    """The file of the castles that bots play, by game; without one, nothing is stored."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def load(self, game: str) -> Mapping[values.CastleId, str]:
        """Return the castles that bots play, with their levels; "" is the usual one."""
        return self._load_all().get(game, {})

    def save(self, game: str, levels: Mapping[values.CastleId, str]) -> None:
        """Store the castles that bots play, of the newest ``limits.BOT_GAMES_REMEMBERED`` games.

        If the file cannot be written, the bots are lost at the next start.
        """
        if self._file is None:
            return
        kept = self._load_all()
        if not levels and game not in kept:
            return
        kept[game] = dict(levels)
        newest = dict(list(kept.items())[-limits.BOT_GAMES_REMEMBERED :])
        try:
            save_json(self._file, newest)
        except OSError as fault:
            log.warning("bots_not_kept", file=self._file, why=fault.strerror)

    def _load_all(self) -> SeatsByGame:
        if self._file is None:
            return {}
        try:
            return load_json(self._file, SeatsByGame, "Remove it.") or {}
        except StateFileError as fault:
            log.warning("bots_not_known", file=self._file, why=str(fault))
            return {}


class Bots:
    """The bots of the game on the table; they come and go with it.

    Attributes:
        levels: the castles that bots play, with their levels; "" is the usual one.
        simulated_hands: hands of the bots at simulated gates, if any play.
    """

    def __init__(self, table: Table, twins: "TwinTable | None", file: Path | None) -> None:
        self.levels: Mapping[values.CastleId, str] = {}
        self.simulated_hands: BotHands | None = None
        self._table = table
        self._twins = twins
        self._seats = BotSeats(file)
        self._random = Random()  # noqa: S311  # moods of bots, no secrets
        self._task: asyncio.Task[None] | None = None
        self._taken_over: set[values.CastleId] = set()
        table.loop.cleared.connect(table.guard.guard_handler("bots", self.resume))
        table.loop.begun.connect(table.guard.guard_handler("bots", self._seat_bots_of_new_game))
        table.console.players = self.players
        table.console.player_chosen.connect(table.guard.guard_handler("bots", self._set_chosen_player))

    def castles_for_bots(self, game: Game) -> list[values.CastleId]:
        """Return the castles that a bot can play: those with a gate, if the game has bots."""
        if not isinstance(game, inputs.Simulated):
            return []
        return [values.CastleId(each.color) for each in self._table.config.castle if each.has_gate]

    def players(self) -> Mapping[values.CastleId, str | None]:
        """Return who plays the castles that a bot could play now: its level, or None for a person."""
        possible = self.castles_for_bots(self._table.game) if self._table.loop.is_playing else []
        return {castle: self.levels.get(castle) for castle in self._table.loop.castles if castle in possible}

    def usual_sitters(self, game: Game) -> dict[values.CastleId, str]:
        """Return who is offered to play next, of each castle: "person", "bot" or "nobody".

        Those of the latest game if this game seats as many; else a person at the first castle, and bots at as many
        others as it seats where they need no help.
        """
        castles = [values.CastleId(each.color) for each in self._table.config.castle]
        latest = self._table.loop.castles
        possible = self.castles_for_bots(game)
        if len(latest) in game.seats:
            players, bots = list(latest), [each for each in self.levels if each in possible]
        else:
            players = castles[: game.seats.stop - 1]
            bots = [each for each in possible if each != players[0] and not self.is_helped(each)]
        return {each: "nobody" if each not in players else "bot" if each in bots else "person" for each in castles}

    def usual_level(self, game: Game) -> str:
        """Return the level that is offered for bots: the latest game's, else the middle one; "" without levels."""
        levels = inputs.bot_levels(game)
        latest = [each for each in self.levels.values() if each in levels]
        return next(iter(latest or levels[len(levels) // 2 :]), "")

    @property
    def lone_person(self) -> values.CastleId | None:
        """The castle of the game's only person, from whom no hand of another person has to be hidden; else None.

        A castle that a bot has taken over counts as a person's until the game ends: its people know their hand, and
        are to see no other one.
        """
        people = [each for each in self._table.loop.castles if each not in self.levels or each in self._taken_over]
        return people[0] if len(people) == 1 and people[0] not in self.levels else None

    def devices_refusal(self, game: Game, castles: Collection[values.CastleId]) -> values.RefusedError | None:
        """Return which devices the bots of these castles lack; people who help one need only its gate."""
        config = self._table.config
        lacking = game.devices.for_bots & {"gates"} - config.configured_devices
        if not all(self.is_helped(castle) for castle in castles):
            all_twins = self._twins is not None and self._twins.is_all_twins
            lacking = (
                game.devices.for_bots
                - (config if all_twins else config.filter_devices(simulated=True)).configured_devices
            )
        return missing_devices_refusal("bots-need", game, lacking) if lacking else None

    def set_player(self, castle: values.CastleId, level: str | None) -> None:
        """Let a bot take a castle over, or give it back to people: ``level`` is None.

        Raises:
            NotAvailableAtTable: no bot can play this castle on this level.
            RefusedError: the bots lack a device.
        """
        game, castles = self._table.game, self._table.loop.castles
        if level is not None and (castle not in castles or castle not in self.castles_for_bots(game)):
            raise NotAvailableAtTable(f"saw a bot for {castle!r}, expected a castle that plays, with a gate")
        if level and level not in inputs.bot_levels(game):
            levels = ", ".join(inputs.bot_levels(game)) or "this game has none"
            raise NotAvailableAtTable(f"saw the level {level!r}, expected one of: {levels}")
        others = {other: of for other, of in self.levels.items() if other != castle}
        then = others if level is None else {**others, castle: level}
        if level is not None and (lacking := self.devices_refusal(game, then)) is not None:
            raise lacking
        if level is not None and castle not in self.levels:
            self._taken_over.add(castle)
        self._save_and_start(then)
        self._table.loop.show_effects()

    def _set_chosen_player(self, chosen: PlayerChosen) -> None:
        try:
            self.set_player(chosen.castle, chosen.level)
        except values.RefusedError as refusal:
            self._table.loop.show_effects((effects.Complain(None, refusal.text),))

    def resume(self, _: None = None) -> None:
        """Let bots play on in the game on the table."""
        self._taken_over.clear()
        self._start(self._seats.load(self._table.loop.on_table.draws.salt_hash))

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._table.errands.clear()
        self._task, self.simulated_hands, self.levels = None, None, {}

    def _seat_bots_of_new_game(self, new: NewGame) -> None:
        self._taken_over.clear()
        self._save_and_start({castle: new.levels.get(castle, "") for castle in new.bots})

    def _save_and_start(self, levels: Mapping[values.CastleId, str]) -> None:
        self._seats.save(self._table.loop.on_table.draws.salt_hash, levels)
        self._start(levels)

    def _start(self, levels: Mapping[values.CastleId, str]) -> None:
        self.stop()
        table, game_id = self._table, self._table.loop.game_id
        possible = self.castles_for_bots(table.game)
        seats = {castle: levels[castle] for castle in table.loop.castles if castle in levels and castle in possible}
        lacking = self.devices_refusal(table.game, seats) if seats else None
        part = "bots" + PROGRAM_PART_SUFFIX
        if seats:
            table.health.report_fault_or_recovery(part, None if lacking is None else str(lacking))
        if not seats or lacking is not None:
            return
        from controller.play.bots.lent_hands import LentHands  # only where bots play

        self.levels = seats
        helped = {castle: level for castle, level in seats.items() if self.is_helped(castle)}
        others = [castle for castle in seats if castle not in helped]
        if others and self._twins is not None:
            from controller.play.bots import bot_hands  # twins only

            self.simulated_hands = bot_hands.BotHands(table, self._twins, self._random, others, seats)
        hands = [hand for hand in (LentHands(table, helped), self.simulated_hands) if hand is not None]

        async def play() -> None:
            await run_concurrently(*(hand.play_until_over(lambda: table.loop.game_id != game_id) for hand in hands))

        self._task = asyncio.get_running_loop().create_task(table.guard.keep_running("bots", play), name="bots")
        table.loop.show_effects()

    def plays_by_itself(self, castle: values.CastleId) -> bool:
        return self.simulated_hands is not None and castle in self.simulated_hands.castles

    def is_helped(self, castle: values.CastleId) -> bool:
        """Whether people move this castle's pieces: its gate is real, or the settings say so."""
        config, twins = self._table.config, self._twins
        if twins is None or config.table.bots_ask:
            return True
        return not twins.is_all_twins and not any(each.color == castle and each.simulated for each in config.castle)
