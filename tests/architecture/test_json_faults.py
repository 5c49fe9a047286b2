"""Code that parses foreign JSON catches all of its errors, such as bad UTF-8 and deep nesting."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_who_catches_what_is_no_json_catches_all_of_it() -> None:
    files = [file for folder in ("controller", "hub", "hw") for file in (ROOT / folder).rglob("*.py")]
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}: caught alone, expected controller.reading.NO_JSON"
        for file in files
        if file.name != "reading.py" and "DecodeError" in (text := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "DecodeError"
    ]
    assert found == []
