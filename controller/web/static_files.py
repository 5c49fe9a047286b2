"""The page's files: a browser asks for each once, and again only after an update."""

from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"

SYMBOLS: Final = "<!-- symbols.svg -->"
"""Where a page has the drawings that its scripts refer to."""


def label_of(*folders: Path) -> str:
    """What stands for all that is in ``folders``: 16 hexadecimal digits."""
    digest = blake2b(digest_size=8)
    for folder in folders:
        for file in sorted(folder.rglob("*.*")):
            digest.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def page_of_game(game: str) -> str | None:
    """The folder of scripts with which a game is drawn; None where it brings none."""
    folder = game.replace("-", "_")
    return folder if (STATIC / "js" / "games" / folder / "game.js").is_file() else None


class LabelledFiles(StaticFiles):
    """``LABEL/FILE``. A page from before an update asks below another label: it is served, but keeps nothing.

    Args:
        folders: where a file is looked for, one after the other.
    """

    def __init__(self, *folders: Path) -> None:
        super().__init__(directory=folders[0])
        self.all_directories = list(folders)

    @cached_property
    def label(self) -> str:
        """Of the files of this run."""
        return label_of(*map(Path, self.all_directories))

    def index(self, name: str = "index.html") -> str:
        """A page with its drawings; scripts load each other by relative paths, so all come from below the label."""
        page = Path(self.all_directories[0], name).read_text(encoding="utf-8")
        symbols = (STATIC / "symbols.svg").read_text(encoding="utf-8")
        return page.replace("/static/", f"/static/{self.label}/").replace(SYMBOLS, symbols)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, with its ETag and how long it may be kept (RFC 8246)."""
        below, _, file = path.partition("/")
        response = await super().get_response(file, scope)
        kept = below == self.label
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        return response


FILES: Final = LabelledFiles(STATIC)
"""A table's own."""
