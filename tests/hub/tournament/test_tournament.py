"""A tournament as the sum of what people did: what fits, what is refused, what is marked and not drawn again."""

import msgspec
import pytest
from click.testing import CliRunner

from controller.__main__ import main
from hub.tournament.actions import (
    Action,
    AddEntrants,
    BeginTournament,
    DrawRound,
    EndTournament,
    MoveGame,
    Newcomer,
    RemoveEntrants,
    RenameEntrant,
    Score,
    SetAllPresence,
    SetClock,
    SetEntriesClosed,
    SetPresence,
    SetResult,
    SetTables,
    UndoDraw,
    conflict_subjects_of,
)
from hub.tournament.draw import draw_next_round, verify_draws
from hub.tournament.exchange import decode_tournament_record, encode_tournament_record
from hub.tournament.pairing import seed_of_draw
from hub.tournament.tournament import ActionRefusedError, tournament_from_actions
from tests.hub.tournament.simulated import ROOT, Simulated, random_scores


def refused(evening: Simulated, act: Action) -> str:
    before = msgspec.json.encode(vars(evening.tournament) | {"games": None})
    with pytest.raises(ActionRefusedError) as told:
        evening.do(act)
    assert msgspec.json.encode(vars(evening.tournament) | {"games": None}) == before
    return told.value.error_code


def test_a_name_is_entered_once_in_any_spelling() -> None:
    evening = Simulated(0)
    evening.do(AddEntrants((Newcomer("Ana María"),)))
    assert refused(evening, AddEntrants((Newcomer("Kim"), Newcomer("ANA  maría")))) == "same_name"
    assert refused(evening, AddEntrants((Newcomer("Kim"), Newcomer("kim")))) == "same_name"
    evening.do(AddEntrants((Newcomer("Kim"),)))
    assert refused(evening, RenameEntrant(2, "ana maría")) == "same_name"
    assert evening.do(RenameEntrant(1, "ANA MARÍA"))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Émile", "ÉMILE"), ("İnci I\u015f\u0131k", "inci \u0131\u015f\u0131k"), ("O'Hara", "O\u2019Hara")],
)
def test_one_name_is_one_entrant_whatever_the_keyboard(one: str, other: str) -> None:
    evening = Simulated(0)
    evening.do(AddEntrants((Newcomer(one),)))
    assert refused(evening, AddEntrants((Newcomer(other),))) == "same_name"


def test_entrants_can_be_taken_out_until_they_are_drawn() -> None:
    evening = Simulated(8)
    evening.do(AddEntrants((Newcomer("Kim", player=7), Newcomer("Lou"))))
    assert evening.do(RemoveEntrants((9, 10)))
    assert refused(evening, RemoveEntrants((9,))) == "nobody"
    assert evening.do(AddEntrants((Newcomer("kim", player=7), Newcomer("Max"))))
    assert sorted(evening.tournament.entrants) == [*range(1, 9), 11, 12], "no number is given twice"
    assert {evening.tournament.entrants[number].entry for number in (11, 12)} == {evening.tournament.action_count}
    evening.do(SetEntriesClosed(closed=True))
    assert refused(evening, RemoveEntrants((11,))) == "closed"
    evening.do(SetEntriesClosed(closed=False))
    evening.draw()
    assert refused(evening, RemoveEntrants((11, 1))) == "drawn"
    assert evening.do(RemoveEntrants((11, 12)))
    begun, *acts = evening.acts
    assert isinstance(begun, BeginTournament)
    assert [each.wrong for each in verify_draws(begun, acts)] == [""]
    assert conflict_subjects_of(RemoveEntrants((1, 2))) & conflict_subjects_of(SetPresence(2, here=True))


def test_a_list_can_be_entered_and_undone_only_so_often() -> None:
    evening = Simulated(0)
    most = AddEntrants(tuple(Newcomer(f"P{number}") for number in range(4096)))
    for first in range(1, 65_536, 4096):
        evening.do(most)
        evening.do(RemoveEntrants(tuple(range(first, first + 4096))))
    assert refused(evening, AddEntrants((Newcomer("Kim"),))) == "full"


def test_presence_cannot_change_while_entry_is_closed() -> None:
    evening = Simulated(8)
    evening.do(SetEntriesClosed(closed=True))
    assert refused(evening, SetPresence(1, here=False)) == "closed"
    assert refused(evening, SetAllPresence(here=False)) == "closed"
    assert refused(evening, AddEntrants((Newcomer("Kim"),))) == "closed"
    assert refused(evening, RenameEntrant(1, "P1", "another club")) == "closed"
    evening.do(SetEntriesClosed(closed=False))
    assert evening.do(SetPresence(1, here=False))


def test_presence_of_all_is_set_at_once() -> None:
    evening = Simulated(8)
    evening.do(SetPresence(3, here=False))
    assert evening.do(SetAllPresence(here=True))
    assert len(evening.tournament.present_entrants) == 8
    assert not evening.do(SetAllPresence(here=True))
    assert evening.do(SetAllPresence(here=False))
    assert evening.tournament.present_entrants == []


def test_a_draw_with_a_wrong_seed_or_open_entry_is_refused() -> None:
    evening = Simulated(8)
    evening.do(SetEntriesClosed(closed=True))
    right = draw_next_round(evening.tournament, seed_of_draw(ROOT, 1), "")
    assert refused(evening, msgspec.structs.replace(right, seed=seed_of_draw(ROOT, 2).hex())) == "seed"
    assert refused(evening, msgspec.structs.replace(right, games=((1, 2, 3), (3, 4, 5, 6)))) == "people"
    evening.do(SetEntriesClosed(closed=False))
    assert refused(evening, right) == "open"


def test_no_round_is_drawn_for_two_people_or_while_games_are_open() -> None:
    assert refused(Simulated(2), SetEntriesClosed(closed=True)) == "few"
    evening = Simulated(8)
    evening.draw()
    assert refused(evening, SetEntriesClosed(closed=True)) == "unplayed"
    assert refused(evening, EndTournament()) == "unplayed"


def test_a_result_must_place_everybody_at_the_table() -> None:
    evening = Simulated(4)
    evening.draw()
    game = evening.tournament.rounds[0].games[0]
    assert refused(evening, SetResult(game.fixture, (Score(1, 1), Score(2, 2), Score(3, 3)))) == "people"
    odd = tuple(Score(number, place) for number, place in zip(game.people, (1, 1, 2, 3), strict=True))
    assert refused(evening, SetResult(game.fixture, odd)) == "places"
    assert refused(evening, SetResult("nowhere-1-1", odd)) == "no_game"


def test_a_corrected_result_marks_later_rounds_and_repeats_no_draw() -> None:
    evening = Simulated(16)
    evening.play(random_scores(1), 2)
    evening.draw()
    tables = [[game.people for game in each.games] for each in evening.tournament.rounds]
    game = evening.tournament.rounds[0].games[0]
    same = SetResult(game.fixture, game.scores)
    assert not evening.do(same)
    turned = tuple(Score(number, place) for number, place in zip(reversed(game.people), (1, 2, 3, 4), strict=True))
    evening.do(SetResult(game.fixture, turned))
    assert [each.corrected for each in evening.tournament.rounds] == [[], [game.fixture], [game.fixture]]
    assert [[game.people for game in each.games] for each in evening.tournament.rounds] == tables


def test_the_game_of_a_broken_table_can_move_or_be_entered_by_hand() -> None:
    evening = Simulated(16, tables=4)
    evening.draw()
    game = evening.tournament.rounds[0].games[2]
    assert game.table == "rt-3"
    evening.do(MoveGame(game.fixture, "rt-9"))
    assert evening.tournament.rounds[0].games[2].table == "rt-9"
    evening.do(MoveGame(game.fixture, None))
    evening.results(random_scores(1))
    assert refused(evening, MoveGame(game.fixture, "rt-3")) == "played"


def test_games_beyond_the_tables_are_played_by_hand() -> None:
    evening = Simulated(16, tables=3)
    evening.draw()
    assert [game.table for game in evening.tournament.rounds[0].games] == ["rt-1", "rt-2", "rt-3", None]


def test_a_broken_table_gets_no_later_draw() -> None:
    evening = Simulated(8, tables=3)
    evening.play(random_scores(1), 1)
    evening.do(SetTables(("rt-3", "rt-1")))
    assert refused(evening, SetTables(("rt-3", "rt-3"))) == "twice"
    evening.draw()
    assert [game.table for game in evening.tournament.rounds[-1].games] == ["rt-3", "rt-1"]
    assert evening.tournament.begun.tables == ("rt-1", "rt-2", "rt-3")


def test_only_a_draw_without_results_can_be_undone() -> None:
    evening = Simulated(8)
    evening.draw()
    evening.results(random_scores(1))
    assert refused(evening, UndoDraw()) == "played"


def test_an_ended_tournament_accepts_no_action() -> None:
    evening = Simulated(8, rounds=1)
    evening.play(random_scores(1))
    assert refused(evening, SetEntriesClosed(closed=True)) == "no_round"
    evening.do(EndTournament())
    assert refused(evening, SetPresence(1, here=False)) == "ended"


def test_an_action_starts_the_clock_and_the_rounds_last_result_stops_it() -> None:
    evening = Simulated(8)
    assert refused(evening, SetClock(45)) == "no_draw"
    evening.draw()
    evening.do(SetClock(45))
    assert evening.tournament.clock == (evening.tournament.action_count, 45)
    evening.results(random_scores(1))
    assert evening.tournament.clock is None


def test_stored_actions_keep_their_numbers_even_if_refused() -> None:
    evening = Simulated(8)
    evening.draw()
    kept = tournament_from_actions(
        [*evening.acts, RenameEntrant(1, "P1"), None, SetPresence(99, here=True), SetClock(45)]
    )
    assert (kept.action_count, kept.clock) == (len(evening.acts) + 4, (len(evening.acts) + 4, 45))
    assert kept.unfit == [len(evening.acts) + 2, len(evening.acts) + 3], "unread, and about nobody"
    assert kept.rounds == evening.tournament.rounds


def test_concurrent_actions_on_different_subjects_fit() -> None:
    assert not conflict_subjects_of(SetPresence(1, here=True)) & conflict_subjects_of(SetPresence(2, here=True))
    assert conflict_subjects_of(SetPresence(1, here=True)) & conflict_subjects_of(RenameEntrant(1, "Kim"))
    assert conflict_subjects_of(SetResult("a", ())) & conflict_subjects_of(MoveGame("a", None))
    assert conflict_subjects_of(SetEntriesClosed(closed=True)) & conflict_subjects_of(UndoDraw())


def whole_evening() -> Simulated:
    evening = Simulated(64, rounds=3, form="finals", clubs=9)
    evening.play(random_scores(1), 1)
    evening.do(SetPresence(7, here=False))
    evening.do(AddEntrants((Newcomer("Late"),), here=True))
    evening.draw("dice 3 5 2")
    evening.do(UndoDraw())
    for _ in range(4):
        evening.draw("dice")
        evening.results(random_scores(2))
    evening.do(EndTournament())
    return evening


def test_equal_actions_give_equal_tournaments_and_files() -> None:
    evening = whole_evening()
    begun, acts = decode_tournament_record(encode_tournament_record(evening.acts))
    assert [begun, *acts] == evening.acts
    assert tournament_from_actions([begun, *acts]) == evening.tournament


def test_a_changed_draw_in_an_exported_file_is_found_by_drawing_again() -> None:
    evening = whole_evening()
    begun, *acts = evening.acts
    assert isinstance(begun, BeginTournament)
    found = list(verify_draws(begun, acts))
    assert [each.stage for each in found] == ["round", "round", "round", "round", "semifinal", "final"]
    assert [each.wrong for each in found] == [""] * 6

    at = next(place for place, act in enumerate(acts) if isinstance(act, DrawRound))
    true = acts[at]
    assert isinstance(true, DrawRound)
    one, two, *others = true.games
    friends = msgspec.structs.replace(true, games=((two[0], *one[1:]), (one[0], *two[1:]), *others))
    wrong = next(verify_draws(begun, [*acts[:at], friends])).wrong
    assert wrong == f"table 1: saw {[two[0], *one[1:]]}, expected {list(one)}"
    said = next(verify_draws(begun, [*acts[:at], msgspec.structs.replace(true, said="six")])).wrong
    assert said.startswith("table ")


def test_the_command_draws_a_file_again_and_fails_where_it_differs(tmp_path) -> None:  # type: ignore[no-untyped-def]
    evening = whole_evening()
    file = tmp_path / "evening.json"
    file.write_bytes(encode_tournament_record(evening.acts))
    told = CliRunner().invoke(main, ["hub", "--folder", str(tmp_path), "draw", "--verify", str(file)])
    assert told.exit_code == 0, told.output
    assert told.output.splitlines()[:2] == [
        f"Evening: commitment {seed_of_draw(ROOT, 0).hex()}",
        "draw 1, a round of 64: matches the commitment",
    ]
    file.write_bytes(file.read_bytes().replace(b'"dice"', b'"doce"'))
    told = CliRunner().invoke(main, ["hub", "--folder", str(tmp_path), "draw", "--verify", str(file)])
    assert told.exit_code == 1
    assert "do not follow from their seeds: 4" in told.output
    file.write_bytes(b"{}")
    told = CliRunner().invoke(main, ["hub", "--folder", str(tmp_path), "draw", "--verify", str(file)])
    assert "not a tournament" in told.output
