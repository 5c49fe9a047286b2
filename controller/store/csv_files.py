"""CSV for spreadsheets, safe against formula injection."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

_FORMULA: Final = r"""(?=[\s"']*[=+\-@＝＋－＠])"""  # noqa: RUF001  # for East Asian spreadsheets
_CELL: Final = r"(?:^|(?<=[;|\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]))"
"""Start of a cell in any spreadsheet; some split at semicolons or tabs."""

_DANGEROUS: Final = re.compile(_CELL + _FORMULA)
_DEFUSED: Final = re.compile(_CELL + "'" + _FORMULA)


def format_csv(heading: Sequence[str], rows: Iterable[Sequence[object]], decimal_sign: str = ".") -> str:
    """Return a CSV table; put an apostrophe before text that a spreadsheet would run.

    Semicolons separate the cells where a comma is the decimal sign, as spreadsheets of such languages expect.
    """
    out = io.StringIO()
    # ends lines with \r\n (RFC 4180, 2); \n leaves a lone \r unquoted
    writer = csv.writer(out, delimiter=";" if decimal_sign == "," else ",")
    writer.writerow(heading)
    for row in rows:
        writer.writerow(
            _DANGEROUS.sub("'", cell) if isinstance(cell, str) else str(cell).replace(".", decimal_sign) for cell in row
        )
    return out.getvalue()


def unescape_cell(cell: str) -> str:
    return _DEFUSED.sub("", cell)
