"""Compare the names of people: one fold for the registry, tournaments and lists."""

import unicodedata
from typing import Final

SAME_LETTERS: Final = str.maketrans("\u0131\u2019\u2018\u02bc\u00b4`\u2010\u2011\u2013", "i'''''---")
"""Letters that keyboards put for one another: dotless i in capitals, apostrophes, hyphens."""


def fold_name(name: str) -> str:
    """Return what all spellings of a name share, as Unicode's compatibility caseless match (D146) has it.

    Capitals, composed letters, spaces and invisible characters make no difference, nor does the dot of an i: its
    capital is I in most languages, and İ in Turkish.
    """
    if name.isascii():  # most names, ten times as fast
        return " ".join(name.lower().replace("`", "'").split())
    folded = unicodedata.normalize("NFC", name).translate(SAME_LETTERS)
    for _ in range(2):  # a decomposed letter may fold further
        folded = unicodedata.normalize("NFKD", folded).casefold().translate(SAME_LETTERS).replace("i\u0307", "i")
    seen = (letter for letter in folded if unicodedata.category(letter) != "Cf" and not "\ufe00" <= letter <= "\ufe0f")
    return " ".join(unicodedata.normalize("NFKC", "".join(seen)).split())
