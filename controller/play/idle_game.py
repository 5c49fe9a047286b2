"""Ask whether people still play a game idle for a house rule's hours; park it unless they say yes."""

import asyncio
import contextlib
from typing import Final

from controller.background import loop_speed
from controller.games.contract.effects import Complain, Tell
from controller.games.contract.values import Text
from controller.games.requests import ParkAndResume
from controller.play import resume
from controller.play.console import Console
from controller.play.game_loop import GameLoop
from controller.play.requests import Question, QuestionSlot
from controller.show.hourglass import Hourglass
from controller.store.house_rules import HouseRules
from hw.clock import Clock

LOOK_EVERY_S: Final = 30.0
HOUR_S: Final = 3600.0

PATIENCE_S: Final = 600.0
"""How long the question waits for an answer."""


class IdleGameMonitor:
    """Watches the wall clock, however fast the time of a simulated table passes; another speed counts as a step."""

    def __init__(
        self,
        *,
        loop: GameLoop,
        console: Console,
        questions: QuestionSlot,
        hourglass: Hourglass,
        clock: Clock,
        house: HouseRules,
    ) -> None:
        self._loop, self._console, self._questions, self._hourglass = loop, console, questions, hourglass
        self._clock, self._house = clock, house
        self._step: tuple[int | None, int, float] = (None, 0, 1.0)
        self._since_s: float | None = None
        self._asked_s: float | None = None
        self._declined = asyncio.Event()

    async def run(self, idle_s: float) -> None:
        """Watch for ever; at the start the game has been idle for ``idle_s``."""
        if self._since_s is None:  # a restart after a fault keeps the state
            self._step, self._since_s = self._current_step_and_speed(), self._clock.now_s() - idle_s
        while True:
            self._ask_if_idle(self._since_s)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY_S):
                    await self._declined.wait()
            if self._is_question_open():
                await self._park_if_declined_or_late()
            else:
                self._declined.clear()  # an action came together with the answer

    def _ask_if_idle(self, since_s: float) -> None:
        now_s = self._clock.now_s()
        idle_s = (now_s - since_s) / loop_speed()
        if self._step != self._current_step_and_speed() or not self._may_be_idle():
            self._step, self._since_s, self._asked_s = self._current_step_and_speed(), now_s, None
        elif self._asked_s is None and idle_s >= self._house.current.idle_game_h * HOUR_S:
            self._ask_whether_playing(now_s, idle_s)

    def _ask_whether_playing(self, now_s: float, idle_s: float) -> None:
        self._asked_s = now_s
        self._declined.clear()
        self._console.close_menu()
        screen = resume.idle_question_screen(idle_s)
        self._questions.replace_question(
            Question(
                step="idle",
                screen=screen,
                yes=self._on_still_playing,
                no=self._declined.set,
                is_current=self._is_question_open,
            )
        )

    def _is_question_open(self) -> bool:
        return self._asked_s is not None and self._step == self._current_step_and_speed()

    def _on_still_playing(self) -> None:
        self._asked_s, self._since_s = None, self._clock.now_s()
        if self._hourglass.is_paused:  # the hourglass resumes when people close the menu
            self._console.open_menu_and_pause()

    async def _park_if_declined_or_late(self) -> None:
        assert self._asked_s is not None
        declined = self._declined.is_set()
        if not declined and self._clock.now_s() - self._asked_s < PATIENCE_S * loop_speed():
            return
        actions = self._loop.seq
        self._asked_s, self._since_s = None, self._clock.now_s()
        self._declined.clear()
        refusal = (await self._loop.submit(ParkAndResume(None), "idle")).refusal
        if refusal is not None:
            self._loop.show_effects((Complain(None, refusal.text),))
        else:
            self._loop.show_effects((Tell(Text("told-parked", {"count": actions})),))
            if declined:
                self._console.open_menu_and_pause()

    def _current_step_and_speed(self) -> tuple[int | None, int, float]:
        return self._loop.game_id, self._loop.seq, loop_speed()

    def _may_be_idle(self) -> bool:
        return self._loop.is_playing and not self._hourglass.is_running
