"""Answers in JSON, which no browser keeps, and the languages in which they can be given."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from controller.texts.speaking import LANGUAGES


def json_answer(value: Any, status: int = 200) -> JSONResponse:
    """``value`` as it is now."""
    return JSONResponse(value, status_code=status, headers={"cache-control": "no-store"})


def known_language(language: str) -> str:
    """The language, if the table speaks it.

    Raises:
        HTTPException: 404; it does not.
    """
    if language not in LANGUAGES:
        raise HTTPException(404, f"Saw the language {language!r}, expected one of {', '.join(LANGUAGES)}.")
    return language
