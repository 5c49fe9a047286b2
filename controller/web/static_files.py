"""The page's files: a browser asks for each once, and again only after an update."""

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"


def label_of(folder: Path) -> str:
    """What stands for all that is in ``folder``: 16 hexadecimal digits."""
    digest = blake2b(digest_size=8)
    for file in sorted(folder.rglob("*.*")):
        digest.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


@cache
def label() -> str:
    """Of the files of this run."""
    return label_of(STATIC)


@cache
def index() -> str:
    """The page; scripts load each other by relative paths, so all of them come from below the label."""
    return (STATIC / "index.html").read_text(encoding="utf-8").replace("/static/", f"/static/{label()}/")


def page_of_game(game: str) -> str | None:
    """The folder of scripts with which a game is drawn; None where it brings none."""
    folder = game.replace("-", "_")
    return folder if (STATIC / "js" / "games" / folder / "game.js").is_file() else None


class LabelledFiles(StaticFiles):
    """``LABEL/FILE``. A page from before an update asks below another label: it is served, but keeps nothing."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, with its ETag and how long it may be kept (RFC 8246)."""
        below, _, file = path.partition("/")
        response = await super().get_response(file, scope)
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if below == label() else "no-cache"
        return response
