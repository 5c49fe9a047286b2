"""A tournament as the sum of what people did with it, in order; what does not fit is refused and changes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from controller import limits
from controller.fleet.messages import FixtureId
from hub import RefusedError
from hub.tournament.actions import (
    Action,
    AddEntrants,
    BeginTournament,
    CloseField,
    DrawRound,
    EndTournament,
    MoveGame,
    RenameEntrant,
    Score,
    SetClock,
    SetPresence,
    SetResult,
    SetTables,
    UndoDraw,
    are_valid_places,
)
from hub.tournament.pairing import AFTER_ROUNDS, MIN_PEOPLE, Seed, Stage, is_next_seed


class ActionRefusedError(RefusedError):
    """It does not fit to what was done before; the tournament is unchanged."""


@dataclass
class Entrant:
    """A person of the tournament, drawn while ``here``; ``player`` is the number in the room's book, if any."""

    number: int
    name: str
    club: str
    here: bool
    player: int | None = None


@dataclass
class Game:
    """One table of a round: entrants in seat order; no ``table`` by hand, no ``scores`` while open."""

    fixture: FixtureId
    people: tuple[int, ...]
    table: str | None
    scores: tuple[Score, ...] = ()
    source: tuple[str, int] | None = None


@dataclass
class Round:
    """A draw that counts; ``corrected`` are earlier games whose results were changed after it."""

    draw: int
    stage: Stage
    said: str
    games: list[Game]
    corrected: list[FixtureId] = field(default_factory=list)

    @property
    def open(self) -> list[Game]:
        return [game for game in self.games if not game.scores]


@dataclass
class Tournament:
    """Where a tournament stands, as the sum of its acts, ``count`` of them.

    ``tables`` are those of the next round; ``seeds`` those that all draws have opened; ``clock`` the number of the act
    that set it, with minutes; ``unfit`` the numbers of kept acts that cannot be used.
    """

    begun: BeginTournament
    tables: tuple[str, ...]
    entrants: dict[int, Entrant] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    seeds: list[Seed] = field(default_factory=list)
    closed: bool = False
    ended: bool = False
    count: int = 1
    clock: tuple[int, int] | None = None
    unfit: list[int] = field(default_factory=list)
    games: dict[FixtureId, tuple[Round, Game]] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)

    @property
    def field(self) -> list[Entrant]:
        return [each for each in self.entrants.values() if each.here]

    @property
    def next_stage(self) -> Stage | None:
        """What would be drawn now; None where nothing is left."""
        if len(self.rounds) < self.begun.rounds:
            return "round"
        return AFTER_ROUNDS[self.begun.format](self.rounds[-1].stage, len(self.field))

    def take(self, act: Action) -> bool:
        """Apply an act; return False if it was so already. Raise ActionRefusedError if it does not fit."""
        if self.count >= limits.TOURNAMENT_ACTIONS:
            raise ActionRefusedError("full", f"It has {self.count} acts, and no more are kept.")
        if isinstance(act, SetClock) and not self.rounds:
            raise ActionRefusedError("no_draw", "Nothing is drawn yet: draw a round first, then set its clock.")
        changed = self._taken(act)
        self.count += changed
        return changed

    def take_again(self, act: Action) -> None:
        """Apply a kept act, which counts even if it raises ActionRefusedError, so that it keeps its number."""
        try:
            self._taken(act)
        finally:
            self.count += 1

    def _taken(self, act: Action) -> bool:
        if self.ended:
            raise ActionRefusedError("ended", "The tournament is over: nothing of it is changed any more.")
        match act:
            case AddEntrants():
                return self._enter(act)
            case SetPresence():
                return self._come_or_go(act)
            case RenameEntrant():
                return self._rename(act)
            case CloseField():
                return self._close(closed=act.closed)
            case DrawRound():
                return self._draw(act)
            case UndoDraw():
                return self._take_back()
            case MoveGame():
                return self._move(act)
            case SetResult():
                return self._result(act)
            case SetTables():
                return self._choose(act.tables)
            case SetClock():
                self.clock = None if act.minutes is None else (self.count + 1, act.minutes)
                return True
            case EndTournament():
                self._see_that_nothing_is_open()
                self.ended = True
                return True
            case BeginTournament():
                raise ActionRefusedError("begun", "It has begun already.")

    def _enter(self, act: AddEntrants) -> bool:
        if self.closed:
            raise _closed_error()
        if len(self.entrants) + len(act.people) > limits.TOURNAMENT_ENTRANTS:
            raise ActionRefusedError(
                "full",
                f"Saw {len(act.people)} more than {len(self.entrants)} entrants, "
                f"expected {limits.TOURNAMENT_ENTRANTS} in all at most.",
            )
        names = [_normalise_name(each.name) for each in act.people]
        taken = set(self.names)
        players = {each.player for each in self.entrants.values()} - {None}
        for name, each in zip(names, act.people, strict=True):
            if name in taken or each.player in players:
                raise _same_name_error(each.name)
            taken.add(name)
            players |= {each.player} - {None}
        for name, each in zip(names, act.people, strict=True):
            number = len(self.entrants) + 1
            self.entrants[number] = Entrant(number, each.name, each.club, act.here, each.player)
            self.names[name] = number
        return True

    def _come_or_go(self, act: SetPresence) -> bool:
        entrant = self._entrant(act.entrant)
        if entrant.here == act.here:
            return False
        if self.closed:
            raise _closed_error()
        entrant.here = act.here
        return True

    def _rename(self, act: RenameEntrant) -> bool:
        entrant = self._entrant(act.entrant)
        if (entrant.name, entrant.club) == (act.name, act.club):
            return False
        if self.names.get(_normalise_name(act.name), act.entrant) != act.entrant:
            raise _same_name_error(act.name)
        if self.closed and entrant.club != act.club:
            raise _closed_error()
        del self.names[_normalise_name(entrant.name)]
        self.names[_normalise_name(act.name)] = act.entrant
        entrant.name, entrant.club = act.name, act.club
        return True

    def _close(self, *, closed: bool) -> bool:
        if self.closed == closed:
            return False
        if closed:
            self._see_that_nothing_is_open()
            if self.next_stage is None:
                raise ActionRefusedError("no_round", "All its rounds were played.")
            if len(self.field) < MIN_PEOPLE:
                raise ActionRefusedError("few", f"Saw {len(self.field)} people here, expected {MIN_PEOPLE} or more.")
            if len(self.seeds) >= limits.TOURNAMENT_DRAWS:
                raise ActionRefusedError("full", f"It had {len(self.seeds)} draws, and has no more seeds.")
        self.closed = closed
        return True

    def _draw(self, act: DrawRound) -> bool:
        seed = Seed(bytes.fromhex(act.seed))
        stage = self.next_stage
        if not self.closed or stage is None:
            raise ActionRefusedError("open", "People still come and go: close the field first, then draw.")
        if not is_next_seed(seed, self.seeds[-1] if self.seeds else Seed(bytes.fromhex(self.begun.commitment))):
            raise ActionRefusedError("seed", "The seed is not the one that was settled before.")
        people = [number for table in act.games for number in table]
        if len(set(people)) < len(people) or not {each.number for each in self.field}.issuperset(people):
            raise ActionRefusedError("people", "Somebody sits twice, or is not here.")
        self.seeds.append(seed)
        draw = len(self.seeds)
        tables = [*self.tables, *([None] * len(act.games))]
        drawn = Round(draw, stage, act.said, [])
        for index, seats in enumerate(act.games):
            game = Game(f"{self.begun.commitment[:12]}-{draw}-{index + 1}", seats, tables[index])
            drawn.games.append(game)
            self.games[game.fixture] = drawn, game
        self.rounds.append(drawn)
        self.closed, self.clock = False, None
        return True

    def _choose(self, tables: tuple[str, ...]) -> bool:
        if self.tables == tables:
            return False
        if self.closed:
            raise _closed_error()
        if len(set(tables)) < len(tables):
            raise ActionRefusedError("twice", "Saw a table twice, expected each once.")
        self.tables = tables
        return True

    def _take_back(self) -> bool:
        if self.closed or not self.rounds or any(game.scores for game in self.rounds[-1].games):
            raise ActionRefusedError("played", "Only a draw of which no game has a result yet is taken back.")
        for game in self.rounds.pop().games:
            del self.games[game.fixture]
        self.clock = None
        return True

    def _move(self, act: MoveGame) -> bool:
        _, game = self._game(act.fixture)
        if game.table == act.table:
            return False
        if game.scores:
            raise ActionRefusedError("played", "That game has a result already.")
        game.table = act.table
        return True

    def _result(self, act: SetResult) -> bool:
        where, game = self._game(act.fixture)
        if (game.scores, game.source) == (act.scores, act.source):
            return False
        if self.closed:
            raise _closed_error()
        if sorted(score.entrant for score in act.scores) != sorted(game.people):
            raise ActionRefusedError("people", "A result names each person of its table once.")
        if not are_valid_places([score.place for score in act.scores]):
            raise ActionRefusedError("places", "These places leave one out: after two first ones comes a third.")
        for later in self.rounds[self.rounds.index(where) + 1 :]:
            if act.fixture not in later.corrected and act.scores != game.scores:
                later.corrected.append(act.fixture)
        game.scores, game.source = act.scores, act.source
        return True

    def _see_that_nothing_is_open(self) -> None:
        if self.rounds and (left := self.rounds[-1].open):
            raise ActionRefusedError("unplayed", f"{len(left)} games of the round have no result yet.")

    def _entrant(self, number: int) -> Entrant:
        if number not in self.entrants:
            raise ActionRefusedError("nobody", f"Saw entrant {number}, expected 1 to {len(self.entrants)}.")
        return self.entrants[number]

    def _game(self, fixture: FixtureId) -> tuple[Round, Game]:
        if fixture not in self.games:
            raise ActionRefusedError("no_game", "That game is of no round that counts.")
        return self.games[fixture]


def tournament_of(acts: Sequence[Action | None]) -> Tournament:
    """Return the sum of kept acts, None for an unreadable one; raise ActionRefusedError without a beginning."""
    if not acts or not isinstance(acts[0], BeginTournament):
        raise ActionRefusedError("begun", "Saw no beginning, expected it first.")
    tournament = Tournament(acts[0], acts[0].tables)
    for number, act in enumerate(acts[1:], start=2):
        if act is None:
            tournament.count += 1
            tournament.unfit.append(number)
            continue
        try:
            tournament.take_again(act)
        except ActionRefusedError:
            tournament.unfit.append(number)
    return tournament


def count_meetings(tournament: Tournament) -> Mapping[int, Mapping[int, int]]:
    """How often each has met each, by numbers, in all rounds that count."""
    met: dict[int, dict[int, int]] = {}
    for game in (game for each in tournament.rounds for game in each.games):
        for person, other in permutations(game.people, 2):
            mine = met.setdefault(person, {})
            mine[other] = mine.get(other, 0) + 1
    return met


def _normalise_name(name: str) -> str:
    return " ".join(name.split()).casefold()


def _closed_error() -> ActionRefusedError:
    return ActionRefusedError("closed", "The field is closed: the draw is next. Open it again first.")


def _same_name_error(name: str) -> ActionRefusedError:
    return ActionRefusedError(
        "same_name", f"There is a {name} already: add a letter, so that a table can tell them apart."
    )
