"""What a running table tells a broker: no more than everybody in the room may see."""

from typing import Final

from controller.fleet.messages import Standing, TableState
from controller.games.contained import GameFault
from controller.games.naming import spoken
from controller.play.table import Table

TEXT: Final = 250
"""Letters; Home Assistant takes no state of more than 255."""


def told_state(table: Table) -> TableState:
    """How the game stands now."""
    loop, hourglass, house = table.loop, table.hourglass, table.house.kept
    waiting = loop.waiting()
    try:
        round_ = None if loop.state is None else table.game.round_of(loop.state)
        playing = loop.playing
        summary = None if loop.state is None else table.game.summary(loop.state)
    except GameFault:  # the loop has heard of it, and ends the game
        round_, playing, summary = None, False, None
    castles = () if summary is None else summary.castles
    points = {} if summary is None else summary.points
    return TableState(
        game=None if loop.state is None else table.game.title,
        playing=playing,
        step=waiting.step,
        text=spoken(waiting.screen, house.language)[:TEXT],
        round=round_,
        to_act=waiting.castle,
        left_s=None if hourglass.is_idle else round(hourglass.left_s(), 1),
        paused=hourglass.paused,
        silent=house.silent,
        locked=house.locked,
        language=house.language,
        help=table.help_call.called,
        standings=tuple(Standing(castle, points.get(castle)) for castle in castles),
        game_no=loop.game_id,
        seq=loop.seq,
        corrections=loop.corrections,
    )
