"""Lists of people as they come out of spreadsheets, and what is said of those that cannot be taken."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import limits
from hub.organising.entrants import ListError, entrants
from hub.tournament.acts import Newcomer

ANA = (Newcomer("Ana", "Rooks"), Newcomer("Kim", ""))


@pytest.mark.parametrize(
    "text",
    [
        "Ana,Rooks\nKim",
        "Ana;Rooks\r\nKim;\r\n",
        "Ana\tRooks\nKim\t\n",
        "Name,Club\nAna,Rooks\n\n Kim ,\n",
        '\ufeff"Ana","Rooks"\n"Kim",""\n',
    ],
)
def test_a_list_is_taken_as_spreadsheets_write_it(text: str) -> None:
    assert entrants(text).people == ANA


def test_a_name_is_one_however_its_accents_are_written() -> None:
    assert entrants("Jose\u0301  Mari\u0301a").people == (Newcomer("José María"),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Saw no name"),
        ("Ana\nana", "Line 2: saw ana, who stands in line 1 already"),
        ("Ana\n,Rooks", "Line 2: saw no name, expected one before the club"),
        ("Ana," + "x" * 61, "Line 1: saw 3 and 61 letters, expected 60 at most"),
        ("Ana\x07", "Saw what is no list of people"),
        ("\n".join(f"P{n}" for n in range(limits.TOURNAMENT_ENTRANTS + 1)), "Saw what is no list of people"),
        ("x" * (limits.TOURNAMENT_LIST_OCTETS + 1), "octets, expected"),
        ('Ana\n"' + "x" * 200_000, "Line"),
    ],
)
def test_what_cannot_be_taken_is_said_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ListError, match=said):
        entrants(text)


@given(st.text(max_size=300))
def test_any_text_is_taken_or_refused_in_words(text: str) -> None:
    with suppress(ListError):
        assert len(entrants(text).people) > 0
