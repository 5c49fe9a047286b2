"""Hostile requests to each route of an application; none may cause a server error."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, Final
from urllib.parse import unquote

import msgspec.inspect as shapes
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Message

from controller import limits
from tests.support.soak import SOAK

PATH_WORDS: Final = (
    "%00", "9" * 5000, "a" * 300, "%ED%A0%80", "%FF", "0001-01-01", "9999-12-31", "9999999", "..", "%2e%2e%2f", "-1",
    "%C2%B2", "'%22%3C", "2026-11-22", "1",
)  # fmt: skip
"""As they stand in an address: a NUL, more digits than Python reads, a longer name than a disk keeps, a half of a
surrogate, the ends of the calendar, ..., and what is right."""

QUERY: Final = (
    "after", "before", "castle", "code", "day", "game", "language", "like", "player", "rules", "season", "seq", "skip",
    "table", "version",
)  # fmt: skip
HOSTS: Final = (
    b"table.local", b"localhost:99999", b"localhost:x", b"localhost:\xb2", b"[", b"a]", b"\x00", b"\xed\xa0\x80", b"",
)  # fmt: skip
HEADERS: Final = (
    "accept-encoding", "accept-language", "authorization", "content-type", "cookie", "if-modified-since",
    "if-none-match", "if-range", "last-event-id", "origin", "range", "user-agent", "x-forwarded-for",
    "x-forwarded-host",
)  # fmt: skip
NO_HOSTS: Final = (
    b"a" * 254, b"a" * 2400, b"a." * 30_000 + b"local", b"1" * 5000, b"[" + b":" * 5000 + b"]", b"user@table.local",
    b"user:word@table.local", b"table.local/x", b"table.local?x", b"table.local#x", b"table.local\\x", b"table.local x",
    b"table.local:65536", b"table.local:" + b"0" * 6, b"t\xc3\xa4ble.local", b"table.local\t",
    b"%74able.local", b"[::1",
)  # fmt: skip
"""Malformed Host headers, some of which end in a name of this machine."""

Asked = tuple[str, str, str, Mapping[str, bytes]]
"""Method, path, query and headers."""

AT_EACH_ROUTE: Final = 4
"""Number of requests in `make test`; the soak sends all."""


def paths(routes: Sequence[BaseRoute], below: str = "") -> Iterator[tuple[str, str]]:
    """Return method and path of all routes, with parameters as ``{}``, and two files of each folder."""
    for route in routes:
        if isinstance(route, Mount):
            yield from (("GET", f"{below}{route.path}/{file}") for file in ("{}", "x/{}.js", "x/{}.css", "x/js/{}"))
        elif isinstance(route, Route):
            path = "/".join("{}" if part.startswith("{") else part for part in route.path.split("/"))
            yield from ((method, below + path) for method in sorted(route.methods or ()))


def chosen(routes: Sequence[BaseRoute]) -> Iterator[Asked]:
    """Return a sample with a fixed seed; all of them in the soak."""
    chance = Random(1)
    asked = [(name, word) for name, word in product(QUERY, PATH_WORDS)]
    for method, path in paths(routes):
        every: list[Asked] = [
            (method, path.format(*[word] * path.count("{}")), "", {}) for word in (PATH_WORDS if "{}" in path else ())
        ]
        plain = path.format(*["1"] * path.count("{}"))
        every += [(method, plain, f"{name}={word}", {}) for name, word in asked]
        every += [(method, plain, "", {"host": host}) for host in HOSTS]
        every += [
            (method, plain, "", {name: unquote(word).encode("utf-8", "replace")})
            for name in HEADERS
            for word in PATH_WORDS
        ]
        by_path = sum(1 for each in every if not each[2] and not each[3])
        yield from every if SOAK else (*every[:by_path], *chance.sample(every, AT_EACH_ROUTE))


async def status_of(app: ASGIApp, method: str, path: str, query: str, headers: Mapping[str, bytes]) -> int:
    """Return the response to a request from the local network whose client then disconnects."""
    heard: list[int] = []
    answered = asyncio.Event()
    coming = iter([{"type": "http.request", "body": b"{}"}])
    given: dict[str, bytes] = {"host": b"table.local", "content-type": b"application/json", **headers}
    scope: dict[str, Any] = {
        "type": "http", "scheme": "http", "method": method, "path": unquote(path), "raw_path": path.encode(),
        "root_path": "", "query_string": query.encode(), "client": ("192.168.1.20", 1), "server": ("127.0.0.1", 80),
        "headers": [(name.encode(), value) for name, value in given.items()], "http_version": "1.1",
    }  # fmt: skip

    async def receive() -> Message:
        if (message := next(coming, None)) is not None:
            return message
        await answered.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            heard.append(message["status"])
            answered.set()

    await app(scope, receive, send)
    return heard[0]


async def let_through(app: ASGIApp, routes: Sequence[BaseRoute]) -> list[str]:
    """Return the requests with malformed headers that reached a handler."""
    bad = [("host", host, 400) for host in NO_HOSTS]
    bad += [(name, b"x" * (limits.REQUEST_HEADER_BYTES + 1), 431) for name in HEADERS]
    return [
        f"{method} {path} {name}: {value[:40]!r}"
        for method, path in paths(routes)
        for name, value, refused in bad
        if await status_of(app, method, path.format(*"1" * path.count("{}")), "", {name: value}) != refused
    ]


async def faults(app: ASGIApp, routes: Sequence[BaseRoute]) -> list[str]:
    """Return the requests that caused a server error, 503 included."""
    found, count = [], 0
    for method, path, query, headers in chosen(routes):
        count += 1
        try:
            status: object = await status_of(app, method, path, query, headers)
        except Exception as fault:  # noqa: BLE001  # what the server would answer by 500
            status = repr(fault)
        if not isinstance(status, int) or status >= 500:
            found.append(f"{method} {path[:60]}?{query[:60]} {headers}: {status}")
    print(f"{count} requests")
    return found


WORDS: Final = (
    *("Ana", "Bo", "Cy", "ana", " Ana ", "Ana\u0301", "Zoë", "1", "0", "-1", "rt-a", "rt-b", "blue", "yellow", "f-1-1"),
    *("", " ", "\u00a0", "\0", "\t", "\n", "\x7f", "\u202e", "\ufeff", "\U0001f98a", "\ufdfa" * 9, "=1+1", "'\"<&>"),
    *("a" * 40, "a" * 41, "a" * 5000, "9" * 5000, "\u0131\u0130\u1e9e", "0" * 32, "0" * 64, "²", "١٢٣", "..", "%00"),
    *("12345678", "ABCD-EFGH", "swiss", "finals", "doctor", "tumult_royale", "tudor", "{}", "%s", "$1", "\\", "NaN"),
)
NUMBERS: Final = (*range(10), 12, 60, -1, 2**15, 2**31 - 1, 2**31, 2**63 - 1, 2**63, 10**30, 0.5, 1e308)
OTHERS: Final[Sequence[Any]] = (None, True, False, [], {}, [[]], [None], {"": {}}, "", 0, [1] * 300, {"do": "x"})
AS_IT_SHOULD_NOT_BE: Final = 0.02


def body(shape: Any, chance: Random, known: Callable[[str], Any] = lambda _: None) -> Any:
    """Return a JSON value of ``shape``, often at a bound; fields in ``known`` mostly get their given value."""
    return _value(shapes.type_info(shape), chance, known)


def _value(shape: shapes.Type, chance: Random, known: Callable[[str], Any]) -> Any:
    if chance.random() < AS_IT_SHOULD_NOT_BE:
        return chance.choice((*OTHERS, *NUMBERS, *WORDS))

    def of(inner: shapes.Type) -> Any:
        return _value(inner, chance, known)

    def several(inner: shapes.Type, least: int | None, most: int | None) -> list[Any]:
        return [of(inner) for _ in range(chance.randint(least or 0, min(most or 6, max(6, least or 0))))]

    match shape:
        case shapes.StructType():
            return _struct(shape, chance, known)
        case shapes.UnionType(types=types):
            return of(chance.choice(types))
        case shapes.IntType(ge=least, le=most):
            edges = [each for each in (least, most) if each is not None and chance.random() < 0.2]
            fits = [
                each for each in NUMBERS[:12] if (least is None or each >= least) and (most is None or each <= most)
            ]
            return chance.choice(edges or fits or NUMBERS)
        case shapes.StrType():
            return chance.choice(WORDS)
        case shapes.LiteralType(values=values):
            return chance.choice(values)
        case shapes.EnumType(cls=cls):
            return chance.choice([each.value for each in cls])
        case shapes.BoolType():
            return chance.random() < 0.5
        case shapes.NoneType():
            return None
        case shapes.FloatType():
            return chance.choice(NUMBERS)
        case shapes.TupleType(item_types=inner):
            return [of(each) for each in inner]
        case shapes.VarTupleType() | shapes.ListType():
            return several(shape.item_type, shape.min_length, shape.max_length)
        case shapes.DictType():
            return {str(of(shape.key_type)): of(shape.value_type) for _ in range(chance.randint(0, 3))}
        case _:
            return chance.choice(WORDS)


def _struct(shape: shapes.StructType, chance: Random, known: Callable[[str], Any]) -> Any:
    values = {}
    for field in shape.fields:
        if field.required or chance.random() < 0.5:
            right = known(field.encode_name)
            usual = right is not None and chance.random() < 0.8
            values[field.encode_name] = right if usual else _value(field.type, chance, known)
    if shape.array_like:
        return list(values.values())
    return values if shape.tag_field is None else {shape.tag_field: shape.tag, **values}
