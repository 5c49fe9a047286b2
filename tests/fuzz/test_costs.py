"""What an outsider's text costs grows with its length, not with its square, in time and in memory."""

import contextlib
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from controller import config
from controller.games.contract.tools.editions import EditionFault
from controller.games.tudor.box.reading import FORMAT as TUDOR
from controller.games.tumult_royale.box.reading import FORMAT as TUMULT
from controller.reading import toml_of
from controller.store import tag_book
from hub import settings as hub_settings

SMALL: Final = 2_000
LARGER: Final = 16
"""Times as many repetitions; what grows with the square would need 256 times as long."""

SLOWER: Final = 80
"""At most, and no less than ``PATIENCE_S`` counts: a busy machine is several times slower for a moment."""

PATIENCE_S: Final = 0.4
OCTETS_AN_OCTET: Final = 150
"""Of memory, at the peak, beyond what a bound of the whole allows."""

BOUNDED_OCTETS: Final = 16 * 1024 * 1024

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


def _of_a_hub(folder: Path) -> Callable[[str], object]:
    def load(text: str) -> object:
        (folder / hub_settings.FILE).write_text(text, "utf-8")
        return hub_settings.load(folder)

    return load


READERS_OF_TOML: Final[dict[str, Callable[[str], object]]] = {
    "any TOML": toml_of,
    "table.toml": config.parse,
    "tags.toml": lambda text: tag_book.parse(text, "tags.toml"),
    "an edition": TUMULT.opened,
    "an edition of Tudor": TUDOR.opened,
}


@pytest.mark.parametrize("name", TOML)
@pytest.mark.parametrize("reader", READERS_OF_TOML)
def test_toml_of_others_costs_what_its_length_is_worth(reader: str, name: str) -> None:
    bounded(READERS_OF_TOML[reader], TOML[name])


@pytest.mark.parametrize("name", TOML)
def test_settings_of_a_hub_cost_what_their_length_is_worth(tmp_path: Path, name: str) -> None:
    bounded(_of_a_hub(tmp_path), TOML[name])


def bounded(read: Callable[[str], object], text: Text) -> None:
    """Reading a longer text needs longer as it is longer, and its octets of memory."""
    short_s = cost_s(read, text(SMALL))
    long = text(SMALL * LARGER)
    long_s = cost_s(read, long)
    assert long_s <= max(PATIENCE_S, SLOWER * short_s), f"{long_s:.2f} s for {len(long)}, {short_s:.3f} s before"
    tracemalloc.start()
    cost_s(read, long)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= BOUNDED_OCTETS + OCTETS_AN_OCTET * len(long), f"{peak} octets for {len(long)}"


def cost_s(read: Callable[[str], object], text: str) -> float:
    """The processor's time; what is refused has to be cheap as well."""
    begun_s = time.process_time()
    with contextlib.suppress(ValueError, hub_settings.SettingsError, EditionFault):
        read(text)
    return time.process_time() - begun_s
