"""The page's files: a browser asks for each once, and again only after an update."""

import re
import zlib
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC: Final = Path(__file__).parent / "static"

SYMBOLS: Final = "<!-- symbols.svg -->"
"""Where a page has the drawings that its scripts refer to."""

SHEET: Final = re.compile(r'  <link rel="stylesheet" href="/static/(.+)">\n')
MAIN: Final = re.compile(r'<script type="module" src="/static/(.+)">')

JOINED: Final = {"css": "text/css", "js": "text/javascript", "js.map": "application/json"}
"""What a page's own name ends in where all its files of a kind are meant."""

GZIP: Final = zlib.MAX_WBITS | 16
"""Asks zlib for gzip's frame."""


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
        self._folders = folders
        self._joined: dict[str, bytes] = {}

    @cached_property
    def label(self) -> str:
        """Of the files of this run."""
        return label_of(*map(Path, self.all_directories))

    @cached_property
    def _page_names(self) -> frozenset[str]:
        return frozenset(page.stem for page in self._folders[0].glob("*.html"))

    def index(self, name: str = "index.html") -> str:
        """A page with its drawings, and with one script and one sheet for those that it names, from below the label."""
        page, page_name = self._page(name), name.removesuffix(".html")
        symbols = (STATIC / "symbols.svg").read_text(encoding="utf-8")
        first = SHEET.search(page)
        assert first is not None
        sheet = first[0].replace(first[1], f"{page_name}.css")
        page = page[: first.start()] + sheet + SHEET.sub("", page[first.start() :])
        page = MAIN.sub(lambda found: found[0].replace(found[1], f"{page_name}.js"), page)
        return page.replace("/static/", f"/static/{self.label}/").replace(SYMBOLS, symbols)

    def worker(self) -> str:
        """The script that keeps the page for when the table is away; another one for each label."""
        return (self._folders[0] / "worker.js").read_text(encoding="utf-8").replace("/LABEL/", f"/{self.label}/")

    def joined(self, name: str) -> bytes | None:
        """All scripts or sheets of a page, or the scripts' source map, as gzip; None where ``name`` is no such file."""
        if name in self._joined:
            return self._joined[name]
        page_name, _, kind = name.partition(".")
        if kind not in JOINED or page_name not in self._page_names:
            return None
        from controller.web.joined_files import joined_scripts, joined_styles, source_map_of  # noqa: PLC0415

        page = self._page(f"{page_name}.html")
        if kind == "css":
            text = joined_styles(self._folders, SHEET.findall(page))
        elif kind == "js":
            text = joined_scripts(self._folders, MAIN.findall(page)[0], f"{name}.map")
        else:
            text = source_map_of(self._folders, MAIN.findall(page)[0])
        return self._joined.setdefault(name, zlib.compress(text.encode(), 9, wbits=GZIP))

    def _page(self, name: str) -> str:
        return (self._folders[0] / name).read_text(encoding="utf-8")

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, or all of a kind, and how long it may be kept (RFC 8246)."""
        below, _, file = path.partition("/")
        response = await self._joined_response(file, scope) or await super().get_response(file, scope)
        kept = below == self.label
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        return response

    async def _joined_response(self, name: str, scope: Scope) -> Response | None:
        """As it was compressed once; who takes no gzip gets it as it is."""
        if "/" in name or scope["method"] not in {"GET", "HEAD"}:
            return None
        octets = await run_in_threadpool(self.joined, name)
        if octets is None:
            return None
        takes = any(key == b"accept-encoding" and b"gzip" in value for key, value in scope["headers"])
        headers = {"vary": "Accept-Encoding"} | ({"content-encoding": "gzip"} if takes else {})
        content = octets if takes else zlib.decompress(octets, GZIP)
        return Response(content, media_type=JOINED[name.partition(".")[2]], headers=headers)


FILES: Final = LabelledFiles(STATIC)
"""A table's own."""
