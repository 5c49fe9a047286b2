"""The game on the table, for the game loop: turn proposals into actions of its log; correct it."""

import asyncio
import contextlib
import dataclasses
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct, field

from controller.games import crashed_game, game_guard, installed, naming, shelf
from controller.games.contract import rules
from controller.games.contract.effects import Announce, Complain, Effect, Note, Scene, StartTimer, StopTimer, Tell
from controller.games.contract.game import Game
from controller.games.contract.inputs import REDO_ORIGIN, ButtonPressed, Device, Input, PieceTapped, Simulated
from controller.games.contract.referee import PageActionReferee, Waiting
from controller.games.contract.values import UNDO, Action, CastleId, PieceId, RandomDraw, RefusedError, Text
from controller.games.requests import CorrectGame, NewFixtureGame, NewGame, SubmitAction
from controller.play.draws import Chance, DecidedAction, DrawRequest, GameDraws, continue_or_begin_draws
from controller.play.requests import LoopAnswer
from controller.show.effect_loop import ComplaintHolds, PointArrow, Recalled
from controller.store.journal import NEXT_GAME, Draw, Entry, Journal
from controller.store.journal.times import EntryClock


class Batch(Struct):
    """Entries of one commit, with effects and answers to send afterwards; a ``crash`` ends the game.

    Attributes:
        begun: the latest request for a new game, if it was accepted.
    """

    entries: list[Entry] = field(default_factory=list)
    effects: list[Effect | PointArrow | ComplaintHolds] = field(default_factory=list)
    answers: list[tuple[asyncio.Future[LoopAnswer], LoopAnswer]] = field(default_factory=list)
    crash: game_guard.GameFault | None = None
    begun: NewGame | None = None

    def story_sentences_since(self, since: int) -> tuple[Text, ...]:
        return tuple(effect.text for effect in self.effects[since:] if isinstance(effect, Tell))


EDITION: Final = "edition"
"""Field of a game's first action that holds the edition (``contract.tools.editions``)."""


class FixedChoices(Struct, frozen=True):
    """Choices of a game that the room has fixed.

    Attributes:
        options: the fixed values, by the option's key.
        edition: what the components show, as in a log; None for the shipped edition.
    """

    options: Mapping[str, str] = {}
    edition: Mapping[str, Any] | None = None

    def restrict(self, choices: Sequence[rules.Choice]) -> tuple[rules.Choice, ...]:
        settled = self.options
        return tuple(
            rules.Choice(each.key, (settled[each.key],)) if settled.get(each.key) in each.values else each
            for each in choices
        )

    def with_edition(self, dealt: Mapping[str, Any]) -> Mapping[str, Any]:
        return dealt if self.edition is None else {**dealt, EDITION: self.edition}

    def find_refusal(self, options: Mapping[str, str], dealt: Mapping[str, Any]) -> RefusedError | None:
        """Return why a game may not start with these choices; None if it may."""
        for key, value in self.options.items():
            if options.get(key, value) != value:
                return _fixed_choice_refusal(f"saw {key} = {options[key]}, expected {value}")
        if self.edition is not None and dealt.get(EDITION, self.edition) != self.edition:
            return _fixed_choice_refusal("saw another edition, expected the room's")
        return None


NO_FIXED_CHOICES: Final = FixedChoices(MappingProxyType({}))


def _fixed_choice_refusal(seen: str) -> RefusedError:
    message = f"{seen}: the room decides that while the table belongs to it. Ask the owner of the room."
    return RefusedError(None, message, Text("game-settled"))


class MisplacedPieces:
    """Pieces that a correction leaves elsewhere than logged; losing the list is harmless.

    Pieces of a game that is not ``Correctable`` cannot be located, so none is misplaced.
    """

    def __init__(self, game: rules.Correctable | None) -> None:
        self._game = game
        self.elsewhere: dict[PieceId, str] = {}
        self._seen: frozenset[PieceId] = frozenset()

    def find_moves_to_put_back(self, state: Any) -> tuple[rules.Move, ...]:
        if self._game is None or not self.elsewhere:
            return ()
        return self._game.misplaced(state, self.elsewhere, self._seen)

    def update_after_action(self, before: Any, after: Any) -> None:
        """Drop pieces that an action has moved, as they now lie as logged; a new round drops all."""
        if self._game is None or not self.elsewhere:
            return
        if self._game.round_of(before) != self._game.round_of(after):
            self.elsewhere = {}
            return
        for piece in _changed_places(self._game, before, after):
            self.elsewhere.pop(piece, None)

    def update_after_correction(self, states: Sequence[Any], amended: Mapping[PieceId, str]) -> None:
        """Note pieces that a correction misplaces: ``states`` on its way, ``amended`` where amended pieces lie."""
        if self._game is None:
            return
        before, after = states[0], states[-1]
        known = self._seen & self.elsewhere.keys()
        lies = {**self._game.places(before), **self.elsewhere, **amended}
        self.elsewhere = {
            piece: lies[piece] for piece, place in self._game.places(after).items() if lies[piece] != place
        }
        on_the_way = states if self.elsewhere else ()
        self._seen = known.union(*(self._game.face_up(state) for state in on_the_way))

    def take_tap_that_puts_back(self, state: Any, piece: PieceId, castle: CastleId) -> bool:
        """Return whether the tap only puts the piece where the log has it."""
        if self._game is None or piece not in self.elsewhere:
            return False
        if self._game.places(state)[piece] != castle:
            self.elsewhere[piece] = castle
            return False
        del self.elsewhere[piece]
        return True

    def __contains__(self, piece: PieceId) -> bool:
        return piece in self.elsewhere

    def clear(self) -> None:
        self.elsewhere = {}


def _changed_places(game: rules.Correctable | None, before: Any, after: Any) -> dict[PieceId, str]:
    """Return the new places of all pieces that moved; none if the game is not ``Correctable``."""
    if game is None:
        return {}
    there = game.places(before)
    return {piece: place for piece, place in game.places(after).items() if there[piece] != place}


class TableSnapshot(Struct, frozen=True):
    """The state of the game on the table, to restore it if another cannot start."""

    game: Game
    name: str
    misplaced: MisplacedPieces
    play: rules.GameLog
    memory: Any
    game_id: int | None
    draws: GameDraws


class GameOnTable:
    """The game on the table, or the latest after its end; only actions change its state.

    Attributes:
        game: its rules; ``name`` is its name in logs.
        correctable, provable, simulated: ``game`` if it has this part of the contract, else None.
        play: its log.
        state, seq: what the log leads to, and how many actions it has.
        memory: the referee's memory.
        game_id: its number in the journal; None before its first action.
        draws: its draws; without a game, those of the next one.
        next_game_draw: the next game's first draw, to which the table is committed.
        fixed_by_room: choices fixed by a room, by the game's name.
    """

    def __init__(self, games: shelf.GameShelf, journal: Journal, chance: Chance, clock: EntryClock) -> None:
        self.games = games
        self.fixed_by_room: Mapping[str, FixedChoices] = {}
        self._journal = journal
        self._chance = chance
        self._clock = clock
        self._set_rules_keeping_log(games.get_or_make_game(games.default_game), games.default_game)
        self._reset_log()
        self.draws = continue_or_begin_draws(chance, NEXT_GAME, journal.draws(NEXT_GAME))
        self.next_game_draw = self.draws.current

    def _set_rules_keeping_log(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self.correctable = game if isinstance(game, rules.Correctable) else None
        self.provable = game if isinstance(game, rules.Provable) else None
        self.simulated = game if isinstance(game, Simulated) else None
        self.misplaced = MisplacedPieces(self.correctable)

    def _reset_log(self) -> None:
        self.play: rules.GameLog = self.game.new_log()
        self.memory: Any = self.game.first_memory()
        self.game_id: int | None = None
        self._read_log()

    def _read_log(self) -> None:
        self.state, self.seq = self.play.state, self.play.seq
        self._summary: rules.Summary | None = None
        self._waiting: tuple[Any, Waiting] | None = None

    def fixed_choices(self, name: str) -> FixedChoices:
        return self.fixed_by_room.get(name, NO_FIXED_CHOICES)

    @property
    def summary(self) -> rules.Summary:
        """The summary of the state, asked of the game once for each state."""
        if self._summary is None:
            self._summary = self.game.summary(self.state)
        return self._summary

    @property
    def waiting(self) -> Waiting:
        """What the game waits for, asked of the game once for each state and memory."""
        if self._waiting is None or self._waiting[0] is not self.memory:
            self._waiting = self.memory, self.game.waiting(self.state, self.memory)
        return self._waiting[1]

    @property
    def is_playing(self) -> bool:
        return self.state is not None and self.summary.outcome is None

    @property
    def castles(self) -> Sequence[CastleId]:
        return () if self.state is None else self.summary.castles

    def plan_go_back(self) -> rules.Correction | None:
        """Return the correction that only goes back, for people to correct by hand; None if it is refused."""
        if self.correctable is None:
            return None
        with contextlib.suppress(RefusedError):
            return self.correctable.correct(self.play, None, (), by_hand=True)
        return None

    @property
    def misplaced_piece_moves(self) -> tuple[rules.Move, ...]:
        return self.misplaced.find_moves_to_put_back(self.state)

    def load_rules_and_reset(self, name: str) -> None:
        try:
            game = self.games.get_or_make_game(name)
        except installed.GameUnusable as fault:
            raise RefusedError(None, str(fault), Text("game-not-here", {"game": name})) from None
        if game is not self.game:
            self._set_rules_keeping_log(game, name)
        self._reset_log()

    def replace_crashed_game(self, fault: game_guard.GameFault, choices: Sequence[rules.Choice]) -> None:
        self._set_rules_keeping_log(crashed_game.CrashedGame(self.game, fault, choices), self.name)
        self._reset_log()
        self.begin_new_draws()

    def begin_new_draws(self) -> None:
        self.draws = GameDraws(self._chance, self.next_game_draw)

    def apply_action(self, action: Action, by: str) -> Sequence[Any]:
        """Return the events of an action of origin ``by``; raise RefusedError if it is forbidden."""
        events = self.play.accept(self.play.check(action))
        self._read_log()
        self.draws.add_action(action, at_open_moment=rules.is_open_moment(self.game, self.state))
        self.memory = self.game.settle(self.state, self.memory, action, by)
        return events

    def make_entry(self, action: Action, by: str) -> Entry:
        """Return the journal entry of the latest action; the first one numbers the game."""
        if self.game_id is None:
            self.game_id = self._journal.new_game_id()
        summary, seq = self.summary, self.seq
        castles = summary.castles if seq == 1 else ()
        written_utc = self._clock.entry_utc(first=seq == 1).isoformat(timespec="milliseconds")
        return Entry(self.game_id, seq, dict(action), by, written_utc, castles, summary.outcome)

    def make_entry_with_draws(self, decision: DecidedAction, by: str) -> Entry:
        """Return the entry with the draw it opened and the next, to which the table commits itself."""
        entry = self.make_entry(decision.action, by)
        opened = self.draws.open_used_draw(decision, entry.game_id)
        if entry.seq == 1:
            self.next_game_draw = self._chance.make_first_draw(NEXT_GAME, self.draws.salt)
            opened = (*opened, self.next_game_draw)
        return dataclasses.replace(entry, draws=opened)

    def load_game_draws(self, game_id: int | None) -> set[Draw]:
        """Load the draws of a game in the journal, or of the next; return those missing there.

        Write the returned draws before their commitments are shown.
        """
        stored = self._journal.draws(NEXT_GAME)
        self.draws = continue_or_begin_draws(self._chance, NEXT_GAME, stored)
        self.next_game_draw = self.draws.current
        if game_id is not None:
            draws = self._journal.draws(game_id)
            self.draws = continue_or_begin_draws(self._chance, game_id, draws, self.next_game_draw.salt)
            stored += draws
        return {self.next_game_draw, self.draws.current}.difference(stored)

    def replay(self, game_id: int, entries: Sequence[Entry]) -> tuple[Recalled | Scene, ...]:
        """Put a game of the journal on the table; return its story, then the latest scenes.

        Call ``load_game_draws`` first.

        Raises:
            RefusedError: the rules refuse an action, or the game's code fails.
        """
        try:
            self.load_rules_and_reset(naming.game_name_of_start(entries[0].action))
            latest: Sequence[Effect] = ()
            told: list[tuple[Text, bool]] = []
            in_a_hurry = False
            for entry in entries:
                before = self.state
                events = self.apply_action(entry.action, entry.origin)
                latest = self.game.stage(before, self.state, events)
                for effect in latest:
                    if isinstance(effect, Tell):
                        told.append((effect.text, in_a_hurry))
                    elif isinstance(effect, StartTimer | StopTimer):
                        in_a_hurry = isinstance(effect, StartTimer)
        except (RefusedError, game_guard.GameFault) as fault:
            self.load_rules_and_reset(self.name)
            self.begin_new_draws()
            raise fault if isinstance(fault, RefusedError) else fault.refusal from fault
        self.game_id = game_id
        return Recalled(tuple(told)), *(effect for effect in latest if isinstance(effect, Scene))

    def snapshot(self) -> TableSnapshot:
        return TableSnapshot(self.game, self.name, self.misplaced, self.play, self.memory, self.game_id, self.draws)

    def restore(self, was: TableSnapshot) -> None:
        self._set_rules_keeping_log(was.game, was.name)
        self.misplaced, self.play, self.memory = was.misplaced, was.play, was.memory
        self.game_id, self.draws = was.game_id, was.draws
        self._read_log()


class CorrectionHandler:
    """CorrectionHandler of the log, and actions waiting to be redone, oldest first.

    A restart drops waiting actions. ``_standing_count``: actions not undone just after a correction.
    """

    def __init__(self, on_table: GameOnTable) -> None:
        self._on_table = on_table
        self._pending: tuple[rules.UndoneAction, ...] = ()
        self._standing_count = 0
        self._counted: tuple[tuple[int | None, int | None], int] = ((None, None), 0)

    @property
    def this_round_count(self) -> int:
        """Number of corrections in this round since the program's start."""
        at, number = self._counted
        return number if at == self._round_key else 0

    @property
    def _round_key(self) -> tuple[int | None, int | None]:
        state = self._on_table.state
        return self._on_table.game_id, None if state is None else self._on_table.game.round_of(state)

    def count_correction(self) -> None:
        self._counted = self._round_key, self.this_round_count + 1

    def drop_waiting_actions(self) -> None:
        self._pending = ()

    def correct_log(self, wanted: CorrectGame, by: str, batch: Batch) -> LoopAnswer:
        """Apply all steps of a correction, or none; the batch makes them one commit."""
        on_table, correctable, seq = self._on_table, self._on_table.correctable, self._on_table.seq
        if correctable is None:
            return LoopAnswer(seq, RefusedError(None, "This game cannot do that.", Text("complaint-game-cannot")))
        try:
            correction = correctable.correct(on_table.play, wanted.back_to, wanted.amend, by_hand=wanted.by_hand)
        except RefusedError as refusal:
            return LoopAnswer(seq, refusal)
        shown = len(batch.effects)
        self._apply_correction(correction, by, batch)
        self.count_correction()
        upright = len(on_table.play.standing)
        self._standing_count = min(upright, self._standing_count) if self._pending else upright
        self._pending = (*correction.waiting, *self._pending)
        return LoopAnswer(on_table.seq, None, batch.story_sentences_since(shown), correction.dropped)

    def redo_or_drop_waiting(self, action: Action, batch: Batch) -> None:
        """Redo once people have redone the first; drop them if people go back farther."""
        correctable, play = self._on_table.correctable, self._on_table.play
        waiting = self._pending
        if not waiting:
            return
        goes_back_farther = action == UNDO and len(play.standing) < self._standing_count
        is_due = not goes_back_farther and action["do"] == waiting[0].action["do"]
        if not goes_back_farther and not is_due:
            return
        self._pending = ()
        if correctable is None:
            return
        if goes_back_farther:
            batch.effects.extend(correctable.abandon_redo(waiting))
        elif len(waiting) > 1:
            self._apply_correction(correctable.redo(play, waiting[1:]), REDO_ORIGIN, batch)

    def _apply_correction(self, correction: rules.Correction, by: str, batch: Batch) -> None:
        """Tell and show effects of steps marked ``tell``."""
        on_table = self._on_table
        batch.effects.extend(effect for effect in correction.effects if isinstance(effect, Tell))
        states, amended, amended_in = [on_table.state], dict[PieceId, str](), None
        for step in correction.steps:
            before = on_table.state
            origin = by if step.of is None else f"{REDO_ORIGIN}:{step.of}"
            events = on_table.apply_action(step.action, origin)
            states.append(on_table.state)
            batch.entries.append(on_table.make_entry(step.action, origin))
            if step.of is None and step.action != UNDO:
                amended |= _changed_places(on_table.correctable, before, on_table.state)
                amended_in = on_table.game.round_of(before)
            if step.tell:
                staged = on_table.game.stage(before, on_table.state, events)
                batch.effects.extend(effect for effect in staged if isinstance(effect, Tell | Announce | Scene))
        batch.effects.extend(effect for effect in correction.effects if not isinstance(effect, Tell))
        of_this_round = amended if amended_in == on_table.game.round_of(on_table.state) else {}
        on_table.misplaced.update_after_correction(states, of_this_round)
        if on_table.summary.timer != "running":
            batch.effects.append(StopTimer())


class ProposalHandler:
    """Turns proposals and inputs into actions; entries and effects go into the batch."""

    def __init__(self, on_table: GameOnTable, corrections: CorrectionHandler, devices: frozenset[Device]) -> None:
        self._on_table = on_table
        self._corrections = corrections
        self._devices = devices

    def apply_proposal(self, request: SubmitAction, by: str, batch: Batch) -> RefusedError | None:
        """Apply a proposal's actions up to the first refused; return that refusal."""
        on_table = self._on_table
        actions: Sequence[Action | RandomDraw] = (request.action,)
        if on_table.state is not None and isinstance(on_table.game, PageActionReferee):
            verdict = on_table.game.judge_page_action(on_table.state, on_table.memory, request.action, request.castle)
            on_table.memory, actions = verdict.memory, verdict.proposed
            batch.effects.extend(verdict.effects)
        for action in actions:
            proposal = DrawRequest("complete", action) if request.complete and isinstance(action, Mapping) else action
            refusal = self._apply_action(proposal, by, batch)
            if refusal is not None:
                return refusal
        return None

    def judge_and_apply(self, input_: Input, batch: Batch) -> bool:
        """Return whether the input had an effect."""
        on_table, memory = self._on_table, self._on_table.memory
        verdict = on_table.game.judge(on_table.state, on_table.memory, input_)
        on_table.memory = verdict.memory
        batch.effects.extend(verdict.effects)
        before_actions = len(batch.effects)
        for proposal in verdict.proposed:
            refusal = self._apply_action(proposal, input_.origin, batch)
            if refusal is not None:
                batch.effects.append(_refused_input_complaint(input_, refusal))
                return True
        batch.effects[before_actions:before_actions] = verdict.if_accepted
        shown = [effect for effect in verdict.effects if not isinstance(effect, Note)]
        return bool(verdict.proposed or shown or verdict.if_accepted or verdict.memory != memory)

    def complaints_about(self, input_: Input) -> list[Complain]:
        """Return the complaints that the input would cause now; nothing changes."""
        on_table = self._on_table
        verdict = on_table.game.judge(on_table.state, on_table.memory, input_)
        found = [effect for effect in verdict.effects if isinstance(effect, Complain)]
        first = next(iter(verdict.proposed), None)
        if isinstance(first, Mapping):
            try:
                on_table.play.check(first)
            except RefusedError as refusal:
                found.append(_refused_input_complaint(input_, refusal))
        return found

    def start_game(self, new: NewGame, by: str, batch: Batch) -> RefusedError | None:
        """Start another game; if that is refused, the game on the table stays."""
        on_table, earlier = self._on_table, self._on_table.snapshot()
        try:
            on_table.load_rules_and_reset(new.game or on_table.name)
        except RefusedError as refusal:
            return refusal
        on_table.begin_new_draws()
        settled = on_table.fixed_choices(on_table.name)
        left = settled.restrict(on_table.game.choices())
        options = {choice.key: choice.values[0] for choice in left} | dict(new.options)
        refused = None if isinstance(new, NewFixtureGame) else settled.find_refusal(options, new.dealt)
        if refused is None:
            refused = self._apply_action(
                DrawRequest.for_deal(new.castles, options, settled.with_edition(new.dealt)), by, batch
            )
        if refused is not None:
            on_table.restore(earlier)
        elif isinstance(new, NewFixtureGame):
            batch.entries[-1] = dataclasses.replace(batch.entries[-1], fixture=new.fixture)
        return refused

    def _apply_action(self, proposal: Action | RandomDraw | DrawRequest, by: str, batch: Batch) -> RefusedError | None:
        on_table = self._on_table
        before, earlier = on_table.state, on_table.snapshot()
        try:
            if before is None:
                self._load_rules_and_check_devices(proposal)
            decision = on_table.draws.decide_proposal(proposal, on_table.game, before)
            action = decision.action
            if before is None and naming.game_name_of_start(action) != on_table.name:
                raise _misnamed_game_refusal(on_table.name, naming.game_name_of_start(action))
            events = on_table.apply_action(action, by)
        except RefusedError as refusal:
            if before is None:
                on_table.restore(earlier)
            return refusal
        batch.entries.append(on_table.make_entry_with_draws(decision, by))
        if decision.stop is not None:
            batch.effects.append(decision.stop)
        batch.effects.extend(on_table.game.stage(before, on_table.state, events))
        if action == UNDO:
            self._corrections.count_correction()
            on_table.misplaced.update_after_correction((before, on_table.state), {})
        elif before is not None:
            on_table.misplaced.update_after_action(before, on_table.state)
        self._corrections.redo_or_drop_waiting(action, batch)
        return None

    def _load_rules_and_check_devices(self, proposal: Any) -> None:
        sent = proposal.what if isinstance(proposal, DrawRequest) else proposal
        if isinstance(sent, Mapping) and sent.get("do") == "start":
            self._on_table.load_rules_and_reset(naming.game_name_of_start(sent))
        if lacking := self._on_table.game.devices.needs - self._devices:
            raise missing_devices_refusal("game-needs", self._on_table.game, lacking)


def _refused_input_complaint(input_: Input, refusal: RefusedError) -> Complain:
    castle = input_.castle if isinstance(input_, PieceTapped | ButtonPressed) else None
    return Complain(castle, refusal.text, refusal.rule)


def missing_devices_refusal(
    what: Literal["game-needs", "bots-need"], game: Game, lacking: frozenset[Device]
) -> RefusedError:
    names = ", ".join(sorted(lacking))
    devices = tuple(Text(f"needs-{name}") for name in sorted(lacking))
    if what == "game-needs":
        message = (
            f"{game.title} needs {names}, which table.toml does not name. Add what is missing, or choose another game."
        )
    else:
        message = (
            f"Bots of {game.title} use {names}, which must be simulated. "
            "Set this in table.toml, or let people play those castles."
        )
    return RefusedError(None, message, Text(what, {"game": game.title, "devices": devices}))


def _misnamed_game_refusal(name: str, seen: str) -> RefusedError:
    message = f"The first action names the game {seen!r}, expected {name!r}. Correct the game's rules."
    return RefusedError(None, message, Text("game-misnamed", {"game": name, "seen": seen}))
