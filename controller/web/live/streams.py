"""How many pages are told of changes at once, in all and of one address."""

import asyncio
from collections import Counter

from controller import limits


class StreamPlace:
    """A place for one stream; ``taken_away`` is set when somebody else needs it more."""

    def __init__(self, owner: "Streams", address: str) -> None:
        self.taken_away = asyncio.Event()
        self.address = address
        self._owner = owner

    def leave(self) -> None:
        """The stream has ended."""
        self._owner.left(self)


class Streams:
    """Owner of the places.

    When all are taken, the address with the most gives up its oldest, unless none has more than one.

    Args:
        most: places in all.
        most_an_address: places for one address.
    """

    def __init__(self, most: int = limits.STREAMS, most_an_address: int = limits.STREAMS_AN_ADDRESS) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._places: list[StreamPlace] = []

    def take(self, address: str) -> StreamPlace | None:
        """A place, if there is one for this address."""
        held = Counter(place.address for place in self._places)
        if held[address] >= self._most_an_address:
            return None
        if len(self._places) >= self._most:
            greedy, most = held.most_common(1)[0]
            if most <= 1 or greedy == address:
                return None
            oldest = next(place for place in self._places if place.address == greedy)
            oldest.taken_away.set()
            self._places.remove(oldest)
        place = StreamPlace(self, address)
        self._places.append(place)
        return place

    def __len__(self) -> int:
        """How many are taken."""
        return len(self._places)

    def left(self, place: StreamPlace) -> None:
        """Its stream has ended."""
        if place in self._places:
            self._places.remove(place)
