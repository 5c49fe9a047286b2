"""There are no import cycles, imports for types included."""

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]


def a_circle_in(graph: grimp.ImportGraph) -> list[str]:
    """Return the modules of one cycle, the first one repeated at the end; empty without a cycle."""
    imported = {module: graph.find_modules_directly_imported_by(module) - {module} for module in graph.modules}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


@pytest.mark.parametrize("packages", [("controller", "hub", "hw"), ("castle_node",)])
def test_modules_import_one_another_in_one_direction(
    packages: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT)
    monkeypatch.syspath_prepend(ROOT / "firmware")

    assert a_circle_in(grimp.build_graph(*packages, cache_dir=None)) == []


def test_the_folders_of_hw_import_one_another_in_one_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    graph = grimp.build_graph("hw", cache_dir=None)
    for folder in graph.find_children("hw"):
        graph.squash_module(folder)

    assert "hw.testing" in graph.modules
    assert a_circle_in(graph) == []


@pytest.mark.parametrize(
    "back",
    [
        "import planted.first",
        "def late():\n    from planted import first",
        "if TYPE_CHECKING:\n    import planted.first",
    ],
)
def test_a_circle_is_seen(back: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "planted"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "first.py").write_text("import planted.second\n", encoding="utf-8")
    (package / "second.py").write_text("from planted import third\n", encoding="utf-8")
    (package / "third.py").write_text(f"from typing import TYPE_CHECKING\n{back}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    circle = a_circle_in(grimp.build_graph("planted", cache_dir=None))

    assert set(circle) == {"planted.first", "planted.second", "planted.third"}
    assert circle[0] == circle[-1]
