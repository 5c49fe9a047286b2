"""Bodies of requests: each shape that a route takes, or the sentence that says what was seen and expected."""

from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message

from controller.games.contract.values import RefusedError
from controller.games.naming import sentence
from controller.games.tumult_royale.rules import actions
from controller.web.request_schemas import MAX_BODY_OCTETS, read
from tests.fuzz.target import Target
from tests.web.home import ROUTES

SHAPES: Final = sorted(
    {type(route.example) for route in ROUTES if route.example is not None}, key=lambda each: each.__name__
)


def answer(octets: bytes) -> str:
    """The first octet says for which shape; a body that is a mapping is taken for an action of the game, too."""
    if not octets:
        return ""
    shape = SHAPES[octets[0] % len(SHAPES)]
    try:
        body = _read(octets[1:], shape)
    except HTTPException as error:
        return _refused(error)
    if isinstance(body, dict):
        try:
            actions.to_mapping(actions.parse(body))
        except RefusedError as refusal:
            return "".join(sentence(refusal.text, language) for language in ("en", "de", "es"))
    return msgspec.json.encode(body, enc_hook=str).decode()  # of a secret its dots


def _refused(error: HTTPException) -> str:
    assert error.status_code in {400, 413}
    return error.detail


def _read(octets: bytes, shape: type[Any]) -> Any:
    """As a route reads it; in two pieces, and without a loop, since nothing has to be waited for."""
    pieces = [octets[: len(octets) // 2], octets[len(octets) // 2 :]]

    async def receive() -> Message:
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    request = Request({"type": "http", "headers": [(b"content-type", b"application/json")]}, receive)
    reading = read(request, shape)
    try:
        reading.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("a body that is there is read at once")


TARGET: Final = Target(answer, longest=MAX_BODY_OCTETS + 100, longest_answer=5 * MAX_BODY_OCTETS, sample=200)
