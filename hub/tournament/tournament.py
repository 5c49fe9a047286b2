"""State of a tournament: applies actions in order; one that does not fit is refused without effect."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from controller import limits
from controller.fleet.messages import FixtureId
from hub import RefusedError
from hub.names import fold_name
from hub.tournament.actions import (
    Action,
    AddEntrants,
    AnnouncePresence,
    BeginTournament,
    DrawRound,
    EndTournament,
    MoveGame,
    RemoveEntrants,
    RenameEntrant,
    Score,
    SetAllPresence,
    SetClock,
    SetEntriesClosed,
    SetPresence,
    SetResult,
    SetTables,
    UndoDraw,
    are_valid_places,
)
from hub.tournament.pairing import MIN_PEOPLE, NEXT_STAGE_BY_FORMAT, Seed, Stage, is_next_seed


class ActionRefusedError(RefusedError):
    """An action does not fit the earlier ones; the tournament is unchanged."""


@dataclass
class Entrant:
    """An entrant, drawn while ``here``; ``player`` is the registered player's number, if any.

    ``announced``: checked in by name, which proves nothing. ``bot``: its level; None for a person. ``entry``: number
    of the action that entered it, and with it all of a list.
    """

    number: int
    name: str
    club: str
    here: bool
    player: int | None = None
    bot: str | None = None
    entry: int = 0
    announced: bool = False


@dataclass
class Game:
    """A game of a round: entrants in seat order; ``table`` None without one, ``scores`` empty while open."""

    fixture: FixtureId
    people: tuple[int, ...]
    table: str | None
    scores: tuple[Score, ...] = ()
    source: tuple[str, int] | None = None


@dataclass
class Round:
    """A round; ``corrected`` are games of earlier rounds whose results changed after this draw."""

    draw: int
    stage: Stage
    said: str
    games: list[Game]
    corrected: list[FixtureId] = field(default_factory=list)

    @property
    def unfinished_games(self) -> list[Game]:
        return [game for game in self.games if not game.scores]


@dataclass
class Tournament:
    """The state of a tournament.

    ``tables`` are assigned to the next round; ``seeds`` are those that draws revealed; ``clock`` is the number of the
    action that started the round's clock, and its minutes; ``unfit`` numbers stored actions that cannot be applied;
    ``entries`` counts entrants with those who were taken out.
    """

    begun: BeginTournament
    tables: tuple[str, ...]
    entrants: dict[int, Entrant] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    seeds: list[Seed] = field(default_factory=list)
    closed: bool = False
    ended: bool = False
    action_count: int = 1
    clock: tuple[int, int] | None = None
    unfit: list[int] = field(default_factory=list)
    games: dict[FixtureId, tuple[Round, Game]] = field(default_factory=dict)
    number_by_name: dict[str, int] = field(default_factory=dict)
    entries: int = 0

    @property
    def present_entrants(self) -> list[Entrant]:
        return [each for each in self.entrants.values() if each.here]

    @property
    def stage_to_draw(self) -> Stage | None:
        """Return the stage to be drawn next; None after the last."""
        if len(self.rounds) < self.begun.rounds:
            return "round"
        return NEXT_STAGE_BY_FORMAT[self.begun.format](self.rounds[-1].stage, len(self.present_entrants))

    def entrant_named(self, name: str) -> Entrant | None:
        return self.entrants.get(self.number_by_name.get(fold_name(name), 0))

    def entrant_of_player(self, player: int) -> Entrant | None:
        return next((each for each in self.entrants.values() if each.player == player), None)

    def apply_new(self, action: Action) -> bool:
        """Apply a new action; return False if it changes nothing. Raise ActionRefusedError if it does not fit."""
        if self.action_count >= limits.TOURNAMENT_ACTIONS:
            raise ActionRefusedError(
                "full",
                f"This tournament has {self.action_count} actions, the most it can have: nothing can be changed.",
            )
        changed = self._apply_action(action)
        self.action_count += changed
        return changed

    def apply_stored(self, action: Action) -> None:
        """Count it even if this raises ActionRefusedError, to keep later numbers."""
        try:
            self._apply_action(action)
        finally:
            self.action_count += 1

    def _apply_action(self, action: Action) -> bool:
        if self.ended:
            raise ActionRefusedError("ended", "The tournament is over and cannot be changed.")
        match action:
            case AddEntrants():
                return self._add_entrants(action)
            case SetPresence():
                return self._set_presence(action)
            case AnnouncePresence():
                return self._announce_presence(action)
            case SetAllPresence():
                return self._set_all_presence(here=action.here)
            case RenameEntrant():
                return self._rename_entrant(action)
            case RemoveEntrants():
                return self._remove_entrants(action)
            case SetEntriesClosed():
                return self._set_entries_closed(closed=action.closed)
            case DrawRound():
                return self._add_drawn_round(action)
            case UndoDraw():
                return self._undo_draw()
            case MoveGame():
                return self._move_game(action)
            case SetResult():
                return self._set_result(action)
            case SetTables():
                return self._replace_tables(action.tables)
            case SetClock():
                if not self.rounds:
                    raise ActionRefusedError("no_draw", "Nothing is drawn yet: draw a round first, then set its clock.")
                self.clock = None if action.minutes is None else (self.action_count + 1, action.minutes)
                return True
            case EndTournament():
                self._check_round_finished()
                self.ended = True
                return True
            case BeginTournament():
                raise ActionRefusedError("begun", "The tournament has already begun.")

    def _add_entrants(self, action: AddEntrants) -> bool:
        if self.closed:
            raise _entries_closed_error()
        if len(self.entrants) + len(action.people) > limits.TOURNAMENT_ENTRANTS:
            raise ActionRefusedError(
                "full",
                f"Saw {len(self.entrants)} entrants and {len(action.people)} new ones, "
                f"expected {limits.TOURNAMENT_ENTRANTS} in all at most.",
            )
        if self.entries + len(action.people) > limits.TOURNAMENT_ENTRIES:
            raise ActionRefusedError("full", f"{self.entries} people have been entered, the most there can be.")
        names = [fold_name(each.name) for each in action.people]
        taken = set(self.number_by_name)
        players = {each.player for each in self.entrants.values()} - {None}
        for name, each in zip(names, action.people, strict=True):
            if name in taken or each.player in players:
                raise _same_name_error(each.name)
            taken.add(name)
            players |= {each.player} - {None}
        for name, each in zip(names, action.people, strict=True):
            self.entries = number = self.entries + 1
            new = Entrant(number, each.name, each.club, action.here, each.player, each.bot, self.action_count + 1)
            self.entrants[number] = new
            self.number_by_name[name] = number
        return True

    def _remove_entrants(self, action: RemoveEntrants) -> bool:
        found = [self._find_entrant(number) for number in action.entrants]
        if self.closed:
            raise _entries_closed_error()
        seated = {number for _, game in self.games.values() for number in game.people}
        if drawn := [each.name for each in found if each.number in seated]:
            raise ActionRefusedError("drawn", f"{drawn[0]} has been drawn already: remove the tick instead.")
        for each in found:
            self.entrants.pop(each.number, None)
            self.number_by_name.pop(fold_name(each.name), None)
        return True

    def _set_presence(self, action: SetPresence) -> bool:
        entrant = self._find_entrant(action.entrant)
        if entrant.here == action.here:
            return False
        if self.closed:
            raise _entries_closed_error()
        entrant.here, entrant.announced = action.here, False
        return True

    def _announce_presence(self, action: AnnouncePresence) -> bool:
        entrant = self._find_entrant(action.entrant)
        if entrant.here or entrant.announced:
            return False
        if self.closed:
            raise _entries_closed_error()
        entrant.announced = True
        return True

    def _set_all_presence(self, *, here: bool) -> bool:
        others = [each for each in self.entrants.values() if each.here != here]
        if others and self.closed:
            raise _entries_closed_error()
        for entrant in others:
            entrant.here, entrant.announced = here, False
        return bool(others)

    def _rename_entrant(self, action: RenameEntrant) -> bool:
        entrant = self._find_entrant(action.entrant)
        if (entrant.name, entrant.club) == (action.name, action.club):
            return False
        if self.number_by_name.get(fold_name(action.name), action.entrant) != action.entrant:
            raise _same_name_error(action.name)
        if self.closed and entrant.club != action.club:
            raise _entries_closed_error()
        del self.number_by_name[fold_name(entrant.name)]
        self.number_by_name[fold_name(action.name)] = action.entrant
        entrant.name, entrant.club = action.name, action.club
        return True

    def _set_entries_closed(self, *, closed: bool) -> bool:
        if self.closed == closed:
            return False
        if closed:
            self._check_round_finished()
            if self.stage_to_draw is None:
                raise ActionRefusedError("no_round", "All rounds have been played.")
            if len(self.present_entrants) < MIN_PEOPLE:
                raise ActionRefusedError(
                    "few", f"Saw {len(self.present_entrants)} people here, expected {MIN_PEOPLE} or more."
                )
            if len(self.seeds) >= limits.TOURNAMENT_DRAWS:
                raise ActionRefusedError(
                    "full",
                    f"This tournament has {len(self.seeds)} draws, the most it can have: no other round can be drawn.",
                )
        self.closed = closed
        return True

    def _add_drawn_round(self, action: DrawRound) -> bool:
        seed = Seed(bytes.fromhex(action.seed))
        stage = self.stage_to_draw
        if not self.closed or stage is None:
            raise ActionRefusedError("open", "Entry is still open. Close it first, then draw.")
        if not is_next_seed(seed, self.seeds[-1] if self.seeds else Seed(bytes.fromhex(self.begun.commitment))):
            raise ActionRefusedError("seed", "The seed does not match the one committed before.")
        people = [number for table in action.games for number in table]
        if len(set(people)) < len(people) or not {each.number for each in self.present_entrants}.issuperset(people):
            raise ActionRefusedError("people", "An entrant is seated twice or absent.")
        self.seeds.append(seed)
        draw = len(self.seeds)
        tables = [*self.tables, *([None] * len(action.games))]
        drawn = Round(draw, stage, action.said, [])
        for index, seats in enumerate(action.games):
            game = Game(f"{self.begun.commitment[:12]}-{draw}-{index + 1}", seats, tables[index])
            drawn.games.append(game)
            self.games[game.fixture] = drawn, game
        self.rounds.append(drawn)
        self.closed, self.clock = False, None
        return True

    def _replace_tables(self, tables: tuple[str, ...]) -> bool:
        if self.tables == tables:
            return False
        if self.closed:
            raise _entries_closed_error()
        if len(set(tables)) < len(tables):
            raise ActionRefusedError("twice", "Name each table only once.")
        self.tables = tables
        return True

    def _undo_draw(self) -> bool:
        if self.closed or not self.rounds or any(game.scores for game in self.rounds[-1].games):
            raise ActionRefusedError("played", "Only a draw without any results can be undone.")
        for game in self.rounds.pop().games:
            del self.games[game.fixture]
        self.clock = None
        return True

    def _move_game(self, action: MoveGame) -> bool:
        _, game = self._find_round_and_game(action.fixture)
        if game.table == action.table:
            return False
        if game.scores:
            raise ActionRefusedError("played", "That game has a result already.")
        game.table = action.table
        return True

    def _set_result(self, action: SetResult) -> bool:
        where, game = self._find_round_and_game(action.fixture)
        if (game.scores, game.source) == (action.scores, action.source):
            return False
        if self.closed:
            raise _entries_closed_error()
        if sorted(score.entrant for score in action.scores) != sorted(game.people):
            raise ActionRefusedError("people", "Expected a result that names each entrant of the game once.")
        if not are_valid_places([score.place for score in action.scores]):
            raise ActionRefusedError("places", "These places cannot be right: after a tie for first comes third.")
        for later in self.rounds[self.rounds.index(where) + 1 :]:
            if action.fixture not in later.corrected and action.scores != game.scores:
                later.corrected.append(action.fixture)
        game.scores, game.source = action.scores, action.source
        if not self.rounds[-1].unfinished_games:
            self.clock = None
        return True

    def _check_round_finished(self) -> None:
        if self.rounds and (left := self.rounds[-1].unfinished_games):
            raise ActionRefusedError("unplayed", f"{len(left)} games of the round have no result yet.")

    def _find_entrant(self, number: int) -> Entrant:
        if number not in self.entrants:
            raise ActionRefusedError("nobody", f"There is no entrant {number}, or not any more.")
        return self.entrants[number]

    def _find_round_and_game(self, fixture: FixtureId) -> tuple[Round, Game]:
        if fixture not in self.games:
            raise ActionRefusedError("no_game", "That game is not part of a valid round.")
        return self.games[fixture]


def tournament_from_actions(actions: Sequence[Action | None]) -> Tournament:
    """None is an unreadable action; raise ActionRefusedError without a beginning."""
    if not actions or not isinstance(actions[0], BeginTournament):
        raise ActionRefusedError("begun", "The first action does not begin a tournament.")
    tournament = Tournament(actions[0], actions[0].tables)
    for number, action in enumerate(actions[1:], start=2):
        if action is None:
            tournament.action_count += 1
            tournament.unfit.append(number)
            continue
        try:
            tournament.apply_stored(action)
        except ActionRefusedError:
            tournament.unfit.append(number)
    return tournament


def count_meetings(tournament: Tournament) -> Mapping[int, Mapping[int, int]]:
    met: dict[int, dict[int, int]] = {}
    for game in (game for each in tournament.rounds for game in each.games):
        for person, other in permutations(game.people, 2):
            mine = met.setdefault(person, {})
            mine[other] = mine.get(other, 0) + 1
    return met


def _entries_closed_error() -> ActionRefusedError:
    return ActionRefusedError("closed", "Entries are closed: the draw is next. Reopen them first.")


def _same_name_error(name: str) -> ActionRefusedError:
    return ActionRefusedError("same_name", f"There is an entrant {name} already. Add a letter to tell them apart.")
