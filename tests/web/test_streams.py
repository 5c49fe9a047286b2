"""Places for streams: so many in all, so many an address; who has most gives one up for somebody new."""

from controller.web.live import Streams


def test_an_address_over_its_bound_gets_no_more() -> None:
    streams = Streams(most=9, most_an_address=2)
    assert [streams.take("a") is not None for _ in range(3)] == [True, True, False]


def test_a_stream_that_ended_leaves_its_place() -> None:
    streams = Streams(most=1, most_an_address=1)
    place = streams.take("a")
    assert place is not None
    place.leave()
    place.leave()
    assert streams.take("b") is not None


def test_for_somebody_new_the_address_with_most_gives_up_its_oldest() -> None:
    streams = Streams(most=3, most_an_address=3)
    one, oldest, newer = streams.take("one"), streams.take("two"), streams.take("two")
    assert streams.take("new") is not None
    assert [place is not None and place.taken_away.is_set() for place in (one, oldest, newer)] == [False, True, False]


def test_where_nobody_has_two_nobody_is_sent_away() -> None:
    streams = Streams(most=2, most_an_address=2)
    places = [streams.take("one"), streams.take("two")]
    assert streams.take("new") is None
    assert not any(place is not None and place.taken_away.is_set() for place in places)
