"""The interface as OpenAPI: every route is in it, and every example is what the real table understands."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.home import ROUTES
from tests.web.real_table import RealTable, running


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    with running(tmp_path_factory.mktemp("openapi")) as table:
        yield table


def document(table: RealTable) -> dict[str, Any]:
    found: dict[str, Any] = table.get("/openapi.json").json()
    return found


def posts(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Each example: where it is posted, the operation, the body."""
    for path, operations in found["paths"].items():
        if "requestBody" in operations.get("post", {}):
            content = operations["post"]["requestBody"]["content"].get("application/json", {})
            for example in [content["example"]] if "example" in content else []:
                yield path, operations["post"], example
            for example in content.get("examples", {}).values():
                yield path, operations["post"], example["value"]


def test_every_route_is_described_with_what_it_needs(table: RealTable) -> None:
    found = document(table)
    described = {
        (method.upper(), path): operation["x-needs"]
        for path, operations in found["paths"].items()
        for method, operation in operations.items()
    }
    assert described == {(route.method, route.path): str(route.role) for route in ROUTES}


def test_every_reference_leads_somewhere(table: RealTable) -> None:
    found = document(table)

    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            yield from (value["$ref"],) if isinstance(value.get("$ref"), str) else ()
            for inner in value.values():
                yield from references(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from references(inner)

    assert {ref.removeprefix("#/components/schemas/") for ref in references(found)} <= set(
        found["components"]["schemas"]
    )


def test_every_kind_of_action_has_an_example(table: RealTable) -> None:
    kinds = {body["do"] for path, _, body in posts(document(table)) if path == "/api/actions"}
    assert kinds == {
        "start", "place_first", "spin", "forget_spin", "set_aside", "collect", "rob", "stop", "count",
        "build", "pass", "reveal", "amend", "undo",
    }  # fmt: skip


def test_every_example_is_understood_and_answered_as_described(table: RealTable) -> None:
    """Most are refused by the rules: it is not their moment. None is a fault of shape, which would be 400."""
    table.begin("taxes")
    wrong = {}
    for path, operation, body in posts(document(table)):
        status = table.post(path, body).status_code
        if status == 400 or str(status) not in operation["responses"]:
            wrong[path, str(body)] = status
    assert wrong == {}
