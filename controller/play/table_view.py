"""What everybody may see of a table, as JSON values for the page."""

from typing import Any

from controller.games import fallen_game
from controller.games.contained import GameFault
from controller.games.contract.values import Text
from controller.games.naming import sentence, spoken
from controller.play.draws.game_draws import promise
from controller.play.table import Table
from controller.show import console_screens


def view(table: Table, language: str) -> dict[str, Any]:
    """Return what the game shows of itself (``Game.view``), and what there is to tell of the table.

    - ``seq``: how many actions were accepted; ``unwritten``: how many of them wait for a disk that takes them;
    - ``waiting_for``: ``text``, ``color`` (or null), ``over`` (people may begin a game), ``step`` in the game's word;
    - ``turn_timer``, null unless the house gives a turn so long and one is on: ``total_s``, ``left_s``;
    - ``resumed``, null once the game went on after a stop: ``actions``, ``away_s`` (null if not known), ``compare``;
    - ``question``, null unless people must decide something first: ``step``, and ``no``: whether no is an answer, too;
    - ``to_move``: which pieces lie differently after a correction, until people say that it is put right;
    - ``complaints`` since this step began: ``castle`` (or null), ``text``, ``rule`` (or null).
    """
    loop, hourglass = table.loop, table.hourglass
    waiting = loop.waiting()
    try:
        name, seen = table.game.name, table.game.view(loop.state, loop.memory)
        timer = "idle" if loop.state is None else table.game.summary(loop.state).timer
    except GameFault:  # the loop has heard of it, and ends the game
        name, seen, timer = fallen_game.NAME, {}, "idle"
    return seen | {
        "game": name,
        "seq": loop.seq,
        "draw": promise(loop.on_table.draws.standing),
        "unwritten": len(loop.journal_queue.unwritten),
        "resumed": table.resumption.view(),
        "question": _asked(table),
        "locked": table.house.kept.locked,
        "waiting_for": {
            "text": spoken(waiting.screen, language),
            "color": waiting.castle,
            "step": waiting.step,
            "over": waiting.over,
        },
        "hourglass": {
            "used": "hourglass" in table.game.devices.uses,
            "state": timer,
            "paused": hourglass.paused,
            "total_s": hourglass.total_s,
            "left_s": round(hourglass.left_s(), 3),
        },
        "turn_timer": turn_timer(table),
        "to_move": to_move(table, language),
        "voice": said(table),
        "story": table.effects.story.sentences(language),
        "complaints": [
            {"castle": castle, "text": sentence(complaint.text, language), "rule": complaint.rule}
            for castle, complaint in table.effects.complaints.items()
        ],
        "devices": [
            {
                "name": device.name,
                "label": sentence(console_screens.name_of(device.name), language),
                "ok": device.fault is None,
                "text": device.fault or "",
            }
            for device in table.health
        ],
    }


def turn_timer(table: Table) -> dict[str, Any] | None:
    timer = table.turn_timer
    return {"total_s": timer.total_s, "left_s": round(timer.left_s(), 3)} if timer.runs else None


def said(table: Table) -> dict[str, str] | None:
    caption = None if table.voice is None else table.voice.caption
    return None if caption is None else {"text": caption.text, "language": caption.language}


def to_move(table: Table, language: str) -> list[str]:
    return [
        sentence(Text("move", {"what": move.what, "before": move.before, "after": move.after}), language)
        for move in table.loop.on_table.to_move
    ]


def _asked(table: Table) -> dict[str, Any] | None:
    question = table.questions.standing
    if question is not None:
        return {"step": question.step, "no": question.no is not None}
    return {"step": table.loop.waiting().step, "no": False} if table.loop.idle_timer is not None else None
