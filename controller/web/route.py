"""One route of a page: who may call it, what it takes, what it gives."""

from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Any, Final, Generic, Literal, TypeVar, cast

from msgspec import Struct
from starlette.requests import Request

from controller.web.request_schemas import MAX_BODY_OCTETS

JSON: Final = "application/json"

Body = TypeVar("Body")


class Call(Struct, Generic[Body], frozen=True):
    """A request that was let in.

    Attributes:
        origin: who calls, as the journal names it.
        language: of the sentences in the answer.
    """

    request: Request
    body: Body
    origin: str
    language: str


Handler = Callable[[Call[Body]], Awaitable[Any]]
"""Gives a response, the stream of changes, or a JSON value; None where there is nothing to say."""


class Route(Struct, Generic[Body], frozen=True):
    """What may be asked of the page.

    Attributes:
        role: the right that a caller needs; None for a route that anybody may call, even to log in.
        handler: answers; the first line of its docstring describes the route.
        example: a body that is understood; every body must have its type.
        takes_shape: type of the body where there is no example. Without both the body is not read as JSON.
        most: bytes of the body.
        status: of an answer that is no refusal; 204 has no content.
        takes: media type of the body.
        gives: media type of the answer.
        speaks: answers with sentences of the table, or refuses with one, in the language of ``?language=``.
        simulated: there only where parts are simulated.
        query: what else must stand in the query.
        versions: of the answer, from which ``?version=`` chooses; who names none gets the first.
        refusals: statuses of refusals beyond those that every such route has.
    """

    method: Literal["GET", "POST"]
    path: str
    role: StrEnum | None
    handler: Handler[Body]
    example: Body = cast("Body", None)  # only says its type
    status: int = 200
    takes: str = JSON
    gives: str = JSON
    speaks: bool = False
    simulated: bool = False
    query: tuple[str, ...] = ()
    versions: tuple[int, ...] = ()
    refusals: tuple[int, ...] = ()
    takes_shape: type[Body] | None = None
    most: int = MAX_BODY_OCTETS

    @property
    def shape(self) -> type[Body] | None:
        return self.takes_shape if self.example is None else type(self.example)
