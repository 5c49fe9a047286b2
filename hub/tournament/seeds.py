"""Seeds of one tournament as a chain of hashes: what is published before anybody enters binds all of them.

The root is 32 octets from the operating system. Draw ``n`` is decided by the root hashed ``DRAWS - n`` times with
SHA-256, and the root hashed ``DRAWS`` times is published first. So the seed of each draw, hashed once, is the seed of
the draw before it: whoever has seen one knows that the next was settled already, and cannot tell what it is.
"""

import hashlib
from typing import Final, NewType

from controller import limits

Seed = NewType("Seed", bytes)
"""32 octets."""

DRAWS: Final = limits.TOURNAMENT_DRAWS


def seed_of(root: Seed, draw: int) -> Seed:
    """The seed of draw ``draw``, from 1 on; 0 gives what is published first."""
    seed = root
    for _ in range(DRAWS - draw):
        seed = Seed(hashlib.sha256(seed).digest())
    return seed


def follows(seed: Seed, before: Seed) -> bool:
    """Whether ``seed`` is the next after ``before``, the seed of the draw before it or what was published first."""
    return hashlib.sha256(seed).digest() == before
