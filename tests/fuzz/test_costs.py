"""The cost of parsing foreign text grows linearly with its length, in time and memory."""

import contextlib
import io
import time
import tracemalloc
import warnings
import zipfile
from collections import deque
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from controller import config
from controller.cli.game.game_logs import GameDetectingLog, play_log_lines, read_log_lines
from controller.games.contract.tools.editions import EditionFault
from controller.games.tudor.box.reading import EDITION_FORMAT as TUDOR
from controller.games.tumult_royale.box.reading import EDITION_FORMAT as TUMULT
from controller.reading import parse_toml
from controller.store import tags
from controller.store.table_backup import TableBackupError, unpacked_backup
from controller.texts.translation import MESSAGE
from hub import settings as hub_settings
from hub.list_reader import ListError, read_list
from tests.support.soak import SOAK

SMALL: Final = 500
LARGER: Final = 8
"""Factor between the short and the long text; quadratic growth would need 64 times as long."""

SLOWER: Final = 40
"""Permitted growth of time; times below ``PATIENCE_S`` do not count, because a busy machine has pauses."""

PATIENCE_S: Final = 0.4
TRACED: Final = SMALL * (LARGER if SOAK else 3)
"""Length at which memory is measured; tracing takes five times as long."""

BOUNDED_BYTES: Final = 2 * 1024 * 1024
MEMORY_PER_BYTE: Final = 400
"""Permitted peak of memory: of any input, and for each of its bytes."""

Text = Callable[[int], str]
TOML: Final[dict[str, Text]] = {
    "parts of a key": lambda n: "a." * n + "a = 1",
    "parts of a header": lambda n: "[" + "a." * n + "a]",
    "parts of an array's header": lambda n: "[[" + "a." * n + "a]]",
    "parts within braces": lambda n: "a = {" + "b." * n + "b = 1}",
    "quoted parts": lambda n: "'a'." * n + "a = 1",
    "long keys": lambda n: "".join(f"k{i}.a.b.c.d.e.f.g = 1\n" for i in range(n)),
    "long headers": lambda n: "".join(f"[k{i}.a.b.c.d.e.f.g]\n" for i in range(n)),
    "one header again": lambda n: "[[a.b.c.d.e.f.g.h]]\n" * n,
    "keys below one header": lambda n: "[[castle]]\n" + "".join(f"a.b.k{i} = 1\n" for i in range(n)),
    "unknown keys": lambda n: "".join(f"tabel{i} = 1\n" for i in range(n)),
    "unknown keys of a section": lambda n: "[table]\n" + "".join(f"langauge{i} = 1\n" for i in range(n)),
    "castles": lambda n: "[[castle]]\ncolor = 'blue'\nspi = [0, 0]\n" * n,
    "regions": lambda n: "[[regions]]\nid = 'a'\n" * n,
    "tags": lambda n: "[tags]\n" + "".join(f"{i:08x} = 't{i}'\n" for i in range(n)),
    "brackets": lambda n: "a = " + "[" * n + "]" * n,
    "braces": lambda n: "a = " + "{a = " * n + "1" + "}" * n,
    "empty lists": lambda n: "a = [" + "[]," * n + "]",
    "digits": lambda n: "a = " + "9" * n,
    "hexadecimal digits": lambda n: "[page]\nport = 0x" + "9" * n,
    "dates": lambda n: "a = [" + "1979-05-27T07:32:00Z," * n + "]",
    "quotes": lambda n: 'a = """' + '""\\' * n,
    "apostrophes": lambda n: "a = '''" + "''\n" * n,
    "open texts": lambda n: 'a = "\n' * n,
    "escapes": lambda n: 'a = """' + "\\\n " * n + '"""',
    "remarks": lambda n: "# web\n" * n,
    "spaces": lambda n: "a" + " " * n + "." + " " * n + "b = 1",
}


def _of_a_hub(text: str) -> object:
    with TemporaryDirectory() as folder:
        (Path(folder) / hub_settings.SETTINGS_FILE).write_text(text, "utf-8")
        return hub_settings.load_settings(Path(folder))


READERS_OF_TOML: Final[dict[str, Callable[[str], object]]] = {
    "any TOML": parse_toml,
    "table.toml": config.parse_config,
    "tags.toml": lambda text: tags.parse_tag_map(text, "tags.toml"),
    "an edition": TUMULT.opened,
    "an edition of Tudor": TUDOR.opened,
    "hub.toml": _of_a_hub,
}


@pytest.mark.parametrize("name", TOML)
@pytest.mark.parametrize("reader", READERS_OF_TOML)
def test_the_cost_of_foreign_toml_grows_linearly(reader: str, name: str) -> None:
    bounded(READERS_OF_TOML[reader], TOML[name])


OTHERS: Final[dict[str, Text]] = {
    "brackets": lambda n: "[" * n + "]" * n,
    "braces": lambda n: '{"a":' * n + "1" + "}" * n,
    "empty lists": lambda n: "[" + "[]," * n + "[]]",
    "empty objects": lambda n: '{"do": [' + "{}," * n + "{}]}",
    "keys": lambda n: "{" + ",".join(f'"k{i}": {i}' for i in range(n)) + "}",
    "digits": lambda n: '{"do": ' + "9" * n + "}",
    "escapes": lambda n: '"' + "\\ud83d\\ude00" * n + '"',
    "lines": lambda n: '{"do": "undo"}\n' * n,
    "blank lines": lambda n: " \n" * n,
    "stickers": lambda n: "uid,tile\n" + "".join(f"{i:08x},t{i}\n" for i in range(n)),
    "one sticker again": lambda n: "uid,tile\n" + "04a1b2c3,t01\n" * n,
    "people": lambda n: "".join(f"Ana {i};Club\n" for i in range(n)),
    "one person again": lambda n: "Ana;Club\n" * n,
    "columns": lambda n: "uid,tile" + "," * n + "\n" + "," * n,
    "quotes": lambda n: 'uid,tile\n"' + '""' * n,
    "semicolons": lambda n: "a;" * n,
    "Fluent": lambda n: "a-b = { $x ->\n    [one] 1\n   *[other] 2\n }\n" * n,
    "Fluent without an end": lambda n: "a = b\n" + "\n" * n,
    "names without a text": lambda n: "a" * n + " " * n,
}


def _in_a_file(name: str) -> Callable[[str], object]:
    def read(text: str) -> object:
        with TemporaryDirectory() as folder:
            (Path(folder) / name).write_text(text, "utf-8")
            return tags.load_tag_map(Path(folder) / name)

    return read


READERS_OF_OTHERS: Final[dict[str, Callable[[str], object]]] = {
    "a game's log": lambda text: deque(
        play_log_lines(read_log_lines(io.BytesIO(text.encode())), GameDetectingLog()), 0
    ),
    "a game in notation": lambda text: deque(
        read_log_lines(io.BytesIO(f'[Notation "1"]\n1. start\n2. {text}'.encode())), 0
    ),
    "an edition as JSON": TUMULT.opened,
    "stickers as CSV": _in_a_file("tags.csv"),
    "stickers as JSON": _in_a_file("tags.json"),
    "a list of entrants": read_list,
    "sentences of a game": lambda text: [*MESSAGE.finditer(text)],
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("reader", READERS_OF_OTHERS)
def test_the_cost_of_other_foreign_text_grows_linearly(reader: str, name: str) -> None:
    bounded(READERS_OF_OTHERS[reader], OTHERS[name])


@pytest.mark.parametrize("kind", ["many files", "many names of one file", "one file of zeros"])
def test_a_hostile_zip_is_refused_before_it_uses_memory(tmp_path: Path, kind: str) -> None:
    with warnings.catch_warnings(), zipfile.ZipFile(tmp_path / "backup", "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # names that stand twice
        if kind == "one file of zeros":
            archive.writestr("manifest.json", bytes(1 << 26))
        else:
            for number in range(10_000):
                archive.writestr("manifest.json" if kind == "many names of one file" else f"{number}", b"")
    tracemalloc.start()
    with pytest.raises(TableBackupError):
        unpacked_backup(tmp_path / "backup").__enter__()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * BOUNDED_BYTES


def bounded(read: Callable[[str], object], text: Text) -> None:
    """Check that time and memory grow linearly with the text."""
    short_s = cost_s(read, text(SMALL))
    long = text(SMALL * LARGER)
    long_s = cost_s(read, long)
    assert long_s <= max(PATIENCE_S, SLOWER * short_s), f"{long_s:.2f} s for {len(long)}, {short_s:.3f} s before"
    traced = text(TRACED)
    tracemalloc.start()
    cost_s(read, traced)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= BOUNDED_BYTES + MEMORY_PER_BYTE * len(traced), f"{peak} bytes for {len(traced)}"


def cost_s(read: Callable[[str], object], text: str) -> float:
    """Return the processor time of parsing or refusing the text."""
    begun_s = time.process_time()
    with contextlib.suppress(ValueError, hub_settings.SettingsError, EditionFault, ListError):
        read(text)
    return time.process_time() - begun_s
