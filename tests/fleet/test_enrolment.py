"""The letters that table and hub show alike, and the passwords that a table keeps while its hub announces others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.fleet.enrolment import (
    LETTERS_COUNT,
    NONCE_BYTES,
    Membership,
    add_newer_password,
    compute_commitment,
    derive_comparison_letters,
    format_letters,
    is_commitment_to,
    mark_password_accepted,
    new_nonce,
    normalize_letters,
)
from controller.fleet.table_id import CODE_LETTERS

NONCES = st.binary(min_size=NONCE_BYTES, max_size=NONCE_BYTES)


@given(st.text(min_size=1), NONCES, NONCES)
def test_table_and_hub_derive_the_same_letters_in_any_typed_form(ca: str, tables: bytes, hubs: bytes) -> None:
    letters = derive_comparison_letters(ca, tables, hubs)
    assert len(letters) == LETTERS_COUNT
    assert set(letters) <= set(CODE_LETTERS)
    assert (
        normalize_letters(format_letters(letters))
        == normalize_letters(f" {letters[:3]}-{letters[3:].upper()}.")
        == letters
    )


@given(NONCES, NONCES)
def test_a_commitment_fits_its_nonce_alone(nonce: bytes, other: bytes) -> None:
    assert is_commitment_to(compute_commitment(nonce), nonce)
    assert is_commitment_to(compute_commitment(nonce), other) == (nonce == other)
    assert not is_commitment_to(compute_commitment(nonce), nonce + b"x")


@pytest.mark.parametrize("changed", ["authority", "table", "hub"])
def test_letters_depend_on_authority_and_both_nonces(changed: str) -> None:
    values = {"authority": "PEM", "table": new_nonce(), "hub": new_nonce()}
    others = values | {changed: "other" if changed == "authority" else new_nonce()}
    assert derive_comparison_letters(*values.values()) != derive_comparison_letters(*others.values())  # type: ignore[arg-type]


def test_letters_are_spread_evenly() -> None:
    """By chance each of 20 letters has 400 of 8,000 places; 5 sigma are 98."""
    ca, hubs = "PEM", bytes(NONCE_BYTES)
    shown = "".join(derive_comparison_letters(ca, number.to_bytes(NONCE_BYTES), hubs) for number in range(1000))
    assert all(abs(shown.count(letter) - 400) < 98 for letter in CODE_LETTERS)


FIRST = "f" * 43
MEMBER = Membership("rt-one", FIRST, 8883, "-")


def test_newer_passwords_survive_the_acceptance_of_an_older_one() -> None:
    newest, newer = "2" * 43, "1" * 43
    member = add_newer_password(add_newer_password(MEMBER, newer), newest)
    assert member.newer == (newest, newer)
    assert mark_password_accepted(member, FIRST) == member
    assert mark_password_accepted(member, newer) == replace(MEMBER, password=newer, newer=(newest,))
    assert mark_password_accepted(member, newest) == replace(MEMBER, password=newest)


def test_too_many_passwords_drop_the_oldest_but_not_the_accepted() -> None:
    member = MEMBER
    for password in ("1" * 43, "2" * 43, "3" * 43, "4" * 43):
        member = add_newer_password(member, password)
    assert member == replace(MEMBER, newer=("4" * 43, "3" * 43, "2" * 43))
    assert add_newer_password(member, FIRST) == member
