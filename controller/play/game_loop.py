"""The one door: everything that changes the game comes through this queue, one after the other."""

import asyncio
import dataclasses
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from controller import limits, log
from controller.games import fallen_game
from controller.games.contained import GameFault
from controller.games.contract.actions import UNDO, Action, RandomDraw, RefusedError
from controller.games.contract.corrections import Correctable, Correction, Move
from controller.games.contract.devices import EVERY_DEVICE, Device
from controller.games.contract.effects import Announce, Blink, Complain, Effect, StopTimer, Tell
from controller.games.contract.game import Game
from controller.games.contract.ids import CastleId, PieceId
from controller.games.contract.inputs import ButtonPressed, Input, PieceTapped, TimerRanOut
from controller.games.contract.referee import Receiving, TimerIdle, Waiting
from controller.games.contract.rules import Choice, GameLog, Summary
from controller.games.contract.texts import Text
from controller.games.fallen_game import FallenGame
from controller.games.installed import GameUnusable
from controller.games.naming import game_of
from controller.games.requests import Correct, GameRequest, NewFixture, NewGame, Propose, TakeUp
from controller.games.shelf import GameShelf
from controller.play.draws.chance import Chance
from controller.play.draws.game_draws import Decision, GameDraws, taken_up
from controller.play.draws.question import Question
from controller.play.journal_queue import WATCH_S, WRITE_AGAIN_S, JournalQueue
from controller.play.misplaced_pieces import MisplacedPieces
from controller.play.pending_replay import PendingReplay
from controller.play.question import Questions
from controller.play.requests import Asked, Fell, LoopAnswer, Nudge
from controller.show.arrow import TurnArrow
from controller.show.effect_loop import DeviceLost
from controller.show.hourglass import Hourglass
from controller.store.journal import COMING, Draw, Entry, Journal, JournalError
from controller.topic import Topic

AGAIN: Final = "again"
"""The origin of what a correction does again; the number of the action that it repeats follows."""


class _Batch(Struct):
    """What one turn of the loop has brought about, before the journal has it; ``fell`` ends the game after it."""

    entries: list[Entry] = field(default_factory=list)
    effects: list[Effect | TurnArrow] = field(default_factory=list)
    answers: list[tuple["asyncio.Future[LoopAnswer]", LoopAnswer]] = field(default_factory=list)
    fell: GameFault | None = None


class _OnTheTable(Struct):
    """A game as it lies on the table, to be put back there if another one cannot begin."""

    game: Game
    name: str
    misplaced: MisplacedPieces
    play: GameLog
    memory: Any
    game_id: int | None
    draws: GameDraws


class GameLoop:
    """Owner of the game that is being played, of the referee's memory, and of what goes into the journal.

    Attributes:
        games: those that can be played here.
        game: the one on the table, or the one that was there last; ``game_name`` is the name that logs give it.
        state: the game's state after the latest accepted action, None before a game.
        memory: the referee's.
        effects: told what people are to see or hear.
        cleared: told that another game, or none, lies on the table.
        fell: told that a mistake of its own code has ended the game that was played; it is parked.
        journal_queue: what goes into the journal or waits for it.
        draws: those of the game on the table, or of the one to come.
        rounds: how often the loop has gone round, the disk included.
        left_out: how many inputs were dropped since too many waited.
    """

    def __init__(
        self,
        games: GameShelf,
        journal: Journal,
        chance: Chance,
        hourglass: Hourglass,
        questions: Questions,
        utc_now: Callable[[], datetime],
        devices: frozenset[Device] = EVERY_DEVICE,
    ) -> None:
        """``devices`` are those of the table: a game that needs another one is not begun."""
        self.effects: Topic[Sequence[Effect | TurnArrow | DeviceLost]] = Topic()
        self.cleared: Topic[None] = Topic()
        self.fell: Topic[GameFault] = Topic()
        self.games = games
        self.game_name = games.usual
        self.game: Game = games.game(games.usual)
        self.inbox: asyncio.Queue[Input | Asked | Fell | Nudge] = asyncio.Queue()
        self.memory: Any = self.game.first_memory()
        self.rounds = 0
        self.left_out = 0
        self._play: GameLog = self.game.new_log()
        self._journal = journal
        self._game_id: int | None = None
        self._corrections: tuple[tuple[int | None, int | None], int] = ((None, None), 0)
        self._chance = chance
        self._hourglass = hourglass
        self._questions = questions
        self.journal_queue = JournalQueue(journal)
        self._utc_now = utc_now
        self._devices = devices
        self._watch_at_s = 0.0
        self._cleared_at_s = -math.inf
        self._after_the_stop: list[Input] = []
        self._redoing = PendingReplay()
        self._correctable = _correctable(self.game)
        self._misplaced = MisplacedPieces(self._correctable)
        self.draws = taken_up(chance, COMING, journal.draws(COMING))
        self._coming = self.draws.standing
        self._at_work = False
        games.fell.listen(self._heard_of_a_fault)

    @property
    def state(self) -> Any:
        """The state after the latest accepted action; None before the first."""
        return self._play.state

    @property
    def standing(self) -> Sequence[Any]:
        """The state after each action that was not taken back."""
        return self._play.standing

    @property
    def game_id(self) -> int | None:
        """The number of this game in the journal; None before its first action."""
        return self._game_id

    @property
    def seq(self) -> int:
        """How many actions of this game have been accepted."""
        return self._play.seq

    @property
    def corrections(self) -> int:
        """How often people have gone back in this round, since the start."""
        at = (self._game_id, None if self.state is None else self.game.round_of(self.state))
        return self._corrections[1] if self._corrections[0] == at else 0

    @property
    def coming(self) -> Draw:
        """The first draw of the next game, to which the table has committed itself."""
        return self._coming

    @property
    def playing(self) -> bool:
        """Whether a game goes on."""
        return self.state is not None and self.game.summary(self.state).outcome is None

    @property
    def castles(self) -> Sequence[CastleId]:
        """Who plays the present game, in seat order; nobody before a game."""
        return () if self.state is None else self.game.summary(self.state).castles

    @property
    def to_move(self) -> tuple[Move, ...]:
        """Which pieces people are to move after a correction; nothing when all lie as the log has them."""
        return self._misplaced.to_move(self.state)

    def put_right(self) -> None:
        """People say that all pieces lie as the log has them."""
        self._misplaced.put_right()

    def resume(self) -> Entry | None:
        """Take up the table's game of the journal by replaying it; gives its latest entry, None if there is no game.

        Raises:
            RefusedError: the journal holds an action that the game's rules do not allow, or a game that cannot be
                played here; no game is on the table then.
        """
        self.journal_queue.look()
        return self._replay(self._journal.current_game())

    def _replay(self, game_id: int | None) -> Entry | None:
        """Put a game of the journal on the table, or none; gives its latest entry."""
        entries = [] if game_id is None else list(self._journal.entries(game_id))
        with self._working():
            return self._replayed(game_id, entries)

    def _replayed(self, game_id: int | None, entries: Sequence[Entry]) -> Entry | None:
        self._lay(self.game_name)
        self._take_up_draws(game_id)
        try:
            if entries:
                self._lay(game_of(entries[0].action))
            for entry in entries:
                self._do(entry.action)
        except (RefusedError, GameFault) as fault:
            self._lay(self.game_name)
            self.draws = GameDraws(self._chance, self._coming)
            raise fault if isinstance(fault, RefusedError) else fault.refusal from fault
        if not entries:
            return None
        self._game_id = game_id
        return entries[-1]

    def _lay(self, name: str) -> None:
        """Lay a game on the table that has not begun.

        Raises:
            RefusedError: it cannot be played here.
        """
        try:
            game = self.games.game(name)
        except GameUnusable as fault:
            raise RefusedError(None, str(fault), Text("game-not-here", {"game": name})) from None
        if game is not self.game:
            self.game, self.game_name, self._correctable = game, name, _correctable(game)
            self._misplaced = MisplacedPieces(self._correctable)
        self._play, self.memory, self._game_id = game.new_log(), game.first_memory(), None

    def _take_up_draws(self, game_id: int | None) -> None:
        """Those that stand are on disk before anybody is shown what the table commits itself to."""
        stored = self._journal.draws(COMING)
        self.draws = taken_up(self._chance, COMING, stored)
        self._coming = self.draws.standing
        if game_id is not None:
            draws = self._journal.draws(game_id)
            self.draws = taken_up(self._chance, game_id, draws, self._coming.salt)
            stored += draws
        standing = {self._coming, self.draws.standing}
        self.journal_queue.commit_to(standing.difference(stored))

    def show(self, effects: Sequence[Effect | TurnArrow | DeviceLost] = ()) -> None:
        """Let people see or hear ``effects``, and what the table waits for."""
        self.effects.tell(effects)

    def waiting(self) -> Waiting:
        """What the table waits for: an answer to a question, an hourglass to be turned over, or the next step."""
        try:
            waiting = self.game.waiting(self.state, self.memory)
            if waiting.if_idle is not None and self._hourglass.is_idle:
                waiting = waiting.if_idle.waiting
        except GameFault as fault:
            waiting = fallen_game.waiting(fault)
        question = self._questions.standing
        if question is None:
            return waiting
        return replace(waiting, step=question.step, castle=None, screen=question.screen, over=False)

    def answer(self, *, yes: bool) -> bool:
        """People said yes or no to what the table asks; tells whether that was an answer to anything."""
        idle = self.idle_timer
        if idle is not None and yes:
            self._hourglass.turn_over(idle.seconds)
            self.show()
            return True
        return self._questions.answer(yes=yes)

    def ran_out(self, deadline_s: float) -> None:
        """The hourglass did; what came before its deadline is judged first."""
        self.inbox.put_nowait(TimerRanOut(deadline_s))

    @property
    def idle_timer(self) -> TimerIdle | None:
        """What holds while the hourglass should run and lies, as after a new start: it runs anew when people say so."""
        return self.game.waiting(self.state, self.memory).if_idle if self._hourglass.is_idle else None

    def hand_in(self, input_: Input) -> None:
        """Put what a gate, a button or the knob said through the door; in a flood it is dropped and counted."""
        if self.inbox.qsize() < limits.GAME_INPUTS:
            self.inbox.put_nowait(input_)
            return
        self.left_out += 1
        if self.left_out % limits.GAME_INPUTS == 1:
            log.warning("inputs_left_out", so_far=self.left_out)

    async def submit(self, request: GameRequest, origin: str) -> LoopAnswer:
        """Put a request through the door and wait until it is refused, or done and on disk."""
        if self.inbox.qsize() >= limits.GAME_REQUESTS:
            return LoopAnswer(self.seq, RefusedError(None, "Too much waits for the game.", Text("complaint-busy")))
        answer: asyncio.Future[LoopAnswer] = asyncio.get_running_loop().create_future()
        self.inbox.put_nowait(Asked(request, origin, answer))
        return await answer

    async def propose(self, action: Action, origin: str) -> LoopAnswer:
        """Submit an action of the game log."""
        return await self.submit(Propose(action), origin)

    async def run(self) -> None:
        """Work for ever: take what has come, write it in one commit, then show it."""
        while True:
            batch = _Batch()
            item = await self._next()
            only_nudged = isinstance(item, Nudge) and self.inbox.empty()
            taken = 0
            while item is not None and not _exchanges(item):
                self._take(item, batch)
                taken += 1
                enough = self.inbox.empty() or taken == limits.TAKEN_AT_ONCE or batch.fell is not None
                item = None if enough else self.inbox.get_nowait()
            await self.journal_queue.write(batch.entries)
            kept = not self.journal_queue.unwritten
            if isinstance(item, Asked) and isinstance(item.request, TakeUp):
                batch.answers.append((item.answer, await self._exchange(item.request)))
            if batch.fell is not None:
                await self._fall(batch.fell, batch)
            self.rounds += 1
            if not only_nudged:
                self.show(batch.effects)
            if self._after_the_stop and not self._hourglass.runs:
                self._judge_without_a_stop()
            for future, answer in batch.answers:
                if not future.done():
                    future.set_result(answer if kept else replace(answer, kept=False))

    async def _next(self) -> Input | Asked | Fell | Nudge | None:
        """What came; None if nothing did and it is time to try the disk again."""
        now_s = asyncio.get_running_loop().time
        while True:
            if not self.journal_queue.unwritten and now_s() >= self._watch_at_s:
                await self.journal_queue.watch()
                self._watch_at_s = now_s() + WATCH_S
            look_at_s = now_s() + WRITE_AGAIN_S if self.journal_queue.unwritten else self._watch_at_s
            try:
                async with asyncio.timeout_at(look_at_s):
                    return await self.inbox.get()
            except TimeoutError:
                if self.journal_queue.unwritten:
                    return None

    def _take(self, item: Input | Asked | Fell | Nudge, batch: _Batch) -> None:
        """Do what came; after a mistake of the game's all of it is as if it had not come, and the game is to end."""
        earlier, coming, entries, effects = self._on_the_table(), self._coming, len(batch.entries), len(batch.effects)
        try:
            with self._working():
                self._take_in(item, batch)
        except GameFault as fault:
            del batch.entries[entries:], batch.effects[effects:]
            self._coming = coming
            if isinstance(item, Asked):
                batch.answers.append((item.answer, LoopAnswer(self.seq, fault.refusal)))
            if isinstance(item, Asked) and isinstance(item.request, NewGame):
                self._put_back(earlier)
            else:
                batch.fell = fault

    def _take_in(self, item: Input | Asked | Fell | Nudge, batch: _Batch) -> None:
        match item:
            case Nudge():
                pass
            case Fell():
                if item.play is self._play:
                    raise item.fault
            case Asked():
                batch.answers.append((item.answer, self._do_asked(item.request, item.origin, batch)))
            case TimerRanOut():
                self._hourglass.lay_down()
                self._judge(item, batch)
                late, self._after_the_stop = self._after_the_stop, []
                for input_ in late:
                    self._judge(input_, batch)
            case _ if item.at_s < self._cleared_at_s:
                pass  # a hand that was on its way when another game came on the table
            case PieceTapped(castle=castle) if self._hourglass.paused:
                batch.effects.append(Complain(castle, Text("complaint-paused")))
            case PieceTapped(castle=castle) if (idle := self.idle_timer) is not None:
                batch.effects.append(Complain(castle, idle.complaint, idle.rule))
            case _ if self._hourglass.is_past(item.at_s):
                # Seen after the deadline, while what was seen before it may still be on its way.
                self._after_the_stop.append(item)
            case PieceTapped() if self._misplaced.brought_home(self.state, item.piece, item.castle):
                batch.effects.append(Blink(item.castle))
            case _:
                self._judge(item, batch)

    @contextmanager
    def _working(self) -> Iterator[None]:
        """While the loop itself asks the game, it has the game's faults as exceptions."""
        outer, self._at_work = self._at_work, True
        try:
            yield
        finally:
            self._at_work = outer

    def _heard_of_a_fault(self, fault: GameFault) -> None:
        """Of a game that somebody else has asked: the page, the menu, the screen."""
        if not self._at_work and fault.game == self.game_name:
            self.inbox.put_nowait(Fell(fault, self._play))

    async def _fall(self, fault: GameFault, batch: _Batch) -> None:
        """The game is parked with all that was accepted of it, and nothing of its code lies on the table."""
        log.error("game_fell", game=fault.game, fault=fault.kind, at=fault.at, asked=fault.method)
        with suppress(JournalError):  # what is not written yet stays the table's game, for the next start
            await self.journal_queue.take_up(None)
        fallen = FallenGame(self.game, fault, self._choices_of(self.game))
        self.game, self._correctable, self._misplaced = fallen, None, MisplacedPieces(None)
        self._play, self.memory, self._game_id = fallen.new_log(), None, None
        self.draws = GameDraws(self._chance, self._coming)
        self._clear_table()
        self.fell.tell(fault)
        batch.effects.extend(fallen_game.told(fault))

    def _choices_of(self, game: Game) -> Sequence[Choice]:
        with self._working(), suppress(GameFault):
            return game.choices()
        return ()

    def _do_asked(self, request: GameRequest, by: str, batch: _Batch) -> LoopAnswer:
        match request:
            case Propose():
                shown, before = len(batch.effects), self.seq
                refusal = self._propose(request, by, batch)
                waits = refusal is None and self.seq == before
                return LoopAnswer(self.seq, refusal, _told(batch.effects[shown:]), waits=waits)
            case Correct():
                return self._correct(request, by, batch)
            case NewGame():
                return self._begin(request, by, batch)
            case TakeUp():
                raise AssertionError("Games are exchanged between two batches.")

    def _propose(self, request: Propose, by: str, batch: _Batch) -> RefusedError | None:
        """Each action that comes of it, up to the first that is refused."""
        actions: Sequence[Action | RandomDraw] = (request.action,)
        if self.state is not None and isinstance(self.game, Receiving):
            verdict = self.game.received(self.state, self.memory, request.action, request.castle)
            self.memory, actions = verdict.memory, verdict.proposed
            batch.effects.extend(verdict.effects)
        for action in actions:
            wish = Question("complete", action) if request.complete and isinstance(action, Mapping) else action
            refusal = self._try(wish, by, batch)
            if refusal is not None:
                return refusal
        return None

    def _judge_without_a_stop(self) -> None:
        """The hourglass was laid down by hand just before it ran out: what waited for that means what it means now."""
        waited, self._after_the_stop = self._after_the_stop, []
        for input_ in waited:
            self.inbox.put_nowait(input_)

    def _judge(self, input_: Input, batch: _Batch) -> None:
        verdict = self.game.judge(self.state, self.memory, input_)
        self.memory = verdict.memory
        batch.effects.extend(verdict.effects)
        for wish in verdict.proposed:
            refusal = self._try(wish, input_.origin, batch)
            if refusal is not None:
                castle = input_.castle if isinstance(input_, PieceTapped | ButtonPressed) else None
                batch.effects.append(Complain(castle, refusal.text, refusal.rule))
                return
        batch.effects.extend(verdict.if_accepted)

    def _try(self, wish: Action | RandomDraw | Question, by: str, batch: _Batch) -> RefusedError | None:
        """Do the action if the rules allow it; the batch gets its entry and its effects."""
        before, earlier = self.state, self._on_the_table()
        try:
            sent = wish.what if isinstance(wish, Question) else wish
            if before is None and isinstance(sent, Mapping) and sent.get("do") == "start":
                self._lay(game_of(sent))
            if before is None and (lacking := self.game.devices.needs - self._devices):
                raise _lacks(self.game, lacking)
            decision = self.draws.decided(wish, self.game, before)
            action = decision.action
            if before is None and game_of(action) != self.game_name:
                raise _misnamed(self.game_name, game_of(action))
            events = self._do(action)
        except RefusedError as refusal:
            if before is None:
                self._put_back(earlier)
            return refusal
        if self._game_id is None:
            self._game_id = self._journal.new_game_id()
        summary = self.game.summary(self.state)
        batch.entries.append(self._entry(self._game_id, action, by, summary, self._opened(decision, self._game_id)))
        if decision.stop is not None:
            batch.effects.append(TurnArrow(decision.stop))
        batch.effects.extend(self.game.stage(before, self.state, events))
        if action == UNDO:
            self._gone_back()
            self._misplaced.corrected((before, self.state), {})
        elif before is not None:
            self._misplaced.acted(before, self.state)
        self._do_again(action, batch)
        return None

    def _correct(self, wanted: Correct, by: str, batch: _Batch) -> LoopAnswer:
        """All steps of the correction or none; they stand together in one batch, and so in one commit."""
        if self._correctable is None:
            return LoopAnswer(self.seq, RefusedError(None, "This game cannot do that.", Text("complaint-game-cannot")))
        try:
            correction = self._correctable.corrected(self._play, wanted.back_to, wanted.amend, by_hand=wanted.by_hand)
        except RefusedError as refusal:
            return LoopAnswer(self.seq, refusal)
        shown = len(batch.effects)
        self._carry_out(correction, by, batch)
        self._gone_back()
        self._redoing.wait(correction.waiting, len(self._play.standing))
        return LoopAnswer(self.seq, None, _told(batch.effects[shown:]), correction.dropped)

    def _gone_back(self) -> None:
        at = (self._game_id, None if self.state is None else self.game.round_of(self.state))
        self._corrections = at, 1 + (self._corrections[1] if self._corrections[0] == at else 0)

    def _do_again(self, action: Action, batch: _Batch) -> None:
        """When people have done anew what they went back before, the rest follows."""
        lost = self._redoing.given_up(action, len(self._play.standing))
        due = self._redoing.due(action)
        if self._correctable is None:
            return
        if lost:
            batch.effects.extend(self._correctable.given_up(lost))
        if due:
            self._carry_out(self._correctable.done_again(self._play, due), AGAIN, batch)

    def _carry_out(self, correction: Correction, by: str, batch: _Batch) -> None:
        """Each step through the one door; of those that are news the story is told and the screens are shown."""
        assert self._game_id is not None
        batch.effects.extend(effect for effect in correction.effects if isinstance(effect, Tell))
        way, amended, amended_in = [self.state], dict[PieceId, str](), None
        for step in correction.steps:
            before = self.state
            events = self._do(step.action)
            way.append(self.state)
            origin = by if step.of is None else f"{AGAIN}:{step.of}"
            batch.entries.append(self._entry(self._game_id, step.action, origin, self.game.summary(self.state)))
            if step.of is None and step.action != UNDO:
                amended |= self._misplaced.moved(before, self.state)
                amended_in = self.game.round_of(before)
            if step.tell:
                staged = self.game.stage(before, self.state, events)
                batch.effects.extend(effect for effect in staged if isinstance(effect, Tell | Announce))
        batch.effects.extend(effect for effect in correction.effects if not isinstance(effect, Tell))
        of_this_round = amended if amended_in == self.game.round_of(self.state) else {}
        self._misplaced.corrected(way, of_this_round)
        if self.game.summary(self.state).timer != "running":
            batch.effects.append(StopTimer())

    def _opened(self, decision: Decision, game_id: int) -> tuple[Draw, ...]:
        """What is opened with the action that was done just now, and to what the table commits itself next."""
        opened = self.draws.entered(decision, game_id)
        if self.seq > 1:
            return opened
        self._coming = self._chance.first(COMING, self.draws.salt)
        return (*opened, self._coming)

    def _entry(self, game_id: int, action: Action, by: str, summary: Summary, draws: tuple[Draw, ...] = ()) -> Entry:
        """The entry of the action that was done just now."""
        castles = summary.castles if self.seq == 1 else ()
        written_utc = self._utc_now().isoformat(timespec="milliseconds")
        return Entry(game_id, self.seq, dict(action), by, written_utc, castles, summary.outcome, draws)

    def _do(self, action: Action) -> Sequence[Any]:
        events = self._play.accept(self._play.check(action))
        self.draws.acted(action)
        self.memory = self.game.settle(self.state, self.memory, action)
        return events

    def _begin(self, new: NewGame, by: str, batch: _Batch) -> LoopAnswer:
        earlier = self._on_the_table()
        try:
            self._lay(new.game or self.game_name)
        except RefusedError as refusal:
            return LoopAnswer(self.seq, refusal)
        self.draws = GameDraws(self._chance, self._coming)
        options = {choice.key: choice.values[0] for choice in self.game.choices()} | dict(new.options)
        refused = self._try(Question.deal(new.castles, options, new.dealt), by, batch)
        if refused is not None:
            self._put_back(earlier)
        else:
            if isinstance(new, NewFixture):
                batch.entries[-1] = dataclasses.replace(batch.entries[-1], fixture=new.fixture)
            self._clear_table()
        return LoopAnswer(self.seq, refused)

    def _on_the_table(self) -> _OnTheTable:
        return _OnTheTable(
            self.game, self.game_name, self._misplaced, self._play, self.memory, self._game_id, self.draws
        )

    def _put_back(self, was: _OnTheTable) -> None:
        self.game, self.game_name, self._misplaced = was.game, was.name, was.misplaced
        self._correctable = _correctable(was.game)
        self._play, self.memory, self._game_id, self.draws = was.play, was.memory, was.game_id, was.draws

    async def _exchange(self, wanted: TakeUp) -> LoopAnswer:
        """Another game of the journal, or none, lies on the table; else all stays as it was."""
        earlier = self._on_the_table()
        try:
            last = self._replay(self._parked(wanted.game))
            await self.journal_queue.take_up(wanted.game)
        except (RefusedError, JournalError) as fault:
            self._put_back(earlier)
            return LoopAnswer(self.seq, fault if isinstance(fault, RefusedError) else _not_written(fault))
        self._clear_table()
        return LoopAnswer(self.seq, last=last)

    def _parked(self, game_id: int | None) -> int | None:
        if game_id not in {None, *(game.game_id for game in self.journal_queue.parked)}:
            raise RefusedError(None, f"There is no parked game {game_id}.", Text("parking-unknown"))
        return game_id

    def _clear_table(self) -> None:
        """Nothing of the game that lay on the table goes on."""
        self._redoing.forget()
        self._after_the_stop = []
        self._cleared_at_s = asyncio.get_running_loop().time()
        self._misplaced.put_right()
        self._hourglass.lay_down()
        self.cleared.tell(None)


def _lacks(game: Game, lacking: frozenset[Device]) -> RefusedError:
    """The table has not all that the game needs."""
    names = ", ".join(sorted(lacking))
    devices = tuple(Text(f"needs-{name}") for name in sorted(lacking))
    message = f"{game.title} needs {names}: saw no such thing in table.toml. Wire it, or choose another game."
    return RefusedError(None, message, Text("game-needs", {"game": game.title, "devices": devices}))


def _misnamed(name: str, seen: str) -> RefusedError:
    """A game's mistake: nobody could replay its log."""
    message = f"The first action names the game {seen!r}, expected {name!r}: its rules are to say so."
    return RefusedError(None, message, Text("game-misnamed", {"game": name, "seen": seen}))


def _exchanges(item: Input | Asked | Fell | Nudge) -> bool:
    """Whether it lays another game on the table: what came before must be on disk first."""
    return isinstance(item, Asked) and isinstance(item.request, TakeUp)


def _correctable(game: Game) -> Correctable | None:
    return game if isinstance(game, Correctable) else None


def _not_written(fault: JournalError) -> RefusedError:
    return RefusedError(None, str(fault), Text("parking-unwritten"))


def _told(effects: Sequence[Effect | TurnArrow]) -> tuple[Text, ...]:
    return tuple(effect.text for effect in effects if isinstance(effect, Tell))
