"""Names as people type them, and as they are kept."""

import unicodedata
from typing import Final

SHAPELESS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters to Unicode, so that Python would print them, but fillers of which nobody sees anything. What chooses a
variant of the letter before it stands: it has no shape of its own, but some names are written with it."""


def tidied(text: str) -> str:
    """In one line, with one space between words, composed (NFC), and nothing in it that nobody sees.

    What is seen as one name is one name then: none is told from another by a character without a shape, and none
    turns round what stands behind it on a page.
    """
    composed = unicodedata.normalize("NFC", text)
    seen = "".join(letter if letter.isprintable() and letter not in SHAPELESS else " " for letter in composed)
    return " ".join(seen.split())
