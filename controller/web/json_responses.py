"""Answers in JSON, which no browser keeps."""

from typing import Any

from starlette.responses import JSONResponse


def json_answer(value: Any, status: int = 200) -> JSONResponse:
    """``value`` as it is now."""
    return JSONResponse(value, status_code=status, headers={"cache-control": "no-store"})


def of_the_table(answer: dict[str, Any]) -> JSONResponse:
    """What came of an action (``Operations.act``); 409 where it was refused."""
    return json_answer(answer, status=409 if "refused" in answer else 200)
