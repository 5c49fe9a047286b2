"""Supporters change hands with the supply, and everybody helps out when there are too few (TR-9)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from controller.games.tumult_royale.words import Seat

HELP: Final = 5
"""What every player receives or returns first when somebody is short."""


class Transfer(Struct, frozen=True, gc=False):
    """A payment or a gain as it came about.

    Attributes:
        held: by seat, afterwards.
        moved: what the one player paid or gained in the end.
        help: by seat, what everybody received (TR-9.1) or returned (TR-9.2) before; None if nobody was short.
    """

    held: tuple[int, ...]
    moved: int
    help: tuple[int, ...] | None


def pay(held: Sequence[int], supply: int, ranked: Sequence[Seat], payer: Seat, due: int) -> Transfer:
    """``payer`` pays ``due`` to the supply (TR-9.1); ``held`` by seat, ``ranked`` the king first."""
    after, received = list(held), None
    if after[payer] < due:
        received = [0] * len(after)
        for seat in ranked:
            received[seat] = min(HELP, supply)
            after[seat] += received[seat]
            supply -= received[seat]
    paid = min(due, after[payer])
    after[payer] -= paid
    return Transfer(held=tuple(after), moved=paid, help=None if received is None else tuple(received))


def gain(held: Sequence[int], supply: int, gainer: Seat, due: int) -> Transfer:
    """``gainer`` gains ``due`` from the supply (TR-9.2); ``held`` by seat."""
    after, returned = list(held), None
    if supply < due:
        returned = [min(HELP, own) for own in after]
        after = [own - back for own, back in zip(after, returned, strict=True)]
        supply += sum(returned)
    gained = min(due, supply)
    after[gainer] += gained
    return Transfer(held=tuple(after), moved=gained, help=None if returned is None else tuple(returned))
