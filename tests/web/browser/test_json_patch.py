"""The page's script makes of a change what the server means by it."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page

from controller.web.live import changes

PUT_TO = """async (cases) => {
  const { patched } = await import("/static/any/js/shared/json_patch.js");
  return cases.map(([before, operations]) => {
    const kept = JSON.stringify(before);
    const after = patched(before, operations);
    return JSON.stringify(before) === kept ? after : "it changed the value before";
  });
}"""


def value(chance: Random, depth: int = 3) -> Any:
    kind = chance.randrange(6 if depth else 4)
    if kind == 4:
        return [value(chance, depth - 1) for _ in range(chance.randrange(5))]
    if kind == 5:
        return {key: value(chance, depth - 1) for key in chance.sample(["a", "b", "a/b", "~1", "0", ""], 3)}
    return (None, True, chance.randrange(3), "told")[kind]


def test_the_script_has_after_each_change_what_the_server_has(open_page: Callable[..., Page]) -> None:
    chance = Random(3)
    pairs = [({"x": value(chance), "y": value(chance)}, {"x": value(chance), "y": value(chance)}) for _ in range(300)]
    cases = [[before, changes(before, after)] for before, after in pairs]
    assert open_page().evaluate(PUT_TO, cases) == [after for _, after in pairs]
