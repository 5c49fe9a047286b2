"""The log as the owner's page tells it."""

import pytest

from controller.care.log_sentences import describe_log_line
from controller.log import RecentLine, format_log_line

AT = "2026-05-01T20:15:00+00:00"


@pytest.mark.parametrize(
    ("line", "language", "sentence", "details"),
    [
        (
            format_log_line("device_lost", device="spinner", fault='no mark: is "it" held?'),
            "en",
            "Does not work: The arrow",
            'no mark: is "it" held?',
        ),
        (format_log_line("device_back", device="blue"), "de", "Geht wieder: Das Tor von Blau", ""),
        (format_log_line("start", actions=4, devices="oled,knob"), "en", "The table started", ""),
        (format_log_line("seats_closed", castle="blue", why="idle"), "en", "seats closed", "castle: blue, why: idle"),
        ('event=not_restored fault="cut in the mid', "en", "A backup was not restored", ""),
    ],
)
def test_a_line_of_the_log_is_told_in_words(line: str, language: str, sentence: str, details: str) -> None:
    told = describe_log_line(RecentLine(AT, warning=True, text=line), language)
    assert told == {"written_utc": AT, "warning": True, "sentence": sentence, "details": details}
