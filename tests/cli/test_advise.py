"""`royaltable advise`: the best plan for a castle in words, with the rules that make it so."""

from click.testing import CliRunner, Result

from controller.cli.game.tell import advise
from tests.cli.games import START, TO_STATUES, lines


def run(log: str, *options: str) -> Result:
    return CliRunner().invoke(advise, ["-", *options], input=log)


def test_the_one_to_act_is_told_what_to_build_what_to_pay_and_what_is_left() -> None:
    """Bread 1, bread 2, marble 1: a pasture costs bread 1, marble 1; the bread of 2 gains a supporter."""
    assert run(lines(*TO_STATUES)).stdout.splitlines() == [
        "The best for Blue: one statue and one supporter.",
        (
            "1. pasture touches your own: it costs bread 1, marble 1 (TR-4.4). "
            "Pay with bread 2, marble 1: what is beyond the cost gains one supporter (TR-4.7)."
        ),
        "Left over, and worth nothing at the end of the phase: bread 1 (TR-4.9).",
    ]


def test_a_castle_that_can_build_nothing_is_told_so_in_its_language() -> None:
    result = run(lines(*TO_STATUES), "--castle", "yellow", "--language", "de")
    assert result.stdout == "Gelb kann mit diesen Plättchen nichts bauen.\n"


def test_there_is_no_advice_while_tiles_lie_hidden() -> None:
    result = run(lines(*TO_STATUES[:-1]))
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: TR-4.1: Advice is given while statues are placed; before that tiles lie hidden. "
        "Ask again after the count.\n"
    )


def test_a_castle_that_does_not_play_is_named() -> None:
    assert run(lines(*TO_STATUES), "--castle", "grey").stderr == "Error: LOG: Nobody plays Grey.\n"


def test_a_log_that_is_refused_names_the_line() -> None:
    assert run(lines(START, START)).stderr.startswith("Error: line 2 is refused (LOG): ")
