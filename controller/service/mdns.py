"""The table's name in its network: ``table.local``, or ``table-2.local`` and so on where another table is before it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from controller import log
from controller.service.lan import AvahiError, GroupState, NameTaken
from controller.store.certificates.authority import NAMESAKES
from hw.clock import Clock

if TYPE_CHECKING:
    from controller.service.avahi import Avahi


SETTLES_S: Final = 0.25
"""Between two looks at whether the network agrees; that takes about a second (RFC 6762, 8.1)."""

LOOK_S: Final = 10.0


class Offer(Struct, frozen=True):
    """What is advertised.

    Attributes:
        addresses: of each interface, by its number.
        encrypted: the page speaks TLS.
    """

    port: int
    addresses: dict[int, str]
    encrypted: bool


class Advertisement:
    """Owner of the name under which the table is found.

    Args:
        wish: what the table would like to be called, without ``.local``; empty where it wants no name.
        title: of its page, as people see it in a list.
        offer: what there is to advertise at the moment.

    Attributes:
        name: what it is called, with ``.local``; None while it has no name.
    """

    def __init__(self, wish: str, title: str, offer: Callable[[], Offer]) -> None:
        self._wish = wish
        self._title = title
        self._offer = offer
        self.name: str | None = None

    async def run(self, clock: Clock) -> None:
        """Advertise for ever: a network, a neighbour or Avahi itself may come, change and go."""
        if not self._wish:
            return
        from controller.service.avahi import avahi  # with D-Bus: not before there is a name to announce

        while True:
            try:
                async with avahi() as line:
                    await self._hold(line, clock)
            except (AvahiError, TimeoutError) as fault:
                if self.name is not None:
                    log.warning("name_lost", name=self.name, fault=type(fault).__name__)
            self.name = None
            await clock.sleep_until(clock.now_s() + LOOK_S)

    async def _hold(self, line: "Avahi", clock: Clock) -> None:
        """Have a name as long as Avahi is there; another one when somebody else turns out to have it."""
        number = 1
        while True:
            offer = self._offer()
            if not offer.addresses:
                self.name = None
                await clock.sleep_until(clock.now_s() + LOOK_S)
                continue
            if not await self._take(line, clock, offer, number):
                number = number % NAMESAKES + 1
                continue
            while await self._still_holds(line) and self._offer() == offer:
                await clock.sleep_until(clock.now_s() + LOOK_S)

    async def _take(self, line: "Avahi", clock: Clock, offer: Offer, number: int) -> bool:
        """Try one name; says whether the table has it now."""
        self.name = None
        name = f"{self._wish}.local" if number == 1 else f"{self._wish}-{number}.local"
        title = self._title if number == 1 else f"{self._title} ({number})"
        await line.reset()
        try:
            if name != await line.own_name():  # the machine itself may be called so
                for interface, address in offer.addresses.items():
                    await line.add_address(interface, name, address)
            await line.add_service(title, "_https._tcp" if offer.encrypted else "_http._tcp", name, offer.port)
            await line.commit()
        except NameTaken:
            return False
        while (state := await line.state()) is GroupState.REGISTERING:
            await clock.sleep_until(clock.now_s() + SETTLES_S)
        if state is not GroupState.ESTABLISHED:
            return False
        self.name = name
        log.info("name", name=name)
        return True

    async def _still_holds(self, line: "Avahi") -> bool:
        return await line.state() is GroupState.ESTABLISHED
