"""Write a game's log as text with one line a move, and read it again; docs/notation.md describes it.

The notation knows no game: a move is its JSON with the player in front, without quotes round words, and without the
name of the field that each kind of move begins with. A header lists these names, so a file is read without its game.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct

from controller.games.contract.values import Action

VERSION: Final = "1"

VERSION_HEADER: Final = "Notation"
UNNAMED_HEADER: Final = "Unnamed"

MAX_HEADERS: Final = 100
MAX_SHOWN_CHARS: Final = 60
"""Longest piece of a line in an error."""

_RESERVED: Final = {"true", "false", "null", "NaN", "Infinity"}
"""JSON's words that are not strings, with those that Python adds."""

_STRING: Final = r'"(?:[^"\\]|\\.)*+"'
_STRING_SO_FAR: Final = r'"(?:[^"\\]|\\.)*+\\?"?'
"""Also one without its end, so that no text is searched twice."""

_WORD: Final = r"[A-Za-z_][A-Za-z0-9_.+-]*+"
_STRING_RE: Final = re.compile(_STRING)
_WORD_RE: Final = re.compile(_WORD)
_STRING_OR_WORD_RE: Final = re.compile(rf"{_STRING_SO_FAR}|-?{_WORD}|[0-9][0-9A-Za-z_.+-]*+")
_PART_RE: Final = re.compile(rf'(?:[^\s"]|{_STRING_SO_FAR})++')
_FIELD_RE: Final = re.compile(rf"({_WORD}|{_STRING})=(.*)", re.DOTALL)
_HEADER_RE: Final = re.compile(rf"\[({_WORD}) ({_STRING})\]")
_MOVE_RE: Final = re.compile(r"([1-9][0-9]{0,8})\. +(.*)", re.DOTALL)

_EXPECTED_MOVE: Final = "a move such as `12. blue: place t23`"


class NotationError(Exception):
    """A text is not in this notation; the message says what was seen and expected, ``line`` where, from 1."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class NotatedMove(Struct, frozen=True):
    """A move of a text.

    Attributes:
        line: number of its first line, from 1.
        action: as decoded JSON.
        notes: what the log knows of it besides, such as ``origin`` and ``draw``; empty without.
    """

    line: int
    action: Action
    notes: dict[str, Any]


def format_game(headers: Mapping[str, str], records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a game, each with its line feed.

    Args:
        headers: what readers should know first; they are not needed to read the moves again.
        records: ``action`` of each move, with its notes beside it.
    """
    unnamed = _find_unnamed_fields([record["action"] for record in records[1:]])
    listed = ", ".join(f"{do} {name}" for do, name in unnamed.items())
    for name, text in {VERSION_HEADER: VERSION, **headers, UNNAMED_HEADER: listed}.items():
        if text:
            yield f"[{name} {_to_json(text)}]\n"
    for seq, record in enumerate(records, start=1):
        parts = _format_action(record["action"], unnamed if seq > 1 else {})
        gap = "\n    " if seq == 1 else " "  # the set-up is long
        yield f"{'' if seq > 1 else chr(10)}{seq}. {gap.join(parts)}\n"
        if notes := [
            f"{_format_value(name)}={_format_value(value)}" for name, value in record.items() if name != "action"
        ]:
            yield f"    % {' '.join(notes)}\n"


def parse_game(lines: Iterable[tuple[int, str]]) -> Iterator[NotatedMove]:
    """Yield the moves of numbered ``lines``; raise NotationError at the first that cannot be read.

    Blank lines, and lines that begin with ``;``, are skipped. An indented line continues the one before it.
    """
    headers: dict[str, str] = {}
    unnamed: dict[str, str] = {}
    move: _MoveText | None = None
    seq = 0
    for number, line in lines:
        said = line.rstrip()
        if not said or said.startswith(";"):
            continue
        with _at_line(number):
            if move is None and said.startswith("["):
                _read_header(said, headers)
            elif said[0] in " \t":
                if move is None:
                    raise NotationError(
                        f"saw {_shorten(said.strip())} before the first move, expected {_EXPECTED_MOVE}"
                    )
                is_note = said.lstrip().startswith("%")
                (move.notes if is_note else move.parts).append(said.lstrip()[is_note:])
            else:
                if move is None:
                    _check_version(headers, said)
                numbered = _MOVE_RE.fullmatch(said)
                if numbered is None or int(numbered[1]) != seq + 1:
                    raise NotationError(f"saw {_shorten(said)}, expected move {seq + 1}: {_EXPECTED_MOVE}")
                if move is None:
                    unnamed = _read_unnamed_fields(headers)
                else:
                    yield move.parse(unnamed)
                seq, move = seq + 1, _MoveText(number, [numbered[2]], [])
    if move is not None:
        yield move.parse(unnamed)


class _MoveText(Struct, frozen=True):
    line: int
    parts: list[str]
    notes: list[str]

    def parse(self, unnamed: Mapping[str, str]) -> NotatedMove:
        with _at_line(self.line):
            return NotatedMove(self.line, _parse_action(" ".join(self.parts), unnamed), _parse_notes(self.notes))


@contextmanager
def _at_line(number: int) -> Iterator[None]:
    try:
        yield
    except NotationError as error:
        error.line = error.line or number
        raise


def _find_unnamed_fields(actions: Iterable[Action]) -> dict[str, str]:
    """Return, by ``do``, the name of the first field of its first action, besides the player."""
    found: dict[str, str] = {}
    for action in actions:
        do = action.get("do")
        first = next((name for name in action if name not in {"do", "player"}), None)
        if isinstance(do, str) and first is not None and _is_plain_word(do) and _is_plain_word(first):
            found.setdefault(do, first)
    return found


def _format_action(action: Action, unnamed: Mapping[str, str]) -> list[str]:
    do, player = action.get("do"), action.get("player")
    if not isinstance(do, str):
        return [_format_value(action)]
    left = {name: value for name, value in action.items() if name != "do"}
    parts = []
    if isinstance(player, str):
        parts.append(f"{_format_value(left.pop('player'))}:")
    parts.append(_format_value(do))
    if (first := unnamed.get(do)) in left:
        parts.append(_format_value(left.pop(first)))
    return parts + [f"{_format_value(name)}={_format_value(value)}" for name, value in left.items()]


def _parse_action(text: str, unnamed: Mapping[str, str]) -> Action:
    parts = _PART_RE.findall(text)
    if len(parts) == 1 and parts[0].startswith("{"):
        whole: Action = _parse_value(parts[0])
        return whole
    player = _parse_word(parts.pop(0)[:-1]) if parts and parts[0].endswith(":") else None
    if not parts:
        raise NotationError(f"saw {_shorten(text)}, expected {_EXPECTED_MOVE}")
    do = _parse_word(parts.pop(0))
    action = {"do": do} if player is None else {"do": do, "player": player}
    if parts and _FIELD_RE.fullmatch(parts[0]) is None:
        if do not in unnamed:
            raise NotationError(
                f"saw {_shorten(parts[0])} after {_shorten(do)}, expected a field such as `tile=t23`: the header "
                f"{UNNAMED_HEADER} does not say what comes first"
            )
        _add_field(action, unnamed[do], parts.pop(0))
    for part in parts:
        _read_field(action, part)
    return action


def _parse_notes(texts: Sequence[str]) -> dict[str, Any]:
    notes: dict[str, Any] = {}
    for part in _PART_RE.findall(" ".join(texts)):
        _read_field(notes, part)
    return notes


def _read_field(into: dict[str, Any], part: str) -> None:
    field = _FIELD_RE.fullmatch(part)
    if field is None:
        raise NotationError(f"saw {_shorten(part)}, expected a field such as `tile=t23`")
    _add_field(into, _parse_word(field[1]), field[2])


def _add_field(into: dict[str, Any], name: str, value: str) -> None:
    if name in into:
        raise NotationError(f"saw the field {_shorten(name)} twice, expected it once")
    into[name] = _parse_value(value)


def _read_header(line: str, headers: dict[str, str]) -> None:
    header = _HEADER_RE.fullmatch(line)
    if header is None or len(headers) >= MAX_HEADERS or header[1] in headers:
        raise NotationError(
            f'saw {_shorten(line)}, expected a header such as [Date "2026-11-28"], {MAX_HEADERS} at most, each once'
        )
    headers[header[1]] = _parse_word(header[2])
    _check_version(headers, line)
    _read_unnamed_fields(headers)


def _check_version(headers: Mapping[str, str], line: str) -> None:
    if headers.get(VERSION_HEADER) != VERSION:
        raise NotationError(f'saw {_shorten(line)}, expected [{VERSION_HEADER} "{VERSION}"] first')


def _read_unnamed_fields(headers: Mapping[str, str]) -> dict[str, str]:
    pairs = [pair.split() for pair in headers.get(UNNAMED_HEADER, "").split(",") if pair.strip()]
    if any(len(pair) != 2 for pair in pairs):
        raise NotationError(
            f"saw the header {UNNAMED_HEADER} with {_shorten(headers[UNNAMED_HEADER])}, "
            "expected pairs such as `place tile, draw token`"
        )
    return dict(pairs)


def _format_value(value: Any) -> str:
    """Return JSON without spaces, and without quotes round words."""
    return _STRING_RE.sub(lambda found: found[0][1:-1] if _is_plain_word(found[0][1:-1]) else found[0], _to_json(value))


def _to_json(value: Any) -> str:
    """Lone surrogates, which UTF-8 cannot hold, become escapes."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _parse_value(text: str) -> Any:
    quoted = _STRING_OR_WORD_RE.sub(lambda found: f'"{found[0]}"' if _is_plain_word(found[0]) else found[0], text)
    try:
        return json.loads(quoted)
    except (ValueError, RecursionError):
        raise NotationError(f"saw {_shorten(text)}, expected a value such as t23, 4 or [t03,t12]") from None


def _parse_word(text: str) -> str:
    word = _parse_value(text)
    if not isinstance(word, str):
        raise NotationError(f"saw {_shorten(text)}, expected a word")
    return word


def _is_plain_word(text: str) -> bool:
    return _WORD_RE.fullmatch(text) is not None and text not in _RESERVED


def _shorten(text: str) -> str:
    return repr(text if len(text) <= MAX_SHOWN_CHARS else f"{text[:MAX_SHOWN_CHARS]}...")
