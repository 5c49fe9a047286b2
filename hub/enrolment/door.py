"""The door at which tables ask to join: HTTPS by the hub's own authority, apart from the pages for people."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from controller.fleet.enrolment import ASK, BEGIN, INVITED, OPEN, Answer, Asking, Begin, Invited, Opening
from controller.web.application import ERRORS, json_answer
from controller.web.request_schemas import read
from hub.enrolment.desk import DeskError, EnrolmentDesk

STATUS: Final = {"busy": 503, "files": 503, "late": 410}
"""Of refusals; others are 409."""

B = TypeVar("B", bound=Struct)


def enrolment_door(desk: EnrolmentDesk, invited: Callable[[Invited], Awaitable[Answer]]) -> Starlette:
    """What a hub answers to tables; ``invited`` looks at invitations."""

    async def begin(asked: Begin, request: Request) -> Struct:
        return desk.begin(asked, request.client.host if request.client else "")

    async def opened(opening: Opening, _: Request) -> None:
        desk.open(opening)

    async def ask(asking: Asking, _: Request) -> Struct:
        return desk.ask(asking.session)

    async def let_in(asked: Invited, _: Request) -> Struct:
        return await invited(asked)

    return Starlette(
        routes=[
            _route(BEGIN, Begin, begin),
            _route(OPEN, Opening, opened),
            _route(ASK, Asking, ask),
            _route(INVITED, Invited, let_in),
        ],
        exception_handlers={**ERRORS, DeskError: _refused},
    )


def _route(path: str, shape: type[B], handler: Callable[[B, Request], Awaitable[Struct | None]]) -> Route:
    async def endpoint(request: Request) -> Response:
        if request.scope["scheme"] != "https":
            raise HTTPException(426, "Saw a plain request, expected TLS: passwords are told here.")
        answer = await handler(await read(request, shape), request)
        return json_answer({} if answer is None else msgspec.to_builtins(answer))

    return Route(path, endpoint, methods=["POST"])


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, DeskError)
    return json_answer({"error": {"message": str(error), "code": error.word}}, STATUS.get(error.word, 409))
