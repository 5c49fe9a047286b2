"""Joining a room at the knob, while the game goes on."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller import limits
from controller.care.admin_service import AdminService
from controller.fleet.enrolment import Membership
from controller.play.menu import MenuAction
from controller.service.room_connection import RoomConnection
from controller.show.help_call import AcceptedByRoom, JoinedRoom, JoinLettersShown, NotInRoom, room_screen
from controller.store import keyring, membership, table_files
from tests.hub.enrolment.test_joining import Hub, there
from tests.support.playing import Playing, playing, shows
from tests.support.ports import free_port


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = Hub(tmp_path / "hub")
    with hub.open():
        yield hub


class AtTheKnob:
    """Return a table that is about to join the hub at this address, and its file of the membership."""

    def __init__(self, play: Playing, hub: str, file: Path) -> None:
        self.play = play
        self._file = file
        self._hub = hub
        files = table_files.TableFiles(file.with_name("table.journal"))
        self._admin = AdminService(play.table, None, keyring.Keyring(files.keys), files)
        self._line = RoomConnection(play.table, files, lambda: "", self._admin)

    def reason(self, language: str) -> str:
        """Why the last attempt failed, as the owner's page says it."""
        return str(self._admin.overview(language)["room"]["why"])

    @property
    def kept(self) -> Membership | None:
        return membership.load_membership(self._file)

    async def _found(self) -> str:
        return self._hub

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator["AtTheKnob"]:
        task = asyncio.create_task(self._line.join_rooms_on_request(self._found))
        await self.play.wait(0.1)
        try:
            yield self
        finally:
            task.cancel()

    async def to_the_room(self) -> None:
        await self.play.press()
        await self.play.choose(MenuAction.HOUSE)
        await self.play.choose(MenuAction.ROOM)

    async def until(self, kind: type) -> None:
        for _ in range(100):
            if isinstance(self.play.table.room.state, kind):
                return
            await self.play.wait(0.5)
        raise AssertionError(f"it stands {self.play.table.room.state}")

    def shows(self, stands: JoinLettersShown | AcceptedByRoom | JoinedRoom | NotInRoom) -> bool:
        return shows(self.play, room_screen(stands))


@asynccontextmanager
async def at_the_knob(folder: Path, hub: str) -> AsyncIterator[AtTheKnob]:
    async with playing(folder) as play, AtTheKnob(play, hub, folder / "table.hub.json").at_work() as people:
        yield people


def typed_at_the_page(hub: Hub, letters: str) -> None:
    hub.desk.store_membership_answer(hub.desk.find_applicant_by_letters(letters), hub.membership("rt-one"))


def letters_of(people: AtTheKnob) -> str:
    stands = people.play.table.room.state
    assert isinstance(stands, JoinLettersShown)
    return stands.letters


async def test_the_console_shows_changing_letters_until_the_hub_accepts_them(hub: Hub, tmp_path: Path) -> None:
    async with at_the_knob(tmp_path, f"127.0.0.1:{hub.port}") as people:
        await people.to_the_room()
        await people.until(JoinLettersShown)
        first = letters_of(people)
        await people.play.wait(60)  # the letters stay while the knob is untouched
        assert people.shows(JoinLettersShown("The Crown", first))
        hub.now_s += limits.ENROLMENT_LETTERS_S
        await people.play.wait(3)
        second = letters_of(people)
        assert second != first
        assert people.shows(JoinLettersShown("The Crown", second))
        typed_at_the_page(hub, second)
        await people.until(AcceptedByRoom)
        assert people.shows(AcceptedByRoom("The Crown", "rt-one"))
        assert people.kept is None
        await people.play.press()
        await people.until(JoinedRoom)
        assert people.kept == there(hub.membership("rt-one"))


async def test_a_table_unknown_to_the_room_s_page_is_not_admitted(hub: Hub, tmp_path: Path) -> None:
    async with at_the_knob(tmp_path, f"127.0.0.1:{hub.port}") as people:
        await people.to_the_room()
        await people.until(JoinLettersShown)
        typed_at_the_page(hub, letters_of(people))
        await people.until(AcceptedByRoom)
        await people.play.press(held_s=1.5)
        await people.until(NotInRoom)
        assert people.kept is None


async def test_holding_the_knob_cancels_joining_a_room(hub: Hub, tmp_path: Path) -> None:
    async with at_the_knob(tmp_path, f"127.0.0.1:{hub.port}") as people:
        await people.to_the_room()
        await people.until(JoinLettersShown)
        await people.play.press(held_s=1.5)
        await people.until(NotInRoom)
        assert people.play.table.room.state == NotInRoom()


@pytest.mark.parametrize(
    ("where", "english", "german"),
    [
        ("", "No hub was found", "wurde keine Zentrale gefunden"),
        ("127.0.0.1:{free}", "does not answer as a hub", "Dort antwortet nichts"),
        ("hub:0", "expected a number", "erwartet ist eine Zahl"),
    ],
)
async def test_a_failed_join_says_why_in_the_language_of_the_page(
    where: str, english: str, german: str, tmp_path: Path
) -> None:
    async with at_the_knob(tmp_path, where.format(free=free_port())) as people:
        await people.to_the_room()
        await people.play.wait(2)
        stands = people.play.table.room.state
        assert isinstance(stands, NotInRoom)
        assert english in people.reason("en")
        assert german in people.reason("de")
        assert people.shows(stands)


async def test_joining_without_an_address_searches_after_a_typed_one_failed(tmp_path: Path) -> None:
    async with at_the_knob(tmp_path, "") as people:
        room = people.play.table.room
        for address, why in ((f"127.0.0.1:{free_port()}", "does not answer as a hub"), ("", "No hub was found")):
            room.request_join(address)
            await people.play.wait(2)
            assert why in people.reason("en")


async def test_a_game_goes_on_while_the_table_joins_a_room(hub: Hub, tmp_path: Path) -> None:
    async with at_the_knob(tmp_path, "") as people:
        play = people.play
        await play.begin(players=2)
        play.table.room.request_join(f"127.0.0.1:{hub.port}")  # as the owner's page does
        await people.until(JoinLettersShown)
        before = play.table.loop.seq
        await play.press()
        assert play.table.loop.seq > before
        typed_at_the_page(hub, letters_of(people))
        await people.until(AcceptedByRoom)
        play.table.room.answer_join(yes=True)
        await people.until(JoinedRoom)
