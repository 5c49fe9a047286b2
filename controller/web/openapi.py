"""The interface in the form of OpenAPI 3.1, made of what the routes are made of."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from controller.texts.speaking import LANGUAGES
from controller.web.owner import OCTETS, ZIP
from controller.web.request_schemas import (
    Answer,
    Correct,
    Fault,
    HomeAngle,
    Knock,
    Lift,
    Login,
    Machine,
    NewGame,
    NewPassword,
    PassTile,
    Pause,
    Press,
    Rules,
    Settings,
    Speed,
    Stickers,
    TakeUp,
    TurnUp,
)
from controller.web.roles import RIGHTS, Role
from controller.web.sessions import COOKIE

BODIES: Final[Mapping[tuple[str, str], tuple[type[msgspec.Struct], Mapping[str, Any]]]] = {
    ("POST", "/api/login"): (Login, {"pin": "271828"}),
    ("POST", "/api/corrections"): (
        Correct,
        {"back_to": None, "amend": [{"do": "amend", "supporters": {"blue": 1}}], "by_hand": False},
    ),
    ("POST", "/api/knock"): (Knock, {"role": "referee"}),
    ("POST", "/api/pause"): (Pause, {"on": True}),
    ("POST", "/api/answer"): (Answer, {"yes": True}),
    ("POST", "/api/game"): (
        NewGame,
        {"castles": ["blue", "yellow"], "variant": "classic", "map": "honour", "bots": ["yellow"]},
    ),
    ("POST", "/api/parked/take-up"): (TakeUp, {"game": 3}),
    ("POST", "/api/table/pass"): (PassTile, {"handle": "1-7", "castle": "blue", "dwell_s": 0.15}),
    ("POST", "/api/table/press"): (Press, {"control": "knob", "long": False}),
    ("POST", "/api/table/lift"): (Lift, {"handle": "1-7"}),
    ("POST", "/api/table/turn-up"): (TurnUp, {"slots": [0]}),
    ("POST", "/api/table/fault"): (Fault, {"name": "oled_missing", "on": False}),
    ("POST", "/api/table/speed"): (Speed, {"speed": 4}),
    ("POST", "/api/owner/settings"): (Settings, {"text": "[table]\nhourglass_s = 25\n"}),
    ("POST", "/api/owner/settings/check"): (Settings, {"text": "[table]\nhourglass_s = 25\n"}),
    ("POST", "/api/owner/house"): (Rules, {"hourglass_s": 25, "silent": False}),
    ("POST", "/api/owner/password"): (NewPassword, {"password": "a long evening", "old": ""}),
    ("POST", "/api/owner/tokens"): (Machine, {"name": "scoreboard"}),
    ("POST", "/api/owner/tokens/revoke"): (Machine, {"name": "scoreboard"}),
    ("POST", "/api/owner/stickers"): (Stickers, {"do": "teach", "tile": "t05"}),
    ("POST", "/api/owner/calibrate"): (HomeAngle, {"mark_deg": 12.5}),
}
"""The body of each route that takes one, with an example; actions have the game's own."""

ACTIONS: Final = ("POST", "/api/actions")
REFS: Final = "#/components/schemas/{name}"

NO_CONTENT: Final = frozenset(
    {
        "/api/login",
        "/api/logout",
        "/api/corrections/put-right",
        "/api/pause",
        "/api/answer",
        "/api/game",
        "/api/parked/take-up",
        "/api/table/pass",
        "/api/table/press",
        "/api/table/fault",
        "/api/table/speed",
        "/api/owner/house",
        "/api/owner/password",
        "/api/owner/tokens/revoke",
        "/api/owner/stickers",
    }
)
KINDS: Final = {"/oled.png": "image/png", "/api/stream": "text/event-stream", "/api/owner/backup": ZIP}
PAGES: Final = ("/", "/spectator", "/referee", "/owner")
"""One page with four faces: the table itself, looking on, keeping the game, looking after the table."""

ASKED_FOR: Final = frozenset({"/api/game", "/api/answer"})
"""Name something that may not be there: a castle, or a question."""

LANGUAGE_IN_QUERY: Final = frozenset(
    {
        "/api/view",
        "/api/stream",
        "/api/advice",
        "/api/actions",
        "/api/corrections",
        "/api/game",
        "/api/owner",
        "/api/parked",
        "/api/parked/take-up",
        "/api/table/lift",
        "/api/table/turn-up",
    }
)
"""Answer with sentences of the table, or refuse with one."""


def document(handlers: Mapping[tuple[str, str], Callable[..., Any]], game: Mapping[str, Any]) -> dict[str, Any]:
    """The whole document.

    Args:
        handlers: by method and path; the first line of each docstring is its summary.
        game: ``schema`` and ``components`` of the game's actions, and ``examples``, one action each.
    """
    shapes = [shape for shape, _ in BODIES.values()]
    _, components = msgspec.json.schema_components(shapes, ref_template=REFS)
    paths: dict[str, Any] = {}
    for (method, path), handler in sorted(handlers.items()):
        paths.setdefault(path, {})[method.lower()] = _operation(method, path, handler, game)
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


def _operation(method: str, path: str, handler: Callable[..., Any], game: Mapping[str, Any]) -> dict[str, Any]:
    needed = RIGHTS[method, path]
    told: dict[str, Any] = {
        "summary": (handler.__doc__ or "").strip().splitlines()[0],
        "operationId": handler.__name__ + ("" if path not in PAGES else path.strip("/")),
        "x-needs": str(needed),
        "parameters": _parameters(path),
        "responses": _responses(method, path, needed),
    }
    if needed is not Role.SPECTATOR:
        told["security"] = [{"session": []}, {"token": []}]
    if (method, path) == ("POST", "/api/owner/restore"):
        told["requestBody"] = {
            "required": True,
            "content": {OCTETS: {"schema": {"type": "string", "format": "binary"}}},
        }
    if (method, path) == ACTIONS or (method, path) in BODIES:
        told["requestBody"] = {"required": True, "content": {"application/json": _body(method, path, game)}}
    return told


def _body(method: str, path: str, game: Mapping[str, Any]) -> dict[str, Any]:
    if (method, path) == ACTIONS:
        examples = {example["do"]: {"value": example} for example in game["examples"]}
        return {"schema": game["schema"], "examples": examples}
    shape, example = BODIES[method, path]
    return {"schema": {"$ref": REFS.format(name=shape.__name__)}, "example": dict(example)}


def _parameters(path: str) -> list[dict[str, Any]]:
    language = {"type": "string", "enum": list(LANGUAGES)}
    found = [
        {"name": name, "in": "path", "required": True, "schema": language} for name in re.findall(r"{(\w+)}", path)
    ]
    if path in LANGUAGE_IN_QUERY:
        found.append({"name": "language", "in": "query", "required": False, "schema": language})
    if path == "/api/advice":
        found.append({"name": "castle", "in": "query", "required": True, "schema": {"type": "string"}})
    return found


def _responses(method: str, path: str, needed: Role) -> dict[str, Any]:
    kind = "text/html" if path in PAGES else KINDS.get(path, "application/json")
    good: dict[str, Any] = {"description": "done"} if path in NO_CONTENT else _answer("the answer", kind)
    code = "204" if path in NO_CONTENT else "202" if path == "/api/knock" else "200"
    found = {code: good, "400": _fault("not understood, or asked for under a name that is not this machine's")}
    if method == "POST" or path == "/api/advice" or needed is Role.OWNER:
        found["409"] = _answer("the rules, or the moment, do not allow it", "application/json", "Refused")
    if method == "POST":
        found |= {
            "403": _fault("from a stranger's page, or with too few rights"),
            "413": _fault("too large"),
            "415": _fault("not JSON"),
        }
    if needed is not Role.SPECTATOR:
        found["401"] = _fault("nobody is logged in")
        found["403"] = _fault("from a stranger's page, or with too few rights")
    if path in {"/api/login", "/api/owner/password"}:
        found["429"] = _fault("too many wrong tries")
    if "{" in path or path in LANGUAGE_IN_QUERY or path.startswith("/api/table/") or path in ASKED_FOR:
        found["404"] = _fault("there is no such thing at this table")
    return found


def _answer(description: str, kind: str, schema: str | None = None) -> dict[str, Any]:
    shape = {} if schema is None else {"schema": {"$ref": REFS.format(name=schema)}}
    return {"description": description, "content": {kind: shape}}


def _fault(description: str) -> dict[str, Any]:
    return _answer(description, "application/json", "Error")


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
