"""Make and verify a record of a game's draws, for `royaltable journal export --draws FILE`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from controller.games.contract.game import Game
from controller.games.contract.rules import Provable
from controller.games.contract.values import Action, RefusedError
from controller.play.draws import (
    DrawRequest,
    LogHash,
    SeededRandom,
    canonical_json,
    compute_commitment,
    find_commitment_version,
)
from controller.reading import JSON_ERRORS
from controller.store.journal import Draw, Entry


def iter_draw_record_lines(entries: Iterable[Entry], draws: Sequence[Draw]) -> Iterator[dict[str, Any]]:
    """Yield each action as a record line: number, origin, time and, if drawn, the draw.

    ``draw`` has ``n``, its number; ``salt``, ``commitment`` and ``seed`` as hex; ``asked``, the question; ``next``, the
    commitment of the draw after it; ``given``, whether the seed derives from one that people entered.
    """
    by_seq = {draw.seq: draw for draw in draws if draw.seq is not None}
    by_number = {draw.n: draw for draw in draws}
    for entry in entries:
        line = {"seq": entry.seq, "origin": entry.origin, "written_utc": entry.written_utc, "action": entry.action}
        draw = by_seq.get(entry.seq)
        yield line if draw is None else line | {"draw": _opened_draw_json(draw, by_number.get(draw.n + 1))}


class _OpenedDraw(Struct, frozen=True):
    """A draw in a line of the record."""

    n: int
    salt: str
    commitment: str
    seed: str
    asked: Any
    next: str | None
    given: bool


def _opened_draw_json(draw: Draw, next_: Draw | None) -> dict[str, Any]:
    promised = None if next_ is None else next_.commitment
    asked, salt, seed = _decode_draw_request(draw.asked), draw.salt.reveal(), draw.seed.reveal()
    return structs.asdict(_OpenedDraw(draw.n, salt, draw.commitment, seed, asked, promised, draw.given))


def _decode_draw_request(text: str | None) -> Any:
    try:
        return msgspec.json.decode(text or "")
    except JSON_ERRORS:
        return text


REDO_PREFIX = "again:"
"""Prefix of the origin of an action that a correction applied again with the result of its earlier draw."""


LONGEST_SHOWN: Final = 200
"""Most characters of a value in an error."""


class DrawVerification(Struct, frozen=True):
    """The result of verifying one action.

    Attributes:
        seq: the action's number, from 1.
        n: its draw's number; None without its own draw (entered by hand, or redone by a correction).
        outcome: the result of the draw, or why there was none.
        error: what was seen and expected; None if all is right.
        commitment: as shown before the draw.
        given: the seed derives from one that people entered.
    """

    seq: int
    n: int | None
    outcome: str
    commitment: str = ""
    error: str | None = None
    given: bool = False


class DrawVerifier:
    """Verifies the lines of a record (``iter_draw_record_lines``) in order.

    Attributes:
        next_commitment: commitment of the draw after the last verified line; None if unknown.
    """

    def __init__(self, game: Game) -> None:
        self.next_commitment: str | None = None
        self._game = game
        self._play = game.new_log()
        self._provable = game if isinstance(game, Provable) else None
        self._salt: bytes | None = None
        self._actions: list[Action] = []
        self._latest = 0

    def verify_lines(self, lines: Iterable[dict[str, Any]]) -> Iterator[DrawVerification]:
        for seq, line in enumerate(lines, start=1):
            action, origin = line["action"], str(line.get("origin", ""))
            if "draw" in line:
                yield self._verify_draw(seq, line["draw"], action)
            elif self._provable is not None and self._provable.is_drawn(action):
                again = origin.removeprefix(REDO_PREFIX)
                done = "was entered by hand" if again == origin else f"repeats action {again}"
                yield DrawVerification(seq, None, f"{action['do']} {done}: there is nothing to verify")
            self._play.accept(self._play.check(action))
            self._actions.append(action)

    def _verify_draw(self, seq: int, line: Any, action: Action) -> DrawVerification:
        try:
            draw = msgspec.convert(line, _OpenedDraw)
            salt, seed, question = (
                bytes.fromhex(draw.salt),
                bytes.fromhex(draw.seed),
                DrawRequest.from_json_value(draw.asked),
            )
        except ValueError as fault:
            return DrawVerification(
                seq, self._latest + 1, "cannot be read", error=f"saw {_shorten_json(line)}: {fault}"
            )
        expected, promised = self._latest + 1, self.next_commitment
        self._latest, self.next_commitment = draw.n, draw.next
        of_game = self._salt = self._salt or salt
        said = _describe_result(question, action)
        wrong = None
        if draw.n != expected:
            wrong = f"saw draw {draw.n}, expected draw {expected}: one is missing, or they are out of order"
        elif salt != of_game:
            wrong = f"saw the salt {salt.hex()}, expected that of the game, {of_game.hex()}"
        elif promised not in {None, draw.commitment}:
            wrong = f"saw the commitment {draw.commitment}, expected the one shown before, {promised}"
        elif find_commitment_version(salt, draw.n, seed, draw.commitment) is None:
            opened = compute_commitment(salt, draw.n, seed)
            wrong = f"saw a seed with the commitment {opened}, expected one with {draw.commitment}"
        elif draw.next is None:
            wrong = f"saw no commitment for draw {draw.n + 1}, expected the one made when draw {draw.n} was opened"
        else:
            wrong = self._find_deviation(question, salt, seed, action)
        return DrawVerification(seq, draw.n, said, draw.commitment, wrong, draw.given)

    def _find_deviation(self, question: DrawRequest, salt: bytes, seed: bytes, action: Action) -> str | None:
        asked, expected = question.what, self._expected_request_fields(question)
        wrong = next((key for key in expected if asked.get(key) != expected[key]), None)
        if wrong is not None:
            seen = _shorten_json(asked.get(wrong))
            return f"saw a question about {wrong} {seen}, expected {_shorten_json(expected[wrong])}"
        log = LogHash(salt)
        for earlier in self._actions:
            log.add(earlier)
        answers = SeededRandom(seed, question.json_value, log.digest())
        try:
            drawn = question.draw_action(answers, self._game, self._play.state)
        except (RefusedError, LookupError, TypeError, ValueError) as fault:
            return f"saw the question {_shorten_json(question.json_value)}, expected one that can be answered: {fault}"
        if canonical_json(drawn) == canonical_json(action):
            return None
        keys = sorted(key for key in drawn.keys() | action.keys() if drawn.get(key) != action.get(key))
        return "; ".join(
            f"saw {key} {_shorten_json(action.get(key))}, "
            f"expected {_shorten_json(drawn.get(key))}, which follows from its seed"
            for key in keys
        )

    def _expected_request_fields(self, question: DrawRequest) -> dict[str, Any]:
        if question.kind == "spin" and self._play.state is not None:
            of_it = self._game.sectors() if self._provable is None else self._provable.sectors_of(self._play.state)
            return {"sectors": [list(sector) for sector in of_it]}
        if question.kind == "deal":
            chosen = question.what.get("options", {})
            return {"options": {choice.key: chosen.get(choice.key) for choice in self._game.choices()}}
        return {}


def _shorten_json(value: Any) -> str:
    return canonical_json(value).decode()[:LONGEST_SHOWN]


def _describe_result(question: DrawRequest, action: Action) -> str:
    said = str(action.get("do"))
    if question.kind != "spin":
        return said
    key = str(question.what.get("key"))
    return f"{said}, {key} {action.get(key)}"
