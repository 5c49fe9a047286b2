"""docs/translating.md, followed in a copy of the project by a pretended translator: English with Polish plurals.

In a quick run some files of tests are tried; in the soak all, with a page in a browser.
"""

from pathlib import Path
from typing import Final

from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer

from tests.docs.copied import Copy, copy, steps
from tests.support.soak import SOAK

__all__ = ["copy"]  # a fixture

DOCUMENT: Final = "docs/translating.md"
LOOKS: Final = ".venv/bin/royaltable screens --out out/pl --language pl"
INSTEAD: Final = {
    '.venv/bin/pytest tests/texts -k "pl]"': """\
.venv/bin/pytest tests/texts tests/hw/oled/test_drawing.py tests/hw/speech tests/web/test_static_files.py \
tests/whole_table/test_voice.py -k "pl]" """,
    '.venv/bin/pytest tests -k "pl]"': "",
}
COUNTED: Final = """\
.venv/bin/python -c '
from controller.texts.translation import translate
for number in (0, 1, 3, 12, 22, 1.5): print(translate("pl", "page-tiles", {"number": number}))'"""


class Polish(Transformer):
    """Give English the plural forms of Polish, and letters that it has not."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802  # the visitor's way
        return ast.TextElement(node.value.replace("o", "ó"))

    def visit_SelectExpression(self, node: ast.SelectExpression) -> ast.SelectExpression:  # noqa: N802
        self.generic_visit(node)
        *others, last = node.variants
        if any(isinstance(each.key, ast.Identifier) and each.key.name == "one" for each in others):
            others += [ast.Variant(ast.Identifier(form), last.value) for form in ("few", "many")]
        return ast.SelectExpression(node.selector, [*others, last])


def pretend_to_translate(file: Path) -> None:
    """Translate what is still as in English."""
    english, there = (
        FluentParser(with_spans=False).parse((file.parents[1] / language / file.name).read_text(encoding="utf-8"))
        for language in ("en", "pl")
    )
    there.body = [
        Polish().visit(ours) if ours.equals(theirs) else ours
        for ours, theirs in zip(there.body, english.body, strict=True)
    ]
    file.write_text(FluentSerializer().serialize(there), encoding="utf-8")


def test_a_language_is_added_by_the_guide_and_passes_its_tests(copy: Copy) -> None:
    for file, kind, body in steps(DOCUMENT):
        match kind:
            case "diff":
                copy.change(file, body)
            case "ftl":
                (copy.folder / file).write_text(body, encoding="utf-8")
            case "":
                for command in body.splitlines():
                    if command == LOOKS:
                        for each in copy.folder.glob("*/**/texts/pl/*.ftl"):
                            pretend_to_translate(each)
                    copy.run(command if SOAK else INSTEAD.get(command, command))
    assert len(list((copy.folder / "out/pl").glob("*.png"))) > 100
    copy.run(COUNTED)
    assert copy.output.splitlines() == [
        *("0 żetonów", "1 żeton", "3 żetony", "12 żetonów", "22 żetony", "1,5 żetonu"),
    ]
