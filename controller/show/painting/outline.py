"""The data of an SVG path as rings of points (SVG 2, chapter 9); ``T`` is not known, none of ours has one."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import acos, ceil, cos, hypot, pi, sin, sqrt
from typing import Final

Point = complex
"""x + yj: moving, scaling and turning are sums and products."""

STEPS: Final = 8
"""Straight pieces of one curve; at the sizes of our signs more cannot be seen."""

TOKEN: Final = re.compile(r"[A-Za-z]|[-+]?(?:\d*\.\d+|\d+)")

NUMBERS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}
"""How many numbers each command takes."""


class UnknownPathError(ValueError):
    """A path has a command that is not known, or a number is missing."""


@lru_cache
def rings(path: str) -> tuple[tuple[Point, ...], ...]:
    """Each part of the path from one ``M`` to the next.

    Raises:
        UnknownPathError: it is no path of the commands that are known.
    """
    found: list[list[Point]] = []
    at, control = 0j, 0j
    for command, numbers in _steps(path):
        kind, origin = command.upper(), at if command.islower() else 0j
        points = [complex(x, y) + origin for x, y in zip(numbers[::2], numbers[1::2], strict=False)]
        if kind == "M":
            found.append(points)
        elif kind == "Z":
            at = found[-1][0]
            found.append([at])
            continue
        elif kind == "L":
            found[-1] += points
        elif kind in "HV":
            moved = numbers[0] if kind == "H" else numbers[0] * 1j
            kept = (at.imag * 1j if kind == "H" else at.real) if command.isupper() else at
            points = [kept + moved]
            found[-1] += points
        elif kind == "A":
            points = [complex(numbers[5], numbers[6]) + origin]
            found[-1] += _arc(at, points[0], numbers)
        else:
            if kind == "S":
                points = [2 * at - control, *points]
            control = points[-2]
            found[-1] += _curve([at, *points])
        at = points[-1]
        if kind not in "CSQ":
            control = at
    return tuple(tuple(ring) for ring in found if len(ring) > 1)


def _steps(path: str) -> Iterator[tuple[str, list[float]]]:
    tokens = TOKEN.findall(path)
    command, place = "", 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command, place = tokens[place], place + 1
        count = NUMBERS.get(command.upper())
        numbers = tokens[place : place + (count or 0)]
        if count is None or len(numbers) < count or any(number.isalpha() for number in numbers):
            raise UnknownPathError(
                f"{path!r} has {command!r} before {tokens[place:][:3]}: draw it with {' '.join(NUMBERS)}."
            )
        yield command, [float(number) for number in numbers]
        place += count
        command = {"M": "L", "m": "l"}.get(command, command)


def _curve(points: list[Point]) -> list[Point]:
    """A Bézier curve of any degree by de Casteljau's way, without its first point."""

    def at(share: float) -> Point:
        left = points
        while len(left) > 1:
            left = [one + (other - one) * share for one, other in pairwise(left)]
        return left[0]

    return [at(step / STEPS) for step in range(1, STEPS + 1)]


def _arc(start: Point, end: Point, numbers: list[float]) -> list[Point]:
    """A circle's arc from its ends to its centre (SVG 2, B.2.4), without its first point; our arcs are no ellipses'."""
    half = (start - end) / 2
    radius = max(numbers[0], hypot(half.real, half.imag))
    is_large, is_clockwise = bool(numbers[3]), bool(numbers[4])
    to_centre = sqrt(max(0.0, radius**2 - abs(half) ** 2)) * (1 if is_large == is_clockwise else -1)
    centre = (start + end) / 2 + half / abs(half) * 1j * to_centre
    first, last = (start - centre) / radius, (end - centre) / radius
    turned = acos(max(-1.0, min(1.0, (first.conjugate() * last).real)))
    if is_large:
        turned = 2 * pi - turned
    turned = turned if is_clockwise else -turned
    steps = max(2, ceil(abs(turned) / (pi / STEPS)))
    return [
        start
        if step == 0
        else centre + radius * first * complex(cos(turned * step / steps), sin(turned * step / steps))
        for step in range(1, steps + 1)
    ]
