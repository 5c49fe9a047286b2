"""Target for bodies of requests: each type that a route takes, or a sentence with what was seen and expected."""

from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message

from controller.games.contract.values import RefusedError
from controller.games.naming import translate_text
from controller.games.tumult_royale.rules import actions
from controller.texts.translation import LANGUAGES
from controller.web.request_schemas import MAX_BODY_BYTES, read_body
from tests.fuzz.target import Target
from tests.support.page_of_table import ROUTES

SHAPES: Final = sorted(
    {type(route.example) for route in ROUTES if route.example is not None}, key=lambda each: each.__name__
)


def bodies(data: bytes) -> str:
    """The first byte selects the body's type; a mapping is also parsed as an action of the game."""
    if not data:
        return ""
    shape = SHAPES[data[0] % len(SHAPES)]
    try:
        body = _read(data[1:], shape)
    except HTTPException as error:
        return _refused(error)
    if isinstance(body, dict):
        try:
            actions.action_to_mapping(actions.action_from_json(body))
        except RefusedError as refusal:
            return "".join(translate_text(refusal.text, language) for language in LANGUAGES)
    return msgspec.json.encode(body, enc_hook=str).decode()  # of a secret its dots


def _refused(error: HTTPException) -> str:
    assert error.status_code in {400, 413}
    return error.detail


def _read(data: bytes, shape: type[Any]) -> Any:
    """Read the body as a route does, in two chunks and without an event loop."""
    pieces = [data[: len(data) // 2], data[len(data) // 2 :]]

    async def receive() -> Message:
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    request = Request({"type": "http", "headers": [(b"content-type", b"application/json")]}, receive)
    reading = read_body(request, shape)
    try:
        reading.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("a complete body is read at once")


BODIES: Final = Target(bodies, longest=MAX_BODY_BYTES + 100, longest_answer=5 * MAX_BODY_BYTES, sample=200)
