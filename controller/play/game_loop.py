"""The game loop: each change of the game passes its queue and is written before it is shown."""

import asyncio
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, Final

from msgspec.structs import replace

from controller import limits, log
from controller.games import crashed_game, game_guard, shelf
from controller.games.contract.effects import Blink, Complain, Scene, StartTimer, StopTimer, TextScreen
from controller.games.contract.game import Game
from controller.games.contract.inputs import EVERY_DEVICE, Device, GateComplained, Input, PieceTapped, TimerRanOut
from controller.games.contract.referee import TimerIdle, Waiting
from controller.games.contract.rules import Choice
from controller.games.contract.values import Action, CastleId, RefusedError, Text
from controller.games.requests import CorrectGame, GameRequest, NewGame, ParkAndResume, SubmitAction
from controller.play.draws import Chance
from controller.play.errands import Errands
from controller.play.on_table import Batch, CorrectionHandler, GameOnTable, ProposalHandler
from controller.play.requests import AdoptJournal, GameCrashed, LoopAnswer, PendingRequest, QuestionSlot, WatchdogNudge
from controller.show.effect_loop import ComplaintHolds, Recalled, ShownEffect
from controller.show.hourglass import Hourglass
from controller.signals import Signal
from controller.store.journal import Draw, Entry, GameInfo, Journal, JournalError, JournalReader, ReplacementJournal
from controller.store.journal.times import EntryClock

WRITE_AGAIN_S: Final = 5.0
"""How often writing is retried while entries wait and no input comes."""

CHECK_JOURNAL_EVERY_S: Final = 0.8
"""How often the journal's file is checked; a check takes microseconds."""

UNREAD_KEY: Final = "complaint-unread"
"""Key of a gate's complaint that a piece went by unread."""

FETCHED_AFTER_S: Final = 1.5
"""A piece read sooner after one that went by unread is the next one thrown: the other still lies behind the gate."""

OWNER_STEP: Final = "owner"
"""The step while the owner uses the table between games."""

PARKED_LISTED: Final = 8
"""Parked games in the menu; the journal has all."""


class JournalQueue:
    """Entries waiting for the journal, and the list of parked games.

    Attributes:
        unwritten: waiting entries, oldest first; empty while the disk works.
        parked_games: the games that can be resumed, newest first.
        health_changed: emits the journal's fault, or None when writing works.
        game_ended: emitted when a game's end is on disk.
    """

    def __init__(self, journal: Journal) -> None:
        self.unwritten: list[Entry] = []
        self.parked_games: Sequence[GameInfo] = ()
        self.health_changed: Signal[str | None] = Signal()
        self.game_ended: Signal[None] = Signal()
        self._journal = journal
        self._thread = ThreadPoolExecutor(1, "journal")  # its own, so that a commit waits for no other work
        self._renamed: asyncio.Future[None] | None = None

    def reload_parked_games(self) -> None:
        try:
            self.parked_games = self._journal.parked_games(PARKED_LISTED)
        except JournalError as fault:
            self.health_changed.emit(str(fault))

    def has_begun_fixture(self, fixture: str) -> bool:
        return any(entry.fixture == fixture for entry in self.unwritten) or self._journal.has_fixture(fixture)

    async def write(self, entries: Sequence[Entry]) -> None:
        """Write all waiting entries and ``entries``; report a failure by ``health_changed``."""
        self.unwritten.extend(entries)
        if not self.unwritten:
            return
        rows = tuple(self.unwritten)
        if not await self._try_append(rows):
            return
        del self.unwritten[: len(rows)]
        if any(entry.seq == 1 for entry in rows):
            self.reload_parked_games()
        if any(entry.outcome is not None for entry in rows):
            self.game_ended.emit(None)

    def append_draws(self, draws: Collection[Draw]) -> None:
        """Write draws to which the table is committed; report a failure by ``health_changed``."""
        if not draws:
            return
        try:
            self._journal.append_draws(draws)
        except JournalError as fault:
            self.health_changed.emit(str(fault))

    async def maintain_journal(self) -> None:
        """Check the journal's file, repair and report damage; take a new uid if requested."""
        if self._journal.was_changed_by_others:
            await self._try_append(())
        if self._renamed is not None:
            with suppress(JournalError):  # retried at the next check
                await self._in_thread(self._journal.start_successor_identity)
                self._renamed.set_result(None)
                self._renamed = None

    async def continue_under_new_uid(self) -> None:
        self._renamed = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._renamed)

    async def _try_append(self, rows: Sequence[Entry]) -> bool:
        try:
            await self._in_thread(self._journal.append, rows)
        except JournalError as fault:
            self.health_changed.emit(str(fault))
            return False
        if self._journal.repaired is not None:
            self.health_changed.emit(self._journal.repaired)
        self.health_changed.emit(None)
        return True

    def _in_thread(self, work: Callable[..., None], *args: Any) -> asyncio.Future[None]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    async def set_current_game(self, game_id: int | None) -> None:
        if self.unwritten:
            raise JournalError(f"{len(self.unwritten)} actions are not written yet.")
        await self._in_thread(self._journal.set_current_game, game_id)
        self.reload_parked_games()

    async def adopt_journal(self, other: ReplacementJournal) -> None:
        if self.unwritten:
            raise JournalError(f"{len(self.unwritten)} actions are not written yet.")
        await self._in_thread(self._journal.replace_with, other)
        self.reload_parked_games()


class GameLoop:
    """Takes inputs and requests from its inbox in order: applies, writes, shows and answers them.

    Attributes:
        effects: emits what people are to see or hear.
        cleared: emitted when another game, or none, is on the table.
        begun: emits each accepted request for a new game, after ``cleared``, when the game is on disk.
        ignored: emits each input that had no effect.
        game_crashed: emits the fault of a game whose code failed; the game is parked.
        iterations: number of batches handled, including their writes.
        dropped_inputs: inputs dropped because too many waited.
        resumed: the story and the latest scenes of a game that was put on the table from the journal.
        owner_use: returns the console's screen while the owner uses the table between games, else None.
    """

    def __init__(
        self,
        games: shelf.GameShelf,
        journal: Journal,
        chance: Chance,
        hourglass: Hourglass,
        questions: QuestionSlot,
        entry_clock: EntryClock,
        devices: frozenset[Device] = EVERY_DEVICE,
        errands: Errands | None = None,
    ) -> None:
        self.effects: Signal[Sequence[ShownEffect]] = Signal()
        self.cleared: Signal[None] = Signal()
        self.begun: Signal[NewGame] = Signal()
        self.ignored: Signal[Input] = Signal()
        self.game_crashed: Signal[game_guard.GameFault] = Signal()
        self.inbox: asyncio.Queue[Input | PendingRequest | GameCrashed | WatchdogNudge] = asyncio.Queue()
        self.iterations = 0
        self.dropped_inputs = 0
        self.resumed: tuple[Recalled | Scene, ...] = ()
        self.owner_use: Callable[[], TextScreen | None] = lambda: None
        self.journal_queue = JournalQueue(journal)
        self.on_table = GameOnTable(games, journal, chance, entry_clock)
        self._corrections = CorrectionHandler(self.on_table)
        self._proposals = ProposalHandler(self.on_table, self._corrections, devices)
        self._journal = journal
        self._hourglass = hourglass
        self._questions = questions
        self._errands = errands or Errands()
        self._watch_at_s = 0.0
        self._cleared_at_s = -math.inf
        self._tapped_s: dict[CastleId, float] = {}
        self._after_deadline: list[Input] = []
        self._is_working = False
        self._batch = Batch()
        games.crashed.connect(self._on_game_fault)

    @property
    def game(self) -> Game:
        return self.on_table.game

    @property
    def game_name(self) -> str:
        return self.on_table.name

    @property
    def state(self) -> Any:
        return self.on_table.state

    @property
    def memory(self) -> Any:
        return self.on_table.memory

    @property
    def seq(self) -> int:
        return self.on_table.seq

    @property
    def game_id(self) -> int | None:
        return self.on_table.game_id

    @property
    def is_playing(self) -> bool:
        return self.on_table.is_playing

    @property
    def castles(self) -> Sequence[CastleId]:
        return self.on_table.castles

    @property
    def correction_count(self) -> int:
        """Number of corrections in this round since the program's start."""
        return self._corrections.this_round_count

    def resume_current_game(self) -> Entry | None:
        """Replay the current game from the journal; return its latest entry, None without a game.

        Raises:
            RefusedError: the rules refuse a journal action, or the game is not installed; no game is on the
                table then.
        """
        self.journal_queue.reload_parked_games()
        return self._replay_from_journal(self._journal.current_game_id())

    def _replay_from_journal(self, game_id: int | None, of: JournalReader | None = None) -> Entry | None:
        entries = [] if game_id is None else list((of or self._journal).entries(game_id))
        with self._faults_handled_by_caller():
            self.on_table.load_rules_and_reset(self.on_table.name)
            self.journal_queue.append_draws(self.on_table.load_game_draws(game_id))
            if game_id is None or not entries:
                return None
            self.resumed = self.on_table.replay(game_id, entries)
        return entries[-1]

    def show_effects(self, effects: Sequence[ShownEffect] = ()) -> None:
        self.effects.emit(effects)

    def current_waiting(self) -> Waiting:
        """Return what the table waits for: an answer, the start of the hourglass, or the next step."""
        try:
            waiting = self.on_table.waiting
            if waiting.if_idle is not None and self._hourglass.is_idle and not self._will_start_hourglass:
                waiting = waiting.if_idle.waiting
        except game_guard.GameFault as fault:
            waiting = crashed_game.waiting_after_crash(fault)
        question = self._questions.current
        if question is None:
            owner_use = self.owner_use() if waiting.over else None
            if owner_use is not None:
                return replace(waiting, step=OWNER_STEP, castle=None, screen=owner_use, knob=False)
            return self._errands.overlay(waiting)
        return replace(waiting, step=question.step, castle=None, screen=question.screen, over=False)

    def answer_or_start_hourglass(self, *, yes: bool) -> bool:
        """Return False if nothing takes the answer."""
        idle = self.hourglass_to_start
        if idle is not None and yes and self._questions.current is None:
            self._hourglass.ensure_running(idle.seconds)
            self.show_effects()
            return True
        return self._questions.answer_current(yes=yes)

    def on_timer_ran_out(self, deadline_s: float) -> None:
        self.inbox.put_nowait(TimerRanOut(deadline_s))

    @property
    def hourglass_to_start(self) -> TimerIdle | None:
        is_idle = self._hourglass.is_idle and not self._will_start_hourglass
        return self.on_table.waiting.if_idle if is_idle else None

    @property
    def _will_start_hourglass(self) -> bool:
        """Whether the present batch starts it, once it is on disk."""
        timers = [each for each in self._batch.effects if isinstance(each, StartTimer | StopTimer)]
        return bool(timers) and isinstance(timers[-1], StartTimer)

    def put_input(self, input_: Input) -> None:
        if isinstance(input_, PieceTapped):
            self._tapped_s[input_.castle] = input_.at_s
        if self.inbox.qsize() < limits.GAME_INPUTS_WAITING:
            self.inbox.put_nowait(input_)
            return
        self.dropped_inputs += 1
        self.ignored.emit(input_)
        if self.dropped_inputs % limits.GAME_INPUTS_WAITING == 1:
            log.warning("inputs_left_out", so_far=self.dropped_inputs)

    async def submit(self, request: GameRequest | AdoptJournal, origin: str) -> LoopAnswer:
        """Queue a request; return when it is refused, or done and on disk."""
        if self.inbox.qsize() >= limits.GAME_REQUESTS_WAITING:
            return LoopAnswer(
                self.seq,
                RefusedError(None, "Too many requests are waiting. Try again in a moment.", Text("complaint-busy")),
            )
        answer: asyncio.Future[LoopAnswer] = asyncio.get_running_loop().create_future()
        self.inbox.put_nowait(PendingRequest(request, origin, answer))
        return await answer

    async def propose_action(self, action: Action, origin: str) -> LoopAnswer:
        return await self.submit(SubmitAction(action), origin)

    async def run(self) -> None:
        """Handle queued items for ever: apply, write in one commit, show effects, answer requests."""
        while True:
            batch = self._batch = Batch()
            item = await self._next_item()
            only_nudged = isinstance(item, WatchdogNudge) and self.inbox.empty()
            taken = 0
            while item is not None and not _is_game_switch(item):
                self._handle_or_undo(item, batch)
                taken += 1
                enough = self.inbox.empty() or taken == limits.GAME_INPUTS_PER_TURN or batch.crash is not None
                item = None if enough else self.inbox.get_nowait()
            await self.journal_queue.write(batch.entries)
            kept = not self.journal_queue.unwritten
            if isinstance(item, PendingRequest) and isinstance(item.request, ParkAndResume | AdoptJournal):
                batch.answers.append((item.answer, await self._switch_game(item.request)))
            if batch.crash is not None:
                await self._end_crashed_game(batch.crash, batch)
            elif batch.begun is not None:
                self.begun.emit(batch.begun)
            self.iterations += 1
            if not only_nudged:
                self.show_effects(batch.effects)
            if self._after_deadline and not self._hourglass.is_running:
                self._requeue_late_inputs()
            for future, answer in batch.answers:
                if not future.done():
                    future.set_result(answer if kept else replace(answer, is_on_disk=False))

    async def _next_item(self) -> Input | PendingRequest | GameCrashed | WatchdogNudge | None:
        now_s = asyncio.get_running_loop().time
        while True:
            if not self.journal_queue.unwritten and now_s() >= self._watch_at_s:
                await self.journal_queue.maintain_journal()
                self._watch_at_s = now_s() + CHECK_JOURNAL_EVERY_S
            look_at_s = now_s() + WRITE_AGAIN_S if self.journal_queue.unwritten else self._watch_at_s
            try:
                async with asyncio.timeout_at(look_at_s):
                    return await self.inbox.get()
            except TimeoutError:
                if self.journal_queue.unwritten:
                    return None

    def _handle_or_undo(self, item: Input | PendingRequest | GameCrashed | WatchdogNudge, batch: Batch) -> None:
        """Handle one item; if the game's code fails, undo it all and mark the game crashed."""
        earlier, coming = self.on_table.snapshot(), self.on_table.next_game_draw
        entries, effects = len(batch.entries), len(batch.effects)
        try:
            with self._faults_handled_by_caller():
                self._dispatch(item, batch)
                self.on_table.waiting  # noqa: B018  # a step after which this fails is undone, too
        except game_guard.GameFault as fault:
            del batch.entries[entries:], batch.effects[effects:]
            self.on_table.next_game_draw = coming
            if isinstance(item, PendingRequest):
                batch.answers.append((item.answer, LoopAnswer(self.seq, fault.refusal)))
            if isinstance(item, PendingRequest) and isinstance(item.request, NewGame):
                self.on_table.restore(earlier)
            else:
                batch.crash = fault

    def _dispatch(self, item: Input | PendingRequest | GameCrashed | WatchdogNudge, batch: Batch) -> None:
        match item:
            case WatchdogNudge():
                pass
            case GameCrashed():
                if item.play is self.on_table.play:
                    raise item.fault
            case PendingRequest(request=SubmitAction() | CorrectGame() | NewGame() as request):
                batch.answers.append((item.answer, self._do_request_in_batch(request, item.origin, batch)))
            case PendingRequest():
                raise AssertionError("A game can be switched only between two batches, not during one.")
            case TimerRanOut():
                self._hourglass.stop()
                self._judge(item, batch)
                late, self._after_deadline = self._after_deadline, []
                for input_ in late:
                    self._judge(input_, batch)
            case _ if item.at_s < self._cleared_at_s:
                self.ignored.emit(item)  # meant for the previous game
            case PieceTapped() if (stopped := self._stopped_complaint(item)) is not None:
                batch.effects.append(stopped)
                self._watch_complaint(item, stopped, batch)
            case _ if self._hourglass.is_past_deadline(item.at_s):
                # Made after the deadline: it waits, as inputs made before may still arrive.
                self._after_deadline.append(item)
            case PieceTapped() if self.on_table.misplaced.take_tap_that_puts_back(self.state, item.piece, item.castle):
                batch.effects.append(Blink(item.castle))
            case _:
                if not self._judge(item, batch):
                    self.ignored.emit(item)

    def _stopped_complaint(self, input_: Input) -> Complain | None:
        """Return the complaint about a piece that passes a gate while the hourglass is paused or not started."""
        match input_:
            case PieceTapped(castle=castle) if self._hourglass.is_paused:
                return Complain(castle, Text("complaint-paused"))
            case PieceTapped(castle=castle) if (idle := self.hourglass_to_start) is not None:
                return Complain(castle, idle.complaint, idle.rule)
        return None

    def _judge(self, input_: Input, batch: Batch) -> bool:
        before = len(batch.effects)
        had_effect = self._proposals.judge_and_apply(input_, batch)
        made = batch.effects[before:]
        for effect in made:
            if isinstance(effect, Complain):
                self._watch_complaint(input_, effect, batch)
        return had_effect and (made != [StartTimer()] or self._hourglass.is_idle)

    def _watch_complaint(self, input_: Input, complaint: Complain, batch: Batch) -> None:
        """Let a complaint go once the same input would not cause it any more, or the unread piece was shown."""
        play = self.on_table.play
        unread = input_ if isinstance(input_, GateComplained) and input_.key == UNREAD_KEY else None

        def is_made_again() -> bool:
            if self.on_table.play is not play:
                return False
            if unread is not None and self._tapped_s.get(unread.castle, 0.0) >= unread.at_s + FETCHED_AFTER_S:
                return False
            with self._faults_handled_by_caller(), suppress(game_guard.GameFault):
                stopped = self._stopped_complaint(input_)
                return complaint in (self._proposals.complaints_about(input_) if stopped is None else [stopped])
            return True

        batch.effects.append(ComplaintHolds(complaint, is_made_again, stays=unread is not None))

    @contextmanager
    def _faults_handled_by_caller(self) -> Iterator[None]:
        outer, self._is_working = self._is_working, True
        try:
            yield
        finally:
            self._is_working = outer

    def _on_game_fault(self, fault: game_guard.GameFault) -> None:
        if not self._is_working and fault.game == self.on_table.name:
            self.inbox.put_nowait(GameCrashed(fault, self.on_table.play))

    async def _end_crashed_game(self, fault: game_guard.GameFault, batch: Batch) -> None:
        log.error("game_fell", game=fault.game, fault=fault.kind, at=fault.at, asked=fault.method)
        with suppress(JournalError):  # then the next start tries the game again
            await self.journal_queue.set_current_game(None)
        self.on_table.replace_crashed_game(fault, self._choices_unless_crashing(self.game))
        self._clear_table_state()
        self.game_crashed.emit(fault)
        batch.effects.extend(crashed_game.crash_effects(fault))

    def _choices_unless_crashing(self, game: Game) -> Sequence[Choice]:
        with self._faults_handled_by_caller(), suppress(game_guard.GameFault):
            return game.choices()
        return ()

    def _do_request_in_batch(self, request: SubmitAction | CorrectGame | NewGame, by: str, batch: Batch) -> LoopAnswer:
        match request:
            case SubmitAction():
                shown, before = len(batch.effects), self.seq
                refusal = self._proposals.apply_proposal(request, by, batch)
                waits = refusal is None and self.seq == before
                return LoopAnswer(self.seq, refusal, batch.story_sentences_since(shown), needs_yes=waits)
            case CorrectGame():
                return self._corrections.correct_log(request, by, batch)
            case NewGame():
                shown = len(batch.effects)
                refusal = self._proposals.start_game(request, by, batch)
                if refusal is None:
                    del batch.effects[:shown]  # of the previous game
                    self._clear_table_state()
                    batch.begun = request
                return LoopAnswer(self.seq, refusal)

    def _requeue_late_inputs(self) -> None:
        waited, self._after_deadline = self._after_deadline, []
        for input_ in waited:
            self.inbox.put_nowait(input_)

    async def _switch_game(self, wanted: ParkAndResume | AdoptJournal) -> LoopAnswer:
        """On failure, restore the present one."""
        earlier = self.on_table.snapshot()
        try:
            if isinstance(wanted, AdoptJournal):
                with JournalReader(wanted.journal.path) as longer:
                    self._replay_from_journal(longer.current_game_id(), longer)
                await self.journal_queue.adopt_journal(wanted.journal)
                last = self._replay_from_journal(self._journal.current_game_id())
            else:
                last = self._replay_from_journal(self._checked_parked_game_id(wanted.game))
                await self.journal_queue.set_current_game(wanted.game)
        except (RefusedError, JournalError) as fault:
            self.on_table.restore(earlier)
            return LoopAnswer(self.seq, fault if isinstance(fault, RefusedError) else _unwritten_refusal(fault))
        self._clear_table_state()
        return LoopAnswer(self.seq, last=last)

    def _checked_parked_game_id(self, game_id: int | None) -> int | None:
        if game_id not in {None, *(game.game_id for game in self.journal_queue.parked_games)}:
            raise RefusedError(None, f"There is no parked game {game_id}.", Text("parking-unknown"))
        return game_id

    def _clear_table_state(self) -> None:
        self._corrections.drop_waiting_actions()
        self._after_deadline = []
        self._cleared_at_s = asyncio.get_running_loop().time()
        self.on_table.misplaced.clear()
        self._hourglass.stop()
        self.cleared.emit(None)


def _is_game_switch(item: Input | PendingRequest | GameCrashed | WatchdogNudge) -> bool:
    """All earlier entries must be on disk before a switch."""
    return isinstance(item, PendingRequest) and isinstance(item.request, ParkAndResume | AdoptJournal)


def _unwritten_refusal(fault: JournalError) -> RefusedError:
    return RefusedError(None, str(fault), Text("parking-unwritten"))
