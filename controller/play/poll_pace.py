"""How often the readers are polled: often where pieces may come, seldom where none can."""

from controller.play.console import Console
from controller.play.game_loop import GameLoop
from controller.show.hourglass import Hourglass
from controller.show.screen_look import ScreenLook
from hw.poll import POLL_EVERY_S, REST_EVERY_S, PollRound


class PollPace:
    """Sets the pace of the round; an hourglass that runs always has the quick one."""

    def __init__(
        self, polls: PollRound, loop: GameLoop, hourglass: Hourglass, console: Console, look: ScreenLook
    ) -> None:
        self._polls = polls
        self._loop = loop
        self._hourglass = hourglass
        self._console = console
        self._look = look

    def follow(self, _: object = None) -> None:
        """The step, the menu or the screen may have changed."""
        every_s = POLL_EVERY_S if self._hourglass.runs or self._expects_pieces() else REST_EVERY_S
        if every_s != self._polls.every_s:
            self._polls.set_pace(every_s)

    def _expects_pieces(self) -> bool:
        waiting = self._loop.waiting()
        if waiting.over or not waiting.gates:
            return False
        return self._console.screen() is None and not self._look.now()[0].dark
