"""Practice at a table of twins: people may take back a move that cost them much."""

import asyncio
from typing import TYPE_CHECKING, Any, Final

from controller.games.contract import analysis, effects, inputs, values
from controller.games.requests import NewGame
from controller.play.bots.seating import Bots
from controller.play.requests import Question
from controller.play.table import Table

if TYPE_CHECKING:
    from controller.play.bots.thinking import Thinker
    from hw.testing.table import TwinTable

WITHIN_S: Final = 3.0
"""Bots wait for it; without a compiled core it is used up where a move's cost is not clear before."""

SEED: Final = 1

STEP: Final = "practice"


class Practice:
    """Judges people's moves in the games that were begun with practice, in another process; bots wait for that.

    Attributes:
        remark: what is said of a castle's latest move where none is offered to be taken back.
    """

    def __init__(self, table: Table, twins: "TwinTable | None", bots: Bots) -> None:
        self._table = table
        self._twins = twins
        self._bots = bots
        self._games = set[int | None]()
        self._judged: tuple[int | None, int] = None, 0
        self.remark: values.Text | None = None
        self._thinker: Thinker | None = None
        self._task: asyncio.Task[Any] | None = None
        self._may_offer = True
        table.questions.hold_bots_while(self._holds_bots)
        table.effects.holds.append(self._holds_bots)
        guarded = table.guard.guard_handler
        table.loop.begun.connect(guarded("bots", self._on_begun))
        table.loop.cleared.connect(guarded("bots", self.stop))
        table.loop.effects.connect(guarded("bots", self._judge_latest_move))

    def is_possible(self, game: object) -> bool:
        return self._twins is not None and self._twins.is_all_twins and isinstance(game, analysis.Judging)

    @property
    def is_on(self) -> bool:
        """Whether people may be offered to take back a move of the game that is played."""
        return self._table.loop.game_id in self._games

    def stop(self, _: None = None) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._thinker is not None:
            self._thinker.close()
        self._task, self._thinker, self.remark = None, None, None

    @property
    def _position(self) -> tuple[int | None, int]:
        return self._table.loop.game_id, self._table.loop.seq

    @property
    def is_busy(self) -> bool:
        """Whether a move is being judged or taken back."""
        return self._task is not None and not self._task.done()

    def _holds_bots(self) -> bool:
        question, at = self._table.questions.current, self._position
        is_asking = question is not None and question.step == STEP
        return self.is_on and (at != self._judged or (self.is_busy and self._may_offer) or is_asking)

    def _on_begun(self, new: NewGame) -> None:
        if new.practice and self.is_possible(self._table.game):
            self._games.add(self._table.loop.game_id)

    def _judge_latest_move(self, _: object) -> None:
        game, at = self._table.game, self._position
        if at == self._judged:
            return
        self._judged = at
        if not self.is_on or self.is_busy or not isinstance(game, analysis.Judging):
            return
        latest = game.judge_move(self._table.loop.on_table.play, SEED)
        moves = [] if latest is None else [latest, *latest.others]
        move = next((move for move in moves if move.castle not in self._bots.levels), None)
        if move is not None:
            self.remark, self._may_offer = None, move.offers != "never"
            self._task = asyncio.get_running_loop().create_task(self._judge(move, at), name="practice")
            self._task.add_done_callback(self._on_judged)

    async def _judge(self, move: analysis.MoveToJudge, at: tuple[int | None, int]) -> None:
        found = None if move.work is None else await self._compute(move.work)
        never = move.offers == "never"
        is_current = self._position == at or (never and self._table.loop.game_id == at[0])  # others go on meanwhile
        if not is_current or (never and found is None):
            return
        judged = found if found is not None and found.gain.value > max(analysis.COSTLY, found.gain.error) else None
        sentence = move.remark if judged is None else _better_sentence(judged)
        if never or (judged is None and move.offers != "always"):
            self.remark = sentence
            return
        self._table.questions.replace_question(
            Question(
                step=STEP,
                screen=_offer_screen(judged),
                sentence=sentence,
                judged=judged,
                yes=self._take_back,
                no=lambda: None,
                is_current=lambda: self._position == at,
            )
        )

    async def _compute(self, work: inputs.Work) -> analysis.Decision | None:
        from controller.play.bots.thinking import Thinker  # slow import

        self._thinker = self._thinker or Thinker()
        judged: analysis.Decision | None = await self._thinker.compute(work, WITHIN_S)
        return judged

    def _on_judged(self, judgement: asyncio.Task[Any]) -> None:
        if not judgement.cancelled():
            self._table.loop.show_effects()  # pages say no longer that a move is checked

    def _take_back(self) -> None:
        self._may_offer = True
        self._task = asyncio.get_running_loop().create_task(self._undo(), name="practice")

    async def _undo(self) -> None:
        await self._table.loop.propose_action(values.UNDO, "practice")
        self._table.loop.on_table.misplaced.clear()  # simulated pieces lie as the log says
        self._table.loop.show_effects()


def _offer_screen(judged: analysis.Decision | None) -> effects.TextScreen:
    gain = () if judged is None else (values.Text("practice-gain", {"gain": round(100 * judged.gain.value)}),)
    return effects.TextScreen(values.Text("practice-title"), gain, values.Text("ask-answer"))


def _better_sentence(judged: analysis.Decision) -> values.Text:
    gain = round(100 * judged.gain.value)
    return values.Text("practice-better", {"done": judged.done, "better": judged.better, "gain": gain})
