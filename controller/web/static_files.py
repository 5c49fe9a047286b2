"""The page's files: each is asked for once, and again only after an update; scripts and sheets are joined."""

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
"""Where a file is looked for, one after the other."""

IMPORT: Final = re.compile(r'^import \{ (.+) \} from (".+");$', re.M)
PASSED_ON: Final = re.compile(r'^export \{ (\w+(?:, \w+)*) \} from (".+");$', re.M)
EXPORT: Final = re.compile(r"^export ((?:async )?function|const) (\w+)", re.M)
SCRIPT: Final = re.compile(r'["`](\.{1,2}/[^"`]+\.js)["`]')
FILLED_IN: Final = re.compile(r"\$\{\w+\}")
WORD: Final = re.compile(r"^(?:import|export)\b.*", re.M)

HEAD: Final = """\
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
"""A module runs when it is first asked for, and once, as a browser has it; ``import()`` gives it later."""


class UnsupportedSyntaxError(ValueError):
    """A script's ``import`` or ``export`` is in none of the forms that can be joined."""


def bundle_styles(folders: Folders, sheets: Sequence[str]) -> str:
    """The sheets one after the other, in the order that decides between their rules."""
    return "".join(_text(folders, sheet) for sheet in sheets)


def bundle_scripts(folders: Folders, entry: str, source_map: str) -> str:
    """One module that does what ``entry`` does; it is served beside what is in ``folders``, as ``source_map`` is.

    Each script becomes a function, line by line.

    Raises:
        UnsupportedSyntaxError: a script is written in another form than ours are.
    """
    parts = "".join(opening + body + closing for _, opening, body, closing in _parts(folders, entry))
    return f"{HEAD}{parts}//# sourceMappingURL={source_map}\n"


def bundle_source_map(folders: Folders, entry: str) -> str:
    """Which line of the joined scripts is which of whose, for a browser's debugger: an index map of ECMA-426."""
    sections, line = [], HEAD.count("\n")
    for name, opening, body, closing in _parts(folders, entry):
        mappings = "AAAA" + ";AACA" * (
            _text(folders, name).count("\n") - 1
        )  # each line is the one after that before it
        one = {"version": 3, "sources": [name], "names": [], "mappings": mappings}
        sections.append({"offset": {"line": line + opening.count("\n"), "column": 0}, "map": one})
        line += (opening + body + closing).count("\n")
    return json.dumps({"version": 3, "sections": sections})


def _parts(folders: Folders, entry: str) -> Iterator[tuple[str, str, str, str]]:
    for name in sorted(asked_for(folders, entry) - {entry}):
        body = _body(name, _text(folders, name))
        yield name, f'$modules["{name}"] = ($use, $load, $url) => {{\n', body, "};\n"
    yield entry, f'const [$use, $load, $url] = $from("{entry}");\n', _body(entry, _text(folders, entry)), ""


def asked_for(folders: Folders, entry: str) -> set[str]:
    """The scripts that ``entry`` may load, itself included; what is filled in (``./${game}/a.js``) may be any."""
    found, new = set[str](), {entry}
    while new:
        found |= new
        asked = ((name, path) for name in new for path in SCRIPT.findall(_text(folders, name)))
        patterns = {normpath(f"{dirname(name)}/{FILLED_IN.sub('*', path)}") for name, path in asked}
        files = ((folder, file) for folder in folders for pattern in patterns for file in folder.glob(pattern))
        new = {file.relative_to(folder).as_posix() for folder, file in files} - found
    return found


def _text(folders: Folders, name: str) -> str:
    return next(folder / name for folder in folders if (folder / name).is_file()).read_text(encoding="utf-8")


def _body(name: str, source: str) -> str:
    exported = [each for names, _ in PASSED_ON.findall(source) for each in names.split(", ")]
    exported += [each for _, each in EXPORT.findall(source)]
    text = PASSED_ON.sub(r"const { \1 } = $use(\2);", source)
    text = IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = $use({found[2]});", text)
    text = EXPORT.sub(r"\1 \2", text)
    if unknown := WORD.search(text):
        cure = 'Write `import { a, b } from "./c.js";` on one line, or `export` before a function or const.'
        raise UnsupportedSyntaxError(f"{name} has {unknown[0]!r}. {cure}")
    text = text.replace("import.meta.url", "$url.href").replace("import(", "$load(")
    return text + (f"return {{ {', '.join(exported)} }};\n" if exported else "")


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
    digest = blake2b(digest_size=8)
    for folder in folders:
        for file in sorted(folder.rglob("*.*")):
            digest.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def game_page(game: str) -> str | None:
    """The folder of scripts with which a game is drawn; None where it brings none."""
    folder = game.replace("-", "_")
    return folder if (STATIC / "js" / "games" / folder / "game.js").is_file() else None


class VersionedFiles(StaticFiles):
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
        page = self._page(f"{page_name}.html")
        if kind == "css":
            text = bundle_styles(self._folders, SHEET.findall(page))
        elif kind == "js":
            text = bundle_scripts(self._folders, MAIN.findall(page)[0], f"{name}.map")
        else:
            text = bundle_source_map(self._folders, MAIN.findall(page)[0])
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


FILES: Final = VersionedFiles(STATIC)
"""A table's own."""
