"""The game that lies on the table: its log, the referee's memory, its draws, and which pieces lie elsewhere."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from controller.games.contained import GameFault
from controller.games.contract.game import Game
from controller.games.contract.rules import Choice, Correctable, GameLog, Move, Summary, lies_open
from controller.games.contract.values import Action, CastleId, RefusedError, Text
from controller.games.fallen_game import FallenGame
from controller.games.installed import GameUnusable
from controller.games.naming import game_of
from controller.games.shelf import GameShelf
from controller.play.draws.chance import Chance
from controller.play.draws.game_draws import Decision, GameDraws, taken_up
from controller.play.on_table.misplaced_pieces import MisplacedPieces
from controller.play.on_table.settled import NOTHING_SETTLED, Settled
from controller.store.journal import COMING, Draw, Entry, Journal


class AllOfIt(Struct, frozen=True):
    """All of a game on the table, to be put back there if another one cannot begin."""

    game: Game
    name: str
    misplaced: MisplacedPieces
    play: GameLog
    memory: Any
    game_id: int | None
    draws: GameDraws


class GameOnTable:
    """Owner of the game that lies on the table, or lay there last; actions alone move it on.

    Attributes:
        games: those that can be played here.
        game: the one on the table; ``name`` is the name that logs give it.
        correctable: the same, where it can be gone back in.
        play: its log.
        memory: the referee's.
        misplaced: which pieces lie elsewhere than the log has them.
        game_id: its number in the journal; None before its first action.
        draws: its own, or of the game to come.
        coming: the first draw of the next game, to which the table has committed itself.
        settled: what a room has settled of games to come, by their names.
    """

    def __init__(self, games: GameShelf, journal: Journal, chance: Chance, utc_now: Callable[[], datetime]) -> None:
        self.games = games
        self.settled: Mapping[str, Settled] = {}
        self._journal = journal
        self._chance = chance
        self._utc_now = utc_now
        self._set_game(games.game(games.usual), games.usual)
        self._begin_anew()
        self.draws = taken_up(chance, COMING, journal.draws(COMING))
        self.coming = self.draws.standing

    def _set_game(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self.correctable = game if isinstance(game, Correctable) else None
        self.misplaced = MisplacedPieces(self.correctable)

    def _begin_anew(self) -> None:
        self.play: GameLog = self.game.new_log()
        self.memory: Any = self.game.first_memory()
        self.game_id: int | None = None

    def settled_of(self, name: str) -> Settled:
        """What a room has settled of the game of that name."""
        return self.settled.get(name, NOTHING_SETTLED)

    @property
    def state(self) -> Any:
        """The state after the latest accepted action; None before the first."""
        return self.play.state

    @property
    def summary(self) -> Summary:
        """Of the state; there is one once the game has begun."""
        return self.game.summary(self.state)

    @property
    def playing(self) -> bool:
        """Whether a game goes on."""
        return self.state is not None and self.summary.outcome is None

    @property
    def castles(self) -> Sequence[CastleId]:
        """Who plays the present game, in seat order; nobody before a game."""
        return () if self.state is None else self.summary.castles

    @property
    def to_move(self) -> tuple[Move, ...]:
        """Which pieces people are to move after a correction; nothing when all lie as the log has them."""
        return self.misplaced.to_move(self.state)

    def lay(self, name: str) -> None:
        """Lay a game on the table that has not begun.

        Raises:
            RefusedError: it cannot be played here.
        """
        try:
            game = self.games.game(name)
        except GameUnusable as fault:
            raise RefusedError(None, str(fault), Text("game-not-here", {"game": name})) from None
        if game is not self.game:
            self._set_game(game, name)
        self._begin_anew()

    def fall(self, fault: GameFault, choices: Sequence[Choice]) -> None:
        """Nothing of the game's code lies on the table after its ``fault``; ``choices`` are its own."""
        self._set_game(FallenGame(self.game, fault, choices), self.name)
        self._begin_anew()
        self.new_draws()

    def new_draws(self) -> None:
        """The next game's, beginning with the one that is promised."""
        self.draws = GameDraws(self._chance, self.coming)

    def do(self, action: Action) -> Sequence[Any]:
        """Do an action; gives its events.

        Raises:
            RefusedError: the rules do not allow it; nothing has changed.
        """
        events = self.play.accept(self.play.check(action))
        self.draws.acted(action, lies_open=lies_open(self.game, self.state))
        self.memory = self.game.settle(self.state, self.memory, action)
        return events

    def entry(self, action: Action, by: str) -> Entry:
        """The entry of the action that was done just now; with the first one the game gets its number."""
        if self.game_id is None:
            self.game_id = self._journal.new_game_id()
        summary, seq = self.summary, self.play.seq
        castles = summary.castles if seq == 1 else ()
        written_utc = self._utc_now().isoformat(timespec="milliseconds")
        return Entry(self.game_id, seq, dict(action), by, written_utc, castles, summary.outcome)

    def decided_entry(self, decision: Decision, by: str) -> Entry:
        """The same, with what is opened by it and to what the table commits itself next."""
        entry = self.entry(decision.action, by)
        opened = self.draws.entered(decision, entry.game_id)
        if entry.seq == 1:
            self.coming = self._chance.first(COMING, self.draws.salt)
            opened = (*opened, self.coming)
        return dataclasses.replace(entry, draws=opened)

    def take_up_draws(self, game_id: int | None) -> set[Draw]:
        """Those of a game of the journal, or of the one to come; gives what the journal is still to have.

        That is on disk before anybody is shown what the table commits itself to.
        """
        stored = self._journal.draws(COMING)
        self.draws = taken_up(self._chance, COMING, stored)
        self.coming = self.draws.standing
        if game_id is not None:
            draws = self._journal.draws(game_id)
            self.draws = taken_up(self._chance, game_id, draws, self.coming.salt)
            stored += draws
        return {self.coming, self.draws.standing}.difference(stored)

    def replay(self, game_id: int, entries: Sequence[Entry]) -> None:
        """Put a game of the journal on the table, whose draws were taken up.

        Raises:
            RefusedError: an action is not allowed, or the game cannot be played here; none is on the table then.
        """
        try:
            self.lay(game_of(entries[0].action))
            for entry in entries:
                self.do(entry.action)
        except (RefusedError, GameFault) as fault:
            self.lay(self.name)
            self.new_draws()
            raise fault if isinstance(fault, RefusedError) else fault.refusal from fault
        self.game_id = game_id

    def all_of_it(self) -> AllOfIt:
        """To be given to ``put_back``."""
        return AllOfIt(self.game, self.name, self.misplaced, self.play, self.memory, self.game_id, self.draws)

    def put_back(self, was: AllOfIt) -> None:
        """All as it was, but for what is promised: the journal has that."""
        self._set_game(was.game, was.name)
        self.misplaced, self.play, self.memory = was.misplaced, was.play, was.memory
        self.game_id, self.draws = was.game_id, was.draws
