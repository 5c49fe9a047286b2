"""Answers in JSON, which no browser keeps, errors among them, and the languages in which they can be given."""

from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ExceptionHandler

from controller.texts.speaking import LANGUAGES


def json_answer(value: Any, status: int = 200) -> JSONResponse:
    return JSONResponse(value, status_code=status, headers={"cache-control": "no-store"})


def known_language(language: str) -> str:
    """The language, if the table speaks it.

    Raises:
        HTTPException: 404; it does not.
    """
    if language not in LANGUAGES:
        raise HTTPException(404, f"Saw the language {language!r}, expected one of {', '.join(LANGUAGES)}.")
    return language


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = json_answer({"error": {"message": error.detail}}, status=error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _gone(_: Request, _error: Exception) -> Response:
    return Response(status_code=400)


ERRORS: Final[dict[Any, ExceptionHandler]] = {HTTPException: _http_error, ClientDisconnect: _gone}
"""Of every application."""
