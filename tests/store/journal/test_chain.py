"""The chained checksum: an entry's is that of any row with its values."""

from hypothesis import example, given
from hypothesis import strategies as st

from controller.store.journal import chain

NUMBERS = st.integers(min_value=0)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@example(before=b"", game=1, seq=1, action="a" * 255, origin="ü" * 128, written_utc="2" * 100_000)
@given(
    before=st.binary(max_size=chain.OCTETS), game=NUMBERS, seq=NUMBERS, action=TEXTS, origin=TEXTS, written_utc=TEXTS
)
def test_the_checksum_of_an_entry_is_that_of_a_row_with_its_values(
    before: bytes, game: int, seq: int, action: str, origin: str, written_utc: str
) -> None:
    of_a_row = chain.check(before, game, seq, action, origin, written_utc)
    assert chain.entry(before, game, seq, action, origin, written_utc) == of_a_row


def test_where_one_value_ends_and_the_next_begins_counts() -> None:
    assert chain.entry(chain.BEGIN, 1, 2, "ab", "c", "") != chain.entry(chain.BEGIN, 1, 2, "a", "bc", "")
    assert chain.entry(chain.BEGIN, 1, 21, "", "", "") != chain.entry(chain.BEGIN, 12, 1, "", "", "")
