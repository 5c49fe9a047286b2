"""The OpenAPI 3.1 document of the page, built from the list of routes."""

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from controller.secret import Secret
from controller.texts.translation import LANGUAGES
from controller.web.access.sessions import COOKIE, Role
from controller.web.application import JSON, Route

REFS: Final = "#/components/schemas/{name}"

REFUSALS: Final = {
    400: "malformed request, or a host name that is not this machine's",
    401: "not logged in",
    403: "too few rights, or a request from another site's page",
    404: "not found at this table",
    409: "not allowed by the rules, or not now",
    413: "too large",
    415: "wrong content type",
    429: "too many wrong attempts",
    503: "busy; try again later",
    507: "no space on the disk",
}


def build_openapi_document(routes: Sequence[Route[Any]], game: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document; ``game`` has ``schema``, ``components`` and ``examples`` of actions."""
    shapes = [type(route.example) for route in routes if isinstance(route.example, msgspec.Struct)]
    _, components = msgspec.json.schema_components(shapes, schema_hook=_schema_of_secret, ref_template=REFS)
    paths: dict[str, Any] = {}
    for route in sorted(routes, key=lambda route: (route.method, route.path)):
        paths.setdefault(route.path, {})[route.method.lower()] = _build_operation(route, game)
    return {
        "openapi": "3.1.0",
        "info": {"title": "royaltable", "version": "1", "description": "The page's interface to one game table."},
        "paths": paths,
        "components": {
            "schemas": {**components, **game["components"], "Refused": _REFUSED, "Error": _ERROR},
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _build_operation(route: Route[Any], game: Mapping[str, Any]) -> dict[str, Any]:
    name = route.handler.__name__
    summary, _, description = inspect.cleandoc(route.handler.__doc__ or "").partition("\n\n")
    operation: dict[str, Any] = {
        "summary": summary,
        "operationId": name if name != "index" else name + route.path.strip("/"),
        "x-needs": str(route.role),
        "parameters": _build_parameters(route),
        "responses": _build_responses(route),
    }
    if description:
        operation["description"] = description
    if route.role is not Role.SPECTATOR:
        by_token: list[dict[str, list[str]]] = [] if route.role is Role.SEAT else [{"token": []}]
        operation["security"] = [{"session": []}, *by_token]
    if route.body_media_type != JSON:
        operation["requestBody"] = {
            "required": True,
            "content": {route.body_media_type: {"schema": {"type": "string", "format": "binary"}}},
        }
    elif route.example is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: _schema_and_example(route.example, game)}}
    return operation


def _schema_and_example(example: Any, game: Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(example, msgspec.Struct):
        schema = {"$ref": REFS.format(name=type(example).__name__)}
        return {"schema": schema, "example": msgspec.to_builtins(example, enc_hook=_reveal_secret)}
    return {"schema": game["schema"], "examples": {action["do"]: {"value": action} for action in game["examples"]}}


def _schema_of_secret(kind: type) -> dict[str, Any]:
    if kind is not Secret:
        raise NotImplementedError(f"{kind} has no schema; add one here")
    return {"type": "string", "format": "password"}


def _reveal_secret(value: Any) -> str:
    assert isinstance(value, Secret)
    return value.reveal()


def _build_parameters(route: Route[Any]) -> list[dict[str, Any]]:
    language = {"type": "string", "enum": list(LANGUAGES)}
    found = [
        {"name": name, "in": "path", "required": True, "schema": language}
        for name in re.findall(r"{(\w+)}", route.path)
    ]
    if route.localized:
        found.append({"name": "language", "in": "query", "required": False, "schema": language})
    found += [{"name": name, "in": "query", "required": True, "schema": {"type": "string"}} for name in route.query]
    return found


def _build_responses(route: Route[Any]) -> dict[str, Any]:
    good: dict[str, Any] = (
        {"description": "success"} if route.status == 204 else _build_response("success", route.media_type)
    )
    refusals = {400, *route.refusals}
    if route.method == "POST":
        refusals |= {403, 409, 413, 415, 507}
    if route.role is not Role.SPECTATOR:
        refusals |= {401, 403}
    if route.role is Role.OWNER:
        refusals.add(409)
    if "{" in route.path or route.localized or route.simulated_only:
        refusals.add(404)
    return {str(route.status): good} | {str(status): _refusal_response(status) for status in sorted(refusals)}


def _refusal_response(status: int) -> dict[str, Any]:
    return _build_response(REFUSALS[status], JSON, "Refused" if status == 409 else "Error")


def _build_response(description: str, kind: str, schema: str | None = None) -> dict[str, Any]:
    shape = {} if schema is None else {"schema": {"$ref": REFS.format(name=schema)}}
    return {"description": description, "content": {kind: shape}}


_MESSAGE: Final = {"type": "object", "required": ["message"], "properties": {"message": {"type": "string"}}}
_ERROR: Final = {"type": "object", "required": ["error"], "properties": {"error": _MESSAGE}}
_REFUSED: Final = {
    "type": "object",
    "properties": {
        "refused": {
            "type": "object",
            "required": ["rule", "message"],
            "properties": {"rule": {"type": "string"}, "message": {"type": "string"}},
        },
        "error": _MESSAGE,
    },
}
