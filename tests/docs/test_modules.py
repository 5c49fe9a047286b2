"""The list of modules in ARCHITECTURE.md; to renew it: `ROYALTABLE_RENEW=1 .venv/bin/pytest tests/docs`."""

import ast
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from tests.docs.reading import ROOT, text_of

DOCUMENT = "ARCHITECTURE.md"
BEGIN = "<summary>all files</summary>\n"
LISTED = (
    *("controller/*.py", "hub/*.py", "hw/*.py", "firmware/*.py", "tools/*"),
    *("controller/web/static/*.js", "hub/page/static/*.js", "controller/*/en/*.ftl", "hub/texts/en/*.ftl"),
    *(
        "systemd/*",
        "package/*",
        "controller/care/doctor/problems.toml",
        ":!*.json",
        ":!*.md",
        ":!*LICENSE*",
        ":!package/card/*/*",
    ),
)
COMMENT = re.compile(r"^\s*(?:<!--|//|/\*|['\"]{3}|#+(?!!)|Description:) *(.*)", re.MULTILINE)
MOST_CONSTANTS = 20
"""More are a table, such as a chip's registers, and are not listed."""
JS_CONSTANT = re.compile(r"^(?:export )?const ([A-Z][A-Z0-9_]+) = ", re.MULTILINE)


def listed_files() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", *LISTED], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted(map(Path, listing.splitlines()), key=lambda path: (path.parent, path.name))


def constants_of(statements: Sequence[ast.stmt]) -> Iterator[str]:
    for each in statements:
        target = each.targets[0] if isinstance(each, ast.Assign) else getattr(each, "target", None)
        if isinstance(target, ast.Name) and target.id.isupper() and not target.id.startswith("_"):
            yield target.id


def row(path: Path) -> str:
    """The first line of the file's docstring or comment, and its public constants."""
    text = text_of(str(path))
    if path.suffix == ".py":
        tree = ast.parse(text)
        about, constants = ast.get_docstring(tree) or "", list(constants_of(tree.body))
        constants = constants if len(constants) <= MOST_CONSTANTS else []
    else:
        comment = COMMENT.search(text)
        about, constants = "" if comment is None else comment[1].rstrip('"'), JS_CONSTANT.findall(text)
    names = ", ".join(f"`{name}`" for name in constants)
    return f"* `{path.name}`: {about.partition(chr(10))[0]}{' ' * bool(names)}{names}\n"


def made() -> str:
    parts = []
    for folder, files in groupby(listed_files(), lambda path: path.parent):
        rows = {path.name: row(path) for path in files}
        package = rows.pop("__init__.py", "").partition(": ")[2]
        heading = f"**`{folder}/`** {package}".rstrip()
        parts.append(f"\n{heading}\n{''.join(rows.values())}")
    return "".join(parts) + "\n</details>\n"


def test_the_architecture_document_lists_every_module_with_its_constants() -> None:
    before, begin, _ = text_of(DOCUMENT).partition(BEGIN)
    assert begin
    if os.environ.get("ROYALTABLE_RENEW"):
        (ROOT / DOCUMENT).write_text(before + begin + made(), encoding="utf-8")
    assert text_of(DOCUMENT) == before + begin + made(), "ROYALTABLE_RENEW=1 .venv/bin/pytest tests/docs renews it"


def test_each_listed_file_says_in_its_first_line_what_it_is_for() -> None:
    rows = [row(path) for path in listed_files() if path.name != "__init__.py"]
    assert [each for each in rows if not re.search(r": \S+ \S+ \S+", each)] == []
