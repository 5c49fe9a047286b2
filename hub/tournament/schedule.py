"""Fixed rounds for few people, in which nobody meets anybody twice: the lines of a small plane.

People stand in a grid of ``q`` rows, with a column for each place at a table. A line of one slope takes one of each
column, and the lines of a slope are the tables of a round. Two lines over a field have one point in common at most, so
whoever has met does not meet again (a resolvable transversal design; with the columns themselves as one more round an
affine plane). Where the last column is not full its tables are of three.
"""

from collections.abc import Sequence
from typing import Final

from hub.tournament.sizes import FEWEST

TIMES_IN_4: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""The field of four elements; its sum is the exclusive or."""

PLANES: Final = {9: (3, 3)} | dict.fromkeys(range(12, 17), (4, 4)) | dict.fromkeys(range(17, 21), (5, 4))
"""By the number of people: rows, columns. For other numbers up to 20 no two rounds are without somebody met again."""


def schedule(people: int) -> Sequence[Sequence[Sequence[int]]]:
    """Rounds of tables of places, from 0 on; none for a number of people that has no such rounds."""
    if people not in PLANES:
        return ()
    rows, columns = PLANES[people]
    # Whoever is missing is missing at the end of the last column.
    place = {(column, row): column * rows + row for column in range(columns) for row in range(rows)}
    rounds = [
        [[place[column, _line(rows, slope, column, start)] for column in range(columns)] for start in range(rows)]
        for slope in range(rows)
    ]
    if rows == columns:
        rounds.append([[place[column, row] for row in range(rows)] for column in range(columns)])
    kept = [[[each for each in table if each < people] for table in tables] for tables in rounds]
    whole = [[table for table in tables if table] for tables in kept]
    return [tables for tables in whole if all(len(table) >= FEWEST for table in tables)]


def _line(rows: int, slope: int, column: int, start: int) -> int:
    if rows == 4:
        return TIMES_IN_4[slope][column] ^ start
    return (slope * column + start) % rows
