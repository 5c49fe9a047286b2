"""The site of `make site`: the repository's documents where they stand, and the reference from docstrings."""

from typing import Any

from sphinx.application import Sphinx

from hw.testing.pi.hands import HANDS

project = "royaltable"
author = "the royaltable maintainers"
project_copyright = "the royaltable maintainers, MIT licence"
html_title = "royaltable"
html_baseurl = "https://royaltable.example/"  # as in docs/install.md

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
suppress_warnings = ["misc.highlighting_failure"]  # such as nginx's words, which Pygments does not know

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
autodoc_class_signature = "mixed"
napoleon_numpy_docstring = False
napoleon_use_ivar = True
default_role = "code"

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["tables.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    """Show docstrings of constants as they are, for napoleon takes what is before a colon for a type.

    People's hands return nothing: `hand` makes methods of functions that return an act.
    """
    written: dict[str, list[str]] = {}

    def keep(_app: Sphinx, what: str, name: str, _value: Any, _options: Any, lines: list[str]) -> None:
        if what in {"attribute", "data"}:
            written[name] = list(lines)

    def give_back(_app: Sphinx, _what: str, name: str, _value: Any, _options: Any, lines: list[str]) -> None:
        lines[:] = written.pop(name, lines)

    def sign(  # what Sphinx passes
        _app: Sphinx, what: str, name: str, _value: Any, _options: Any, arguments: str, _returned: str
    ) -> tuple[str, str] | None:
        return (arguments, "None") if what == "method" and name.rpartition(".")[2] in HANDS else None

    app.connect("autodoc-process-signature", sign)
    app.connect("autodoc-process-docstring", keep, priority=400)
    app.connect("autodoc-process-docstring", give_back, priority=600)
