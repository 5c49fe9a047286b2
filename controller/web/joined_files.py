"""All scripts of the page as one, as all its style sheets: a browser asks twice instead of seventy times."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from posixpath import dirname, normpath
from typing import Final

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


class UnknownFormError(ValueError):
    """A script's ``import`` or ``export`` is in none of the forms that can be joined."""


def joined_styles(folders: Folders, sheets: Sequence[str]) -> str:
    """The sheets one after the other, in the order that decides between their rules."""
    return "".join(_text(folders, sheet) for sheet in sheets)


def joined_scripts(folders: Folders, entry: str, source_map: str) -> str:
    """One module that does what ``entry`` does; it is served beside what is in ``folders``, as ``source_map`` is.

    Each script becomes a function, line by line.

    Raises:
        UnknownFormError: a script is written in another form than ours are.
    """
    parts = "".join(opening + body + closing for _, opening, body, closing in _parts(folders, entry))
    return f"{HEAD}{parts}//# sourceMappingURL={source_map}\n"


def source_map_of(folders: Folders, entry: str) -> str:
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
    """The scripts, ``entry`` last: a name, what opens a function, what it does, what closes it."""
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
    """A file below the first of the folders that has it."""
    return next(folder / name for folder in folders if (folder / name).is_file()).read_text(encoding="utf-8")


def _body(name: str, source: str) -> str:
    """The script as the body of a function that returns what it exports."""
    exported = [each for names, _ in PASSED_ON.findall(source) for each in names.split(", ")]
    exported += [each for _, each in EXPORT.findall(source)]
    text = PASSED_ON.sub(r"const { \1 } = $use(\2);", source)
    text = IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = $use({found[2]});", text)
    text = EXPORT.sub(r"\1 \2", text)
    if unknown := WORD.search(text):
        cure = 'Write `import { a, b } from "./c.js";` on one line, or `export` before a function or const.'
        raise UnknownFormError(f"{name} has {unknown[0]!r}. {cure}")
    text = text.replace("import.meta.url", "$url.href").replace("import(", "$load(")
    return text + (f"return {{ {', '.join(exported)} }};\n" if exported else "")
