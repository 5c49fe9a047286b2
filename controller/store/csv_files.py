"""CSV for spreadsheets, safe against formula injection."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

_FORMULA: Final = r"""(?=[\s"']*[=+\-@＝＋－＠])"""  # noqa: RUF001  # East Asian spreadsheets accept the wide forms
_CELL: Final = r"(?:^|(?<=[;|\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]))"
"""Start of a cell in any spreadsheet; some split at semicolons or tabs."""

_DANGEROUS: Final = re.compile(_CELL + _FORMULA)
_DEFUSED: Final = re.compile(_CELL + "'" + _FORMULA)


def format_csv(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a CSV table; prefix text that a spreadsheet would evaluate with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)  # line ends are \r\n (RFC 4180, 2); with \n a lone \r would stay unquoted
    writer.writerow(heading)
    writer.writerows([_DANGEROUS.sub("'", cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return out.getvalue()


def unescape_cell(cell: str) -> str:
    return _DEFUSED.sub("", cell)
