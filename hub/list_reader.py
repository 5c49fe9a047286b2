"""Read lists of people, or of their results, as people type them and as programs export them.

`read_list` makes a `Row` of each line, or a `Remark` with the reason; it drops no line, and joins none except the lines
of one quoted cell. Columns are found by their headings (``lists.ftl`` of each language), else by what is in them.
Shapes: plain text, CSV with comma, semicolon, tab or bar, Excel's ``sep=``, and FIDE's tournament report TRF16.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from string import punctuation, whitespace
from typing import Final, Literal, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import replace

import hub.texts  # noqa: F401  # the headings
from controller import limits
from controller.store.csv_files import unescape_cell
from controller.texts.translation import LANGUAGES, translate
from hub import RefusedError
from hub.names import fold_name
from hub.players.registry import normalise_text

Column = Literal["name", "first", "surname", "club", "place", "points", "other"]
Separator = Literal["tab", "semicolon", "bar", "comma", "none"]
Encoding = Literal["cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "mac-roman", "cp850"]
"""Encodings of files without a mark that are neither UTF-8 nor UTF-16; only a person can tell them apart."""

SIGNS: Final[dict[Separator, str]] = {"tab": "\t", "semicolon": ";", "bar": "|", "comma": ",", "none": "\n"}
PEOPLE: Final = ("name", "first", "surname")
OTHERS: Final[list[Column]] = ["other"] * limits.LIST_COLUMNS
HEADING_WITHIN: Final = 20
"""Records in which the headings stand; a tournament's titles may come before."""
MOST_LINES_OF_A_CELL: Final = 20


class ListError(RefusedError):
    """The list cannot be read at all."""


class ListOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person corrected; empty for what the list says."""

    encoding: Encoding | None = None
    separator: Separator | None = None
    columns: tuple[Column, ...] = ()


class Row(Struct, frozen=True):
    """A person; ``place`` and ``points`` are None if the line has none."""

    line: int
    name: str
    club: str = ""
    place: int | None = None
    points: int | None = None


class Remark(Struct, frozen=True):
    """Why a line is no row: ``why`` ends a text's key, ``page-list-why-...``; ``about`` is a line or a number there."""

    line: int
    why: str
    text: str
    about: int = 0


class ReadList(Struct, frozen=True):
    """A list as it was understood.

    Attributes:
        encoding: of a file; "" for text.
        headings, samples, columns: of each column its heading, its first values, and for what it is taken.
        doubtful: lines that a person should look at.
        others: lines that are known not to be people, such as headings that are repeated.
    """

    encoding: str
    separator: Separator
    headings: tuple[str, ...]
    samples: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    doubtful: tuple[Remark, ...]
    others: tuple[Remark, ...]


class _Record(NamedTuple):
    line: int
    text: str
    cells: list[str]


def read_list(source: str | bytes, options: ListOptions | None = None) -> ReadList:
    """Return what a text, or the content of a file, says; raise ListError if it is no list."""
    options = options or ListOptions()
    if len(source) > limits.TOURNAMENT_LIST_BYTES:
        raise ListError(
            "list_long", f"Saw a list of {len(source)} bytes, expected at most {limits.TOURNAMENT_LIST_BYTES}."
        )
    text, encoding = (source, "") if isinstance(source, str) else _decode(source, options.encoding)
    lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
    if (count := sum(map(bool, lines))) > limits.LIST_LINES:
        raise ListError("list_long", f"Saw a list of {count} lines, expected at most {limits.LIST_LINES}.")
    read = _read_report(lines) if any(map(REPORT_PLAYER.match, lines)) else _read_table(lines, options)
    line_by_name: dict[str, int] = {}
    firsts = [(each, line_by_name.setdefault(fold_name(each.name), each.line)) for each in read.rows]
    twice = [Remark(each.line, "twice", each.name, first) for each, first in firsts if each.line != first]
    return replace(with_doubts(read, twice), encoding=encoding)


def with_doubts(read: ReadList, doubtful: Sequence[Remark]) -> ReadList:
    """Return the list with further doubtful lines, which are no rows any more."""
    lines = {each.line for each in doubtful}
    rows = tuple(row for row in read.rows if row.line not in lines)
    return replace(read, rows=rows, doubtful=tuple(sorted((*read.doubtful, *doubtful), key=lambda each: each.line)))


MARKS: Final = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
OTHER_FILES: Final = {
    b"PK": "a spreadsheet or another archive",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
}


def _decode(content: bytes, chosen: Encoding | None) -> tuple[str, str]:
    if kind := next((kind for beginning, kind in OTHER_FILES.items() if content.startswith(beginning)), None):
        raise ListError("list_kind", f"Saw {kind}, expected text. Copy its cells and paste them, or save it as CSV.")
    encoding = next((name for mark, name in MARKS.items() if content.startswith(mark)), None)
    if encoding is None and b"\0" in content:
        encoding = "utf-16-le" if content[1::2].count(0) > content[::2].count(0) else "utf-16-be"
    try:
        return content.decode(encoding or "utf-8"), encoding or "utf-8"
    except UnicodeDecodeError:
        encoding = encoding or chosen or "cp1252"
        return content.decode(encoding, "replace"), encoding


REPORT_PLAYER: Final = re.compile(r"001 (?:[ \d]{3}\d [ mwf]... |\d+ [mwf] )")
"""A player's line in FIDE's report: in its columns, or with single spaces, as pages show it."""
REPORT_COLUMNS: Final = re.compile(r"001 [ \d]{3}\d .{4} (.{1,33})")
REPORT_SPACES: Final = re.compile(
    r"001 +\d+ +(?:[mwf] +)?(?:(?:W?[GIFC]M|w?[gmfc]) +)?(\D+?)(?: +[A-Z]{3})?(?: +\d.*)?"
)


def _read_report(lines: Sequence[str]) -> ReadList:
    rows: list[Row] = []
    doubtful: list[Remark] = []
    others = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("001"):
            found = REPORT_COLUMNS.match(line) or REPORT_SPACES.fullmatch(line)
            name = re.sub(r" \d+$", "", found[1].strip().split("  ")[0]) if found else ""  # some programs count bytes
            _sort_in(Row(number, name), line, rows, doubtful)
        elif line.strip():
            others.append(_remark(number, line, "report"))
    return ReadList("", "none", (), (), (), tuple(rows), tuple(doubtful), tuple(others))


def _read_table(lines: list[str], options: ListOptions) -> ReadList:
    others: list[Remark] = []
    chosen = options.separator
    if found := re.fullmatch(r'"?sep=(.)"?[;,\t]*', lines[0], re.IGNORECASE):
        others.append(_remark(1, lines[0], "separator"))
        lines = ["", *lines[1:]]
        chosen = chosen or next((name for name, sign in SIGNS.items() if sign == found[1]), None)
    separator, records, heading = _split(lines, chosen)
    top: list[str] = []
    doubtful: list[Remark] = []
    if heading is not None:
        top = records[heading].cells[: limits.LIST_COLUMNS]
        for each in records[:heading]:  # titles have one cell
            title = len(top) > 1 and sum(map(bool, map(str.strip, each.cells))) == 1
            (others if title else doubtful).append(_remark(each.line, each.text, "above"))
        records = list(_rejoin(lines, records[heading + 1 :], SIGNS[separator], top, others))
        if separator == "comma" and len(top) > 1 and not any(each.startswith(" ") for each in top):
            records = [each._replace(cells=_with_commas(each.cells, len(top))) for each in records]
    longer = sum(len(each.cells) > len(top) for each in records)
    width = len(top) if 2 * longer <= len(records) else max(len(each.cells) for each in records)
    width = min(width, limits.LIST_COLUMNS)
    columns = list(options.columns) or _find_columns(top, records, width)
    columns = (columns + OTHERS)[:width]
    prefix = _prefix_of_names(records, columns)
    rows: list[Row] = []
    for each in records:
        number, text, cells = each
        if not any(cell.strip(f"{punctuation}{whitespace}") for cell in cells):
            others.append(_remark(number, text, "rule"))
        elif cells == top:
            others.append(_remark(number, text, "heading"))
        elif len(list(filter(str.strip, cells))) > 1 and _kinds_at_start(cells[0]) and _is_heading([each], 0):
            doubtful.append(_remark(number, text, "heading"))
        elif any(cell.strip() for cell in cells[width:]):
            doubtful.append(_remark(number, text, "cells", width))
        else:
            _sort_in(_row_from_cells(number, cells, columns, prefix), text, rows, doubtful)
    headings = tuple(_shortened(each) for each in [*top, *[""] * width][:width])
    samples = tuple(_shortened(", ".join(_values(records, at)[:3])) for at in range(width))
    return ReadList("", separator, headings, samples, tuple(columns), tuple(rows), tuple(doubtful), tuple(others))


def _split(lines: Sequence[str], chosen: Separator | None) -> tuple[Separator, list[_Record], int | None]:
    """Split by the separator of most headings, else of most lines; return the place of the headings, too."""
    tried, filled = [], [(number, text) for number, text in enumerate(lines, start=1) if text.strip()]
    for separator, sign in SIGNS.items() if chosen is None else [(chosen, SIGNS[chosen])]:
        if chosen is None and separator != "none" and not any(sign in text for _, text in filled):
            continue
        split = (_Record(number, text, _split_cells(text, sign)) for number, text in filled)
        records = [each for each in split if any(map(str.strip, each.cells))]
        headings = [
            (sum(_kind(cell) is not None for cell in records[at].cells[: limits.LIST_COLUMNS]), -at)
            for at in range(len(records[:HEADING_WITHIN]))
            if _is_heading(records, at)
        ]
        known, place = max(headings, default=(0, 0))
        divided = sum(len(each.cells) > 1 for each in records)
        score = (known if known > 1 else 0, divided, separator == "none")
        tried.append((score, separator, records, -place if headings else None))
    return max(tried, key=lambda each: each[0])[1:]


@cache
def _cell_pattern(sign: str) -> re.Pattern[str]:
    return re.compile(rf' *"((?:[^"]|"")*+)" *(?={re.escape(sign)}|\Z)|([^{re.escape(sign)}\n]*)')


def _split_cells(text: str, sign: str) -> list[str]:
    """Return the cells; a quotation mark that is not closed before the next sign is a letter.

    Empty if there is a line break outside quoted cells.
    """
    if '"' not in text:
        return text.split(sign)
    cells, at = [], 0
    while found := _cell_pattern(sign).match(text, at):
        cells.append(found[2] if found[1] is None else found[1].replace('""', '"'))
        at = found.end() + 1
        if at > len(text):
            return cells
        if text[at - 1] != sign:
            break
    return []


def _with_commas(cells: list[str], width: int) -> list[str]:
    """Return cells that have bare commas, as in ``1,Adler, Berta,North``: programs put no space after a separator."""
    joined = cells[:1]
    for cell in cells[1:]:
        if cell.startswith(" "):
            joined[-1] += f",{cell}"
        else:
            joined.append(cell)
    return joined if len(cells) > width else cells


def _rejoin(
    lines: Sequence[str], records: Sequence[_Record], sign: str, top: Sequence[str], others: list[Remark]
) -> Iterator[_Record]:
    """Give each record the lines that a quoted cell holds, as answers to a form do: no names, and no full lines."""
    unused = {at for at, kind in enumerate(map(_kind, top)) if kind is None or kind.column == "other"}
    joined, until = _Record(0, "", []), 0
    for each in records:
        if each.line <= until:
            others.append(_remark(each.line, each.text, "cell", joined.line))
            continue
        joined, text = each, each.text
        following = lines[each.line : each.line + MOST_LINES_OF_A_CELL] if len(top) > 1 else ()
        for line in following if text.count('"') % 2 else ():
            if len(_split_cells(line, sign)) >= len(top):
                break
            text += f"\n{line}"
            cells = _split_cells(text, sign)
            if len(cells) == len(top) and unused.issuperset(at for at, cell in enumerate(cells) if "\n" in cell):
                joined, until = _Record(each.line, each.text, cells), each.line + text.count("\n")
                break
        yield joined


class _Kind(NamedTuple):
    """What a heading says: ``rank`` is its phrase's place in the list, ``exact`` if it has no other words."""

    column: Column
    rank: int
    exact: bool = True


@cache
def _kind_by_phrase() -> dict[str, _Kind]:
    columns: tuple[Column, ...] = get_args(Column)
    found: dict[str, _Kind] = {}
    for language in LANGUAGES:
        for column in columns:
            for rank, phrase in enumerate(translate(language, f"list-heading-{column}").split(",")):
                found.setdefault("".join(_words(phrase)), _Kind(column, rank))
    return found


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold_name(text[: limits.ROOM_TEXT_CHARS]))


def _kind(cell: str) -> _Kind | None:
    """Return what a heading says by all of its words, or by the most that stand together; None if it says nothing."""
    words, known = _words(cell), _kind_by_phrase()
    if found := known.get("".join(words)):
        return found
    spans = ((at, size) for size in (4, 3, 2, 1) for at in range(len(words) - size + 1))
    parts = (known.get("".join(words[at : at + size])) for at, size in spans)
    return next((part._replace(exact=False) for part in parts if part), None)


def _is_heading(records: Sequence[_Record], at: int) -> bool:
    """Return whether a cell begins with the very word for a name, or two cells are headings, or the only one is.

    A cell with further words counts only beside a plain heading, and if the cells below do not say the same.
    """
    cells = [(place, cell) for place, cell in enumerate(records[at].cells[: limits.LIST_COLUMNS]) if cell.strip()]
    if any(kind.rank == 0 and kind.column in PEOPLE for _, cell in cells for kind in _kinds_at_start(cell)):
        return True
    kinds = {place: kind for place, cell in cells if (kind := _kind(cell))}
    if not any(kind.exact for kind in kinds.values()):
        return False
    below = [each.cells for each in records[at + 1 : at + 1 + HEADING_WITHIN]]
    known = [
        kind.column
        for place, kind in kinds.items()
        if kind.exact or all(_kind(each[place]) != kind for each in below if place < len(each))
    ]
    return any(column in PEOPLE for column in known) and (len(known) > 1 or len(cells) == 1)


def _kinds_at_start(cell: str) -> list[_Kind]:
    words = _words(cell)
    return [kind for size in (1, 2) if (kind := _kind_by_phrase().get("".join(words[:size])))]


NO_NAME: Final = re.compile(r"[\W\d_]*|\d+(?:st|nd|rd|th)|\S*@\S*|(?:https?:|www\.).*|\d{1,4}[./-]\d{1,2}[./-]\d.*")
"""A number, an address, or a moment."""
CODE: Final = re.compile(r"[A-Z]{1,3}|[a-z]")
"""A title, a federation, or a sex, if most have none or some have the same."""
VALUES_READ: Final = 200
"""Records by which a column without a heading is judged."""


def _values(records: Sequence[_Record], at: int) -> list[str]:
    cells = (each.cells[at].strip() for each in records[:VALUES_READ] if at < len(each.cells))
    return [cell for cell in cells if cell]


def _find_columns(top: Sequence[str], records: Sequence[_Record], width: int) -> list[Column]:
    columns = (_columns_of_headings(top) + OTHERS)[:width]
    texts = []
    for at in range(width):
        values = _values(records, at)
        known = at < len(top) and _kind(top[at]) is not None
        if not known and 2 * sum(map(bool, map(NO_NAME.fullmatch, values))) < len(values):
            rare = len(set(values)) < len(values) or 2 * len(values) <= len(records[:VALUES_READ])
            texts.append((rare and all(map(CODE.fullmatch, values)), at))
    places = [at for _, at in sorted(texts)]
    if not set(PEOPLE) & set(columns) and (places or width == 1):
        columns[places.pop(0) if places else 0] = "name"
    club = next((at for at in places if at >= len(top)), None)
    if "club" not in columns and club is not None:
        columns[club] = "club"
    return columns


def _columns_of_headings(top: Sequence[str]) -> list[Column]:
    """Take the best heading of each kind; beside one part of the name, ``Name`` is the other part."""
    kinds = {at: kind for at, cell in enumerate(top) if (kind := _kind(cell))}
    best: dict[Column, int] = {}
    for at, kind in sorted(kinds.items(), key=lambda each: (not each[1].exact, each[1].rank, each[0])):
        best.setdefault(kind.column, at)
    columns = OTHERS[: len(top)]
    for column, at in best.items():
        columns[at] = column
    for at, kind in kinds.items():
        if kind.column == "surname" and kind.exact:  # there may be two
            columns[at] = "surname"
    if "name" in best:
        at, parts = best["name"], {"first", "surname"} & best.keys()
        if len(parts) == 1 and kinds[at].exact and kinds[at].rank == 0:
            columns[at] = "first" if "surname" in parts else "surname"
        elif len(parts) == 2:
            columns[at] = "other"
        else:
            columns = ["other" if each in parts else each for each in columns]
    return columns


NUMBERED: Final = re.compile(r"\A\s*[(#]?(\d{1,4})(?:[.):]+\s*|\s+)(?=\S)")
BULLET: Final = re.compile(r"\A\s*[-*\u2022\u2013\u2014\u00b7\u25aa]\s+(?=\S)")


def _prefix_of_names(records: Sequence[_Record], columns: Sequence[Column]) -> re.Pattern[str] | None:
    """Return what to cut off before names: a bullet before all of them, or numbers that rise."""
    at = columns.index("name") if "name" in columns else len(columns)
    names = [each.cells[at] for each in records if at < len(each.cells)]
    if names and all(map(BULLET.match, names)):
        return BULLET
    numbers = [int(found[1]) for found in map(NUMBERED.match, names) if found]
    rise = len(numbers) > 1 and all(one < other for one, other in pairwise(numbers))
    return NUMBERED if rise and 2 * len(numbers) > len(names) else None


def _row_from_cells(line: int, cells: Sequence[str], columns: Sequence[Column], prefix: re.Pattern[str] | None) -> Row:
    said = dict.fromkeys(columns, "")
    for cell, column in zip(cells, columns, strict=False):
        said[column] = f"{said[column]} {unescape_cell(cell)}".strip()
    name = said.get("name") or f"{said.get('first', '')} {said.get('surname', '')}"
    place = re.match(r"\d{1,6}", said.get("place", ""))
    points = re.fullmatch(r"(-?\d{1,9})(?:[.,]0+)?", said.get("points", ""))
    return Row(
        line,
        prefix.sub("", name) if prefix else name,
        said.get("club", ""),
        int(place[0]) if place else None,
        int(points[1]) if points else None,
    )


UNREADABLE: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffd]")


def _sort_in(row: Row, text: str, rows: list[Row], doubtful: list[Remark]) -> None:
    name, club = normalise_text(row.name), normalise_text(row.club)
    if UNREADABLE.search(row.name + row.club):
        doubtful.append(_remark(row.line, text, "signs"))
    elif not name:
        doubtful.append(_remark(row.line, text, "name"))
    elif max(len(name), len(club)) > limits.FIXTURE_TEXT_CHARS:
        doubtful.append(_remark(row.line, text, "long", limits.FIXTURE_TEXT_CHARS))
    else:
        rows.append(replace(row, name=name, club=club))


def _remark(line: int, text: str, why: str, about: int = 0) -> Remark:
    return Remark(line, why, _shortened(text), about)


def _shortened(text: str) -> str:
    return normalise_text(text[: 2 * limits.FIXTURE_TEXT_CHARS])[: limits.FIXTURE_TEXT_CHARS]
