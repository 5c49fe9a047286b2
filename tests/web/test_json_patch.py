"""Changes of JSON values as JSON Patch (RFC 6902): whoever puts them to the value before has the value after."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.web.live import changes
from tests.web.folding import patched

SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "b", "a/b", "~", "-"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["", "a", "0", "a/b", "~1"]), inner),
    max_leaves=12,
)


def exactly(value: Any) -> str:
    """In which 1 and true are not the same."""
    return json.dumps(value, sort_keys=True)


@settings(max_examples=300)
@given(VALUES, VALUES)
def test_the_value_before_and_its_changes_make_the_value_after(before: Any, after: Any) -> None:
    assert exactly(patched(before, changes(before, after))) == exactly(after)


@settings(max_examples=100)
@given(st.lists(st.sampled_from("abcd"), max_size=8), st.lists(st.sampled_from("abcd"), max_size=8), st.integers(0, 8))
def test_a_story_that_loses_its_oldest_and_goes_on_is_told_right(told: list[str], new: list[str], kept: int) -> None:
    after = (told + new)[-kept:] if kept else []
    assert patched({"story": told}, changes({"story": told}, {"story": after})) == {"story": after}


STORY = [f"In this sentence somebody does something for the {number}th time." for number in range(9)]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (STORY[:3], STORY[:4], [{"op": "add", "path": "/story/-", "value": STORY[3]}]),
        (
            STORY[:4],
            STORY[1:5],
            [{"op": "remove", "path": "/story/0"}, {"op": "add", "path": "/story/-", "value": STORY[4]}],
        ),
        (STORY, STORY[:8], [{"op": "remove", "path": "/story/8"}]),
        (STORY[:3], [*STORY[:2], STORY[4]], [{"op": "replace", "path": "/story/2", "value": STORY[4]}]),
        (STORY[:3], [], [{"op": "replace", "path": "/story", "value": []}]),
        (STORY[:3], STORY[:3], []),
    ],
    ids=["longer", "full", "shorter", "ends otherwise", "a new game", "the same"],
)
def test_a_story_is_continued_not_told_anew(before: list[str], after: list[str], told: list[dict[str, Any]]) -> None:
    assert changes({"story": before}, {"story": after}) == told


def test_null_is_a_value_and_true_is_not_one() -> None:
    assert changes({"winner": "blue", "n": 1, "story": STORY}, {"winner": None, "n": True, "story": STORY}) == [
        {"op": "replace", "path": "/winner", "value": None},
        {"op": "replace", "path": "/n", "value": True},
    ]


def test_only_the_tile_that_moved_is_told() -> None:
    tiles = [{"handle": f"1-{number}", "where": "people", "color": None} for number in range(39)]
    castle = {"handle": "1-7", "where": "castle", "color": "blue"}
    assert changes({"tiles": tiles}, {"tiles": [*tiles[:7], castle, *tiles[8:]]}) == [
        {"op": "replace", "path": "/tiles/7", "value": castle}
    ]
