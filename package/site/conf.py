"""The site of `make site`: the repository's documents where they stand, and the reference from docstrings."""

from typing import Any

from sphinx.application import Sphinx

project = "royaltable"
author = "the royaltable maintainers"
project_copyright = "the royaltable maintainers, MIT licence"
html_title = "royaltable"
html_baseurl = "https://royaltable.example/"  # as in docs/install.md

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
suppress_warnings = ["misc.highlighting_failure"]  # such as nginx's words, which Pygments does not know

autodoc_default_options = {"members": True, "member-order": "bysource", "show-inheritance": False}
autodoc_typehints_format = "short"
autodoc_class_signature = "mixed"
napoleon_numpy_docstring = False
napoleon_use_ivar = True
default_role = "code"

html_theme = "furo"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    """Show docstrings of constants as they are: napoleon takes what is before a colon for a type."""
    written: dict[str, list[str]] = {}

    def keep(_app: Sphinx, what: str, name: str, _value: Any, _options: Any, lines: list[str]) -> None:
        if what in {"attribute", "data"}:
            written[name] = list(lines)

    def give_back(_app: Sphinx, _what: str, name: str, _value: Any, _options: Any, lines: list[str]) -> None:
        lines[:] = written.pop(name, lines)

    app.connect("autodoc-process-docstring", keep, priority=400)
    app.connect("autodoc-process-docstring", give_back, priority=600)
