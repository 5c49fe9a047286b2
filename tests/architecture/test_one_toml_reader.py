"""Foreign TOML is parsed in one place, which bounds it; tomlkit gets checked text only."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
READERS = {
    "tomllib": {"controller/reading.py"},
    "tomlkit": {"controller/care/home_angle_setting.py"},
}


def test_toml_is_read_by_its_one_reader() -> None:
    found: dict[str, set[str]] = {name: set() for name in READERS}
    for folder in ("controller", "hub", "hw"):
        for file in (ROOT / folder).rglob("*.py"):
            text = file.read_text("utf-8")
            for node in ast.walk(ast.parse(text)) if "toml" in text else ():
                names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
                names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
                for name in {each.partition(".")[0] for each in names} & READERS.keys():
                    found[name].add(file.relative_to(ROOT).as_posix())
    assert found == READERS
