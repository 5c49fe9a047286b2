"""Memory layouts against the data sheet's tables (8.5 and 10.1)."""

import pytest

from hw.ntag.memory import NTAG213, NTAG215, NTAG216, Layout, layout_of, version_of
from hw.ntag.twin import Ntag21x, Ntag213, Ntag215, Ntag216
from hw.values import Uid


@pytest.mark.parametrize(
    ("layout", "pages", "first", "last", "password", "user_octets"),
    [
        (NTAG213, 0x2D, 0x04, 0x27, 0x2B, 144),
        (NTAG215, 0x87, 0x04, 0x81, 0x85, 504),
        (NTAG216, 0xE7, 0x04, 0xE1, 0xE5, 888),
    ],
)
def test_pages_lie_where_the_data_sheet_puts_them(
    layout: Layout, pages: int, first: int, last: int, password: int, user_octets: int
) -> None:
    assert layout.pages == pages
    assert (layout.user_pages[0], layout.user_pages[-1]) == (first, last)
    assert layout.password_page == password
    assert 4 * len(layout.user_pages) == user_octets


@pytest.mark.parametrize(
    ("layout", "version"),
    [(NTAG213, "0004040201000f03"), (NTAG215, "0004040201001103"), (NTAG216, "0004040201001303")],
)
def test_the_version_tells_the_size(layout: Layout, version: str) -> None:
    assert version_of(layout).hex() == version
    assert layout_of(bytes.fromhex(version)) is layout


def test_another_cards_version_is_none_of_ours() -> None:
    assert layout_of(bytes.fromhex("0004030101000b03")) is None


@pytest.mark.parametrize(("make", "capability"), [(Ntag213, "e1101200"), (Ntag215, "e1103e00"), (Ntag216, "e1106d00")])
def test_a_new_sticker_holds_its_uid_with_both_checks_and_its_capability_container(
    make: type[Ntag21x], capability: str
) -> None:
    sticker = make(Uid(bytes.fromhex("04a1b2c3d4e580")))
    assert sticker.page(0).hex() == "04a1b29f"
    assert sticker.page(1).hex() == "c3d4e580"
    assert sticker.page(2).hex() == "72480000"
    assert sticker.page(3).hex() == capability


def test_a_sticker_with_a_uid_of_four_octets_is_refused() -> None:
    with pytest.raises(ValueError, match="7 octets, not 4"):
        Ntag213(Uid(bytes.fromhex("86a083ee")))
