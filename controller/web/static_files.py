"""Static files below a hash of their contents, so that browsers cache them for ever; bundles of scripts and styles."""

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from posixpath import dirname, normpath
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

Folders = Sequence[Path]
"""Searched for a file in this order."""

IMPORT: Final = re.compile(r'^import \{ (.+) \} from (".+");$', re.M)
REEXPORT: Final = re.compile(r'^export \{ (\w+(?:, \w+)*) \} from (".+");$', re.M)
EXPORT: Final = re.compile(r"^export ((?:async )?function|const) (\w+)", re.M)
SCRIPT: Final = re.compile(r'["`](\.{1,2}/[^"`]+\.js)["`]')
PLACEHOLDER: Final = re.compile(r"\$\{\w+\}")
MODULE_SYNTAX: Final = re.compile(r"^(?:import|export)\b.*", re.M)

BUNDLE_PRELUDE: Final = """\
const $modules = {};
const $made = new Map();
function $module(file) {
  if (!$made.has(file)) $made.set(file, $modules[file](...$from(file)));
  return $made.get(file);
}
function $from(file) {
  const url = new URL(file, import.meta.url);
  const use = (path) => $module(new URL(path, url).href.slice(new URL(".", import.meta.url).href.length));
  return [use, async (path) => use(path), url];
}
"""
"""Runs each module once, at its first import, as browsers do; ``import()`` loads it later."""


class UnsupportedSyntaxError(ValueError):
    """A script has an ``import`` or ``export`` that the bundler does not understand."""


def bundle_styles(folders: Folders, sheets: Sequence[str]) -> str:
    """Return the style sheets in the given order, on which their precedence depends."""
    return "".join(_text(folders, sheet) for sheet in sheets)


def bundle_scripts(folders: Folders, entry: str, source_map: str) -> str:
    """Return one module that replaces ``entry`` and its imports; ``source_map`` is the name of its source map.

    Each script becomes a function with the same lines.

    Raises:
        UnsupportedSyntaxError: a script imports or exports in an unknown form.
    """
    parts = "".join(opening + body + closing for _, opening, body, closing in _parts(folders, entry))
    return f"{BUNDLE_PRELUDE}{parts}//# sourceMappingURL={source_map}\n"


def bundle_source_map(folders: Folders, entry: str) -> str:
    """Return the source map of the bundle, as an index map (ECMA-426)."""
    sections, line = [], BUNDLE_PRELUDE.count("\n")
    for name, opening, body, closing in _parts(folders, entry):
        mappings = "AAAA" + ";AACA" * (_text(folders, name).count("\n") - 1)  # line by line
        section = {"version": 3, "sources": [name], "names": [], "mappings": mappings}
        sections.append({"offset": {"line": line + opening.count("\n"), "column": 0}, "map": section})
        line += (opening + body + closing).count("\n")
    return json.dumps({"version": 3, "sections": sections})


def _parts(folders: Folders, entry: str) -> Iterator[tuple[str, str, str, str]]:
    for name in sorted(find_imports(folders, entry) - {entry}):
        body = _body(name, _text(folders, name))
        yield name, f'$modules["{name}"] = ($use, $load, $url) => {{\n', body, "};\n"
    yield entry, f'const [$use, $load, $url] = $from("{entry}");\n', _body(entry, _text(folders, entry)), ""


def find_imports(folders: Folders, entry: str) -> set[str]:
    """Return the scripts that ``entry`` may load, itself included; ``./${game}/a.js`` stands for those of any game."""
    found, new = set[str](), {entry}
    while new:
        found |= new
        imports = ((name, path) for name in new for path in SCRIPT.findall(_text(folders, name)))
        patterns = {normpath(f"{dirname(name)}/{PLACEHOLDER.sub('*', path)}") for name, path in imports}
        files = ((folder, file) for folder in folders for pattern in patterns for file in folder.glob(pattern))
        new = {file.relative_to(folder).as_posix() for folder, file in files} - found
    return found


def _text(folders: Folders, name: str) -> str:
    return next(folder / name for folder in folders if (folder / name).is_file()).read_text(encoding="utf-8")


def _body(name: str, source: str) -> str:
    exported = [each for names, _ in REEXPORT.findall(source) for each in names.split(", ")]
    exported += [each for _, each in EXPORT.findall(source)]
    text = REEXPORT.sub(r"const { \1 } = $use(\2);", source)
    text = IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = $use({found[2]});", text)
    text = EXPORT.sub(r"\1 \2", text)
    if unknown := MODULE_SYNTAX.search(text):
        cure = 'Write `import { a, b } from "./c.js";` on one line, or `export` before a function or const.'
        raise UnsupportedSyntaxError(f"{name} has {unknown[0]!r}. {cure}")
    text = text.replace("import.meta.url", "$url.href").replace("import(", "$load(")
    return text + (f"return {{ {', '.join(exported)} }};\n" if exported else "")


STATIC: Final = Path(__file__).parent / "static"

SYMBOLS: Final = "<!-- symbols.svg -->"
"""Placeholder in a page for the SVG symbols that its scripts refer to."""

STYLESHEET: Final = re.compile(r'  <link rel="stylesheet" href="/static/(.+)">\n')
MAIN_SCRIPT: Final = re.compile(r'<script type="module" src="/static/(.+)">')

BUNDLE_TYPES: Final = {"css": "text/css", "js": "text/javascript", "js.map": "application/json"}
"""Media types of a page's bundles, by the suffix after the page's name."""

GZIP: Final = zlib.MAX_WBITS | 16
"""``wbits`` of zlib for the gzip format."""


def content_hash(*folders: Path) -> str:
    digest = blake2b(digest_size=8)
    for folder in folders:
        for file in sorted(folder.rglob("*.*")):
            digest.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def game_page(game: str) -> str | None:
    """Return the folder of the scripts that draw a game; None if it has none."""
    folder = game.replace("-", "_")
    return folder if (STATIC / "js" / "games" / folder / "game.js").is_file() else None


class VersionedFiles(StaticFiles):
    """Serves ``VERSION/FILE``, cacheable for ever if the version is the present one (RFC 8246).

    Pages loaded before an update ask for an older version; they get the present file without caching.
    """

    def __init__(self, *folders: Path) -> None:
        super().__init__(directory=folders[0])
        self.all_directories = list(folders)
        self._folders = folders
        self._bundles: dict[str, bytes] = {}

    @cached_property
    def version(self) -> str:
        return content_hash(*map(Path, self.all_directories))

    @cached_property
    def _page_names(self) -> frozenset[str]:
        return frozenset(page.stem for page in self._folders[0].glob("*.html"))

    def index(self, name: str = "index.html") -> str:
        """Return a page with its symbols, and with its bundles in place of its scripts and style sheets."""
        page, page_name = self._page(name), name.removesuffix(".html")
        symbols = (STATIC / "symbols.svg").read_text(encoding="utf-8")
        first = STYLESHEET.search(page)
        assert first is not None
        sheet = first[0].replace(first[1], f"{page_name}.css")
        page = page[: first.start()] + sheet + STYLESHEET.sub("", page[first.start() :])
        page = MAIN_SCRIPT.sub(lambda found: found[0].replace(found[1], f"{page_name}.js"), page)
        return page.replace("/static/", f"/static/{self.version}/").replace(SYMBOLS, symbols)

    def worker(self) -> str:
        """Return the service worker of this version."""
        return (self._folders[0] / "worker.js").read_text(encoding="utf-8").replace("/LABEL/", f"/{self.version}/")

    def bundle(self, name: str) -> bytes | None:
        """Return the scripts, styles or source map of a page, gzipped; None if ``name`` is no bundle."""
        if name in self._bundles:
            return self._bundles[name]
        page_name, _, kind = name.partition(".")
        if kind not in BUNDLE_TYPES or page_name not in self._page_names:
            return None
        page = self._page(f"{page_name}.html")
        if kind == "css":
            text = bundle_styles(self._folders, STYLESHEET.findall(page))
        elif kind == "js":
            text = bundle_scripts(self._folders, MAIN_SCRIPT.findall(page)[0], f"{name}.map")
        else:
            text = bundle_source_map(self._folders, MAIN_SCRIPT.findall(page)[0])
        return self._bundles.setdefault(name, zlib.compress(text.encode(), 9, wbits=GZIP))

    def _page(self, name: str) -> str:
        return (self._folders[0] / name).read_text(encoding="utf-8")

    async def get_response(self, path: str, scope: Scope) -> Response:
        version, _, file = path.partition("/")
        response = await self._bundle_response(file, scope) or await super().get_response(file, scope)
        response.headers["cache-control"] = (
            "public, max-age=31536000, immutable" if version == self.version else "no-cache"
        )
        return response

    async def _bundle_response(self, name: str, scope: Scope) -> Response | None:
        if "/" in name or scope["method"] not in {"GET", "BUNDLE_PRELUDE"}:
            return None
        compressed = await run_in_threadpool(self.bundle, name)
        if compressed is None:
            return None
        accepts_gzip = any(key == b"accept-encoding" and b"gzip" in value for key, value in scope["headers"])
        headers = {"vary": "Accept-Encoding"} | ({"content-encoding": "gzip"} if accepts_gzip else {})
        content = compressed if accepts_gzip else zlib.decompress(compressed, GZIP)
        return Response(content, media_type=BUNDLE_TYPES[name.partition(".")[2]], headers=headers)


FILES: Final = VersionedFiles(STATIC)
"""Files of a table's page."""
