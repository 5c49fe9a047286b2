"""After any stop the table comes back to the same step of the same game, and says what people should know."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from controller.games.contract.effects import TextScreen
from controller.games.tumult_royale.rules.state import canonical
from controller.play import table_view
from controller.store.journal import Journal, JournalReader
from hw.testing.table import TwinTable
from hw.values import ReaderId
from tests.store.journal.games import entry
from tests.whole_table.playing import Playing, at_a_table


def set_clock(monkeypatch: pytest.MonkeyPatch, ahead: timedelta) -> None:
    """The machine's wall clock shows ``ahead`` more than it is."""
    monkeypatch.setattr(TwinTable, "utc_now", lambda _: datetime.now(UTC) + ahead)


async def in_the_middle_of_the_taxes(play: Playing) -> None:
    await play.to_the_taxes()
    await play.pass_tile("blue", "t10")
    await play.pass_tile("blue", "t11")
    await play.pass_tile("yellow", "t12")
    await play.wait(0.2)


def title(play: Playing) -> str:
    screen = play.table.loop.waiting().screen
    assert isinstance(screen, TextScreen)
    return screen.title.key


def test_it_says_for_how_long_it_was_away_and_which_castles_to_compare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = at_a_table(tmp_path, in_the_middle_of_the_taxes)
    set_clock(monkeypatch, timedelta(minutes=47))

    async def again(play: Playing) -> None:
        assert canonical(play.state, play.table.loop.seq) == canonical(before.state, before.table.loop.seq)
        assert play.story == [
            "The game goes on where it was, after 14 actions; the table was away: 47 minutes.",
            "Compare: Blue 2, Yellow 1",
        ]
        resumed = table_view.view(play.table, "en")["resumed"]
        assert resumed["compare"] == [{"color": "blue", "tiles": 2}, {"color": "yellow", "tiles": 1}]
        assert 47 * 60 <= resumed["away_s"] < 48 * 60

    at_a_table(tmp_path, again)


def test_a_wall_clock_that_went_back_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_a_table(tmp_path, in_the_middle_of_the_taxes)
    set_clock(monkeypatch, timedelta(minutes=-5))

    async def again(play: Playing) -> None:
        assert table_view.view(play.table, "en")["resumed"]["away_s"] is None
        assert play.story[0].endswith("the table was away: unknown.")

    at_a_table(tmp_path, again)


def test_what_to_compare_is_told_until_the_game_goes_on(tmp_path: Path) -> None:
    at_a_table(tmp_path, in_the_middle_of_the_taxes)

    async def again(play: Playing) -> None:
        await play.table.loop.propose({"do": "rob", "player": "blue", "tile": "t14"}, "page")
        assert table_view.view(play.table, "en")["resumed"] is None

    at_a_table(tmp_path, again)


def test_an_hourglass_that_was_running_stands_until_the_king_says_so_and_then_runs_in_full(tmp_path: Path) -> None:
    at_a_table(tmp_path, in_the_middle_of_the_taxes)

    async def again(play: Playing) -> None:
        await play.wait(60)
        assert title(play) == "wait-lies-title"
        assert (play.table.hourglass.runs, play.table.hourglass.left_s()) == (False, 0.0)
        await play.press()
        assert play.table.hourglass.runs
        assert 19.5 < play.table.hourglass.left_s() <= 20.0
        await play.pass_tile("yellow", "t13")
        await play.wait(0.2)
        assert play.state.players[1].castle.bit_count() == 2
        await play.wait(21)
        assert table_view.view(play.table, "en")["hourglass"]["state"] == "stopped"

    at_a_table(tmp_path, again)


def test_a_tile_that_is_tapped_before_the_king_says_so_counts_for_nobody(tmp_path: Path) -> None:
    at_a_table(tmp_path, in_the_middle_of_the_taxes)

    async def again(play: Playing) -> None:
        await play.pass_tile("yellow", "t13")
        await play.wait(0.2)
        assert play.state.players[1].castle.bit_count() == 1
        assert (
            play.complaints["yellow"]
            == "The hourglass does not run. Put the tile back; the king presses the knob first."
        )

    at_a_table(tmp_path, again)


def test_the_king_s_own_button_says_so_too_and_another_castle_s_does_not(tmp_path: Path) -> None:
    at_a_table(tmp_path, in_the_middle_of_the_taxes)

    async def again(play: Playing) -> None:
        king = play.state.color(play.state.king)
        other = next(color for color in play.state.table.colors if color != king)
        await play.twins.panels[ReaderId(other)].yes.press()
        await play.wait(0.1)
        assert not play.table.hourglass.runs
        await play.twins.panels[ReaderId(king)].yes.press()
        await play.wait(0.1)
        assert play.table.hourglass.runs

    at_a_table(tmp_path, again)


def test_the_page_says_so_too(tmp_path: Path) -> None:
    at_a_table(tmp_path, in_the_middle_of_the_taxes)

    async def again(play: Playing) -> None:
        assert table_view.view(play.table, "en")["question"] == {"step": "turn_over", "no": False}
        assert not play.table.loop.answer(yes=False)
        assert play.table.loop.answer(yes=True)
        assert play.table.hourglass.runs
        assert table_view.view(play.table, "en")["question"] is None
        assert not play.table.loop.answer(yes=True)

    at_a_table(tmp_path, again)


def test_the_question_is_gone_when_people_end_the_taxes_by_hand(tmp_path: Path) -> None:
    at_a_table(tmp_path, in_the_middle_of_the_taxes)

    async def again(play: Playing) -> None:
        await play.table.loop.propose({"do": "stop"}, "page")
        assert table_view.view(play.table, "en")["question"] is None
        assert title(play) == "wait-late-title"

    at_a_table(tmp_path, again)


def test_outside_of_the_taxes_nothing_is_asked_and_the_screen_goes_back_to_the_step(tmp_path: Path) -> None:
    async def first(play: Playing) -> None:
        await play.begin()

    at_a_table(tmp_path, first)

    async def again(play: Playing) -> None:
        assert table_view.view(play.table, "en")["question"] is None
        await play.wait(0.1)
        assert play.table.effects.busy  # it says that it is here again
        await play.wait(11)
        assert not play.table.effects.busy
        assert title(play) == "wait-first-title"

    at_a_table(tmp_path, again)


def test_bots_know_who_plays_after_a_stop(tmp_path: Path) -> None:
    at_a_table(tmp_path, in_the_middle_of_the_taxes)

    async def again(play: Playing) -> None:
        assert list(play.table.loop.castles) == ["blue", "yellow"]

    at_a_table(tmp_path, again)


def test_a_game_that_these_rules_refuse_is_kept_and_another_can_be_played(tmp_path: Path) -> None:
    """As after a change of the program: one bad game is no reason not to start."""
    with Journal(tmp_path / "test.journal") as journal:
        journal.append([entry(1, 1)])  # a spin before any start

    async def deed(play: Playing) -> None:
        assert play.table.loop.state is None
        assert play.table.loop.waiting().step == "new_game"
        assert play.story[0].startswith("Game 1 cannot go on: ")
        await play.begin()
        assert play.table.loop.game_id == 2

    at_a_table(tmp_path, deed, gates=False)
    with JournalReader(tmp_path / "test.journal") as reader:
        assert [(game.game_id, game.actions, game.current) for game in reader.games()] == [(1, 1, False), (2, 1, True)]
