"""Static files at URLs with a hash of all files, so that browsers can cache them for ever."""

import json
import re
import zlib
from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from html import escape
from importlib.metadata import version
from pathlib import Path
from posixpath import dirname, normpath
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from controller.texts.translation import LANGUAGES, translate

Folders = Sequence[Path]
"""Searched for a file in this order."""

IMPORT_LINE: Final = re.compile(r'^(?:import|export) .*from "(\.{1,2}/[^"]+\.js)";$', re.M)


def find_transitive_imports(folders: Folders, entry: str) -> list[str]:
    """Return the scripts that ``entry`` imports, directly or not, importers first."""
    found, new = [entry], [entry]
    while new:
        texts = ((name, _read_text(folders, name)) for name in new)
        paths = [normpath(f"{dirname(name)}/{path}") for name, text in texts for path in IMPORT_LINE.findall(text)]
        new = [path for path in dict.fromkeys(paths) if path not in found]
        found += new
    return found[1:]


def _read_text(folders: Folders, name: str) -> str:
    return next(folder / name for folder in folders if (folder / name).is_file()).read_text(encoding="utf-8")


STATIC: Final = Path(__file__).parent / "static"

SYMBOLS: Final = "<!-- symbols.svg -->"
"""Placeholder in a page for the SVG symbols that its scripts refer to."""

GZIP: Final = zlib.MAX_WBITS | 16
"""``wbits`` of zlib for the gzip format."""

COMPRESSED_SUFFIXES: Final = frozenset({".css", ".js", ".json", ".svg"})


def hash_folder_contents(*folders: Path) -> str:
    digest = blake2b(digest_size=8)
    for folder in folders:
        for file in sorted(folder.rglob("*.*")):
            digest.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def game_scripts_folder_name(game: str) -> str | None:
    """Return the folder of the scripts that draw a game; None if it has none."""
    folder = game.replace("-", "_")
    return folder if (STATIC / "js" / "games" / folder / "game.js").is_file() else None


class VersionedFiles(StaticFiles):
    """Serves ``VERSION/FILE``, cacheable for ever in the present version (RFC 8246).

    Pages from before an update ask for an older version; they get the present file uncached.
    """

    def __init__(self, *folders: Path) -> None:
        super().__init__(directory=folders[0])
        self.all_directories = list(folders)
        self._folders = folders
        self._compressed: dict[str, bytes] = {}
        self._pages: dict[tuple[str, ...], str] = {}

    @cached_property
    def content_version(self) -> str:
        """Changes with the files, and with the program's version, whose texts a page shows."""
        files = hash_folder_contents(*map(Path, self.all_directories))
        return blake2b(f"{version('royaltable')} {files}".encode(), digest_size=8).hexdigest()

    def render_page(self, script: str = "js/main.js", styles: Sequence[str] = ()) -> str:
        """Return a script's page, with ``styles`` besides the design's; it knows all imports and languages at once."""
        if (script, *styles) not in self._pages:
            self._pages[script, *styles] = self._render_page(script, styles)
        return self._pages[script, *styles]

    def _render_page(self, script: str, styles: Sequence[str]) -> str:
        links = [f'<link rel="stylesheet" href="/static/{path}">' for path in styles]
        links += [
            f'<link rel="modulepreload" href="/static/{path}">'
            for path in find_transitive_imports(self._folders, script)
        ]
        page = _read_text(self._folders, "index.html").replace("js/main.js", script)
        page = page.replace("</head>", "".join(f"  {link}\n" for link in links) + "</head>")
        page = page.replace("/static/", f"/static/{self.content_version}/")
        names = {language: translate(language, "language-name") for language in LANGUAGES}
        page = page.replace('"LANGUAGES"', f'"{escape(json.dumps(names, ensure_ascii=False))}"')
        return page.replace(SYMBOLS, (STATIC / "symbols.svg").read_text(encoding="utf-8"))

    def render_service_worker(self) -> str:
        return _read_text(self._folders, "worker.js").replace("/LABEL/", f"/{self.content_version}/")

    async def get_response(self, path: str, scope: Scope) -> Response:
        asked, _, file = path.partition("/")
        response = await super().get_response(file, scope)
        if asked != self.content_version:
            response.headers["cache-control"] = "no-cache"
            return response
        if Path(file).suffix in COMPRESSED_SUFFIXES and _accepts_gzip(scope) and response.status_code == 200:
            response = await self._gzip_response(file, response)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response

    async def _gzip_response(self, file: str, plain: Response) -> Response:
        if file not in self._compressed:
            text = await run_in_threadpool(_read_text, self._folders, file)
            self._compressed[file] = zlib.compress(text.encode(), 9, wbits=GZIP)
        headers = {"vary": "Accept-Encoding", "content-encoding": "gzip"}
        return Response(self._compressed[file], media_type=plain.media_type, headers=headers)


def _accepts_gzip(scope: Scope) -> bool:
    return any(key == b"accept-encoding" and b"gzip" in value for key, value in scope["headers"])


PAGE_FILES: Final = VersionedFiles(STATIC)
