"""Tables for spreadsheets: whatever one splits cells at, no text of others is worked out as a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

_FORMULA: Final = r"""(?=[\s"']*[=+\-@＝＋－＠])"""  # noqa: RUF001  # wide ones count in East Asian spreadsheets
_CELL: Final = r"(?:^|(?<=[;|\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]))"
"""Where a cell begins for some spreadsheet: German and Spanish ones split at a semicolon, others at a tab."""

_DANGEROUS: Final = re.compile(_CELL + _FORMULA)
_DEFUSED: Final = re.compile(_CELL + "'" + _FORMULA)


def format_csv(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; texts in it have an apostrophe before what would be a formula."""
    out = io.StringIO()
    writer = csv.writer(out)  # lines end in \r\n (RFC 4180, 2); with \n alone a \r stands unquoted
    writer.writerow(heading)
    writer.writerows([_DANGEROUS.sub("'", cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return out.getvalue()


def restore_cell(cell: str) -> str:
    return _DEFUSED.sub("", cell)
