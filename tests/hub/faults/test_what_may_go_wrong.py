"""What may go wrong between tables and their hub, each with the tests that hold what is expected then.

Where nothing else is said they have a real Mosquitto, and a real PostgreSQL where anything is kept.
"""

from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]

HELD = {
    "the broker is away for days": [
        "fleet/test_table_at_a_broker.py::test_a_table_tells_a_broker_how_it_stands_and_nothing_of_it_needs_the_broker",
        "fleet/test_line.py::test_a_broker_that_was_killed_is_told_all_anew",
        "hub/test_killed.py::test_kill_9_of_hub_broker_and_database_in_turn_loses_and_doubles_nothing",
    ],
    "the hub is away, the broker there": [
        "fleet/test_table_and_hub.py::test_without_a_hub_nothing_is_read_or_said_and_the_hub_costs_the_card_nothing",
        "hub/test_intake.py::test_a_second_hub_waits_without_a_word_and_takes_over",
    ],
    "the database is lost, or of last night": [
        "hub/test_intake.py::test_an_empty_hub_fills_itself_and_one_of_last_night_takes_what_it_lacks",
        "hub/test_backup.py::test_all_of_a_hub_goes_back_and_its_numbers_count_on",
    ],
    "the database is away for a minute": [
        "hub/test_intake.py::test_while_the_database_is_away_no_more_is_read_than_fits_and_nothing_is_lost",
        "hub/test_intake.py::test_whatever_a_lost_database_says_the_hub_goes_on_when_it_is_back",
    ],
    "PostgreSQL is killed": [
        (
            "hub/test_engines.py::"
            "test_a_killed_postgres_comes_back_with_what_was_committed_and_its_lock_file_is_never_removed_by_us"
        ),
        "hub/test_killed.py::test_kill_9_of_hub_broker_and_database_in_turn_loses_and_doubles_nothing",
    ],
    "a table was restored, and is behind": [
        "hub/faults/test_taking_back.py::test_an_older_journal_put_back_by_hand_gets_what_the_room_has_more",
        "hub/faults/test_taking_back.py::test_a_restored_backup_gets_what_the_room_has_more",
        "fleet/test_table_and_hub.py::test_a_table_whose_older_state_was_put_back_is_told_what_the_room_has_more",
        "store/journal/test_further_games.py::test_what_was_played_meanwhile_stays_and_nothing_is_taken",
        "hub/test_intake.py::test_what_does_not_follow_on_or_is_not_what_was_written_is_refused_and_what_was_taken_stays",
    ],
    "it has played on since": [
        "fleet/test_table_and_hub.py::test_a_table_whose_copy_played_on_elsewhere_goes_on_under_a_name_of_its_own",
        "hub/faults/test_taking_back.py::test_who_says_no_plays_on_and_is_not_asked_again",
        "hub/faults/test_taking_back.py::test_who_plays_on_unasked_is_asked_no_more_and_keeps_what_was_played",
        "fleet/test_table_and_hub.py::test_a_hub_that_says_fork_for_ever_lets_the_table_write_one_new_name_an_hour",
    ],
    "a card is copied, and both are alive": [
        "fleet/test_twin.py::test_a_copied_card_is_told_at_both_tables_and_at_the_broker",
        "fleet/test_twin.py::test_who_was_there_stays_and_who_came_looks_again_every_few_minutes",
        "hub/test_machines.py::test_two_machines_at_once_are_a_copied_card",
        "hub/faults/test_seen_by_the_hub.py::test_what_tables_say_of_themselves_is_a_need_in_the_room",
    ],
    "a card is moved to another machine": [
        "hub/test_machines.py::test_a_card_in_another_machine_is_the_same_table_and_is_said_once",
    ],
    "a card is dead": [
        "hub/faults/test_taking_back.py::test_a_dead_cards_games_come_back_to_a_new_one_that_takes_over_the_table",
        "hub/test_giving_back.py::test_what_is_over_and_what_goes_on_comes_back_to_the_letter",
        "hub/test_giving_back.py::test_nobody_gets_the_games_of_another_table_or_journal",
    ],
    "an end dies while a password is changed": [
        "fleet/test_rotation.py::test_whoever_dies_at_whichever_step_the_table_comes_in_again",
        "hub/faults/test_killed_rotation.py::test_whoever_is_killed_while_passwords_change_the_table_comes_in_again",
    ],
    "a thousand come at once": [
        "fleet/test_line.py::test_what_a_thousand_lines_wait_is_spread",
    ],
    "a message is lost, doubled, late, out of order": [
        "fleet/test_shipping.py::TestShipping",  # two values with hypothesis between them
        "hub/test_intake.py::test_games_that_are_played_and_were_played_come_whole_and_once",
    ],
    "an entry is changed on its way, or on the card": [
        "hub/test_intake.py::test_what_does_not_follow_on_or_is_not_what_was_written_is_refused_and_what_was_taken_stays",
    ],
    "it is 1970": [
        "hub/enrolment/test_joining.py::test_a_hub_without_a_clock_is_trusted_all_the_same",
        "fleet/test_line.py::test_tls_trusts_the_named_authority_alone_and_minds_no_date",
    ],
    "an action, a field or a version is not known": [
        "hub/test_store.py::test_a_game_of_rules_that_are_not_known_is_kept_and_said",
        "fleet/test_shipping_messages.py::test_fields_that_are_not_known_are_passed_over",
        "hub/enrolment/test_desk.py::test_another_version_is_told_to_update",
    ],
    "the password is wrong or revoked, a right is missing": [
        "fleet/test_line.py::test_no_broker_a_wrong_password_and_no_right_are_told_apart",
        "fleet/test_line.py::test_a_revoked_password_is_told_once_however_often_the_line_tries",
        "hub/test_engines.py::test_who_is_entered_comes_in_at_once_and_who_is_removed_is_cut_off_and_stays_out",
    ],
    "the broker stands still": [
        "fleet/test_line.py::test_a_black_hole_is_noticed_and_an_idle_line_lives_on",
        (
            "fleet/test_client.py::"
            "test_an_idle_line_asks_every_25_seconds_and_gives_up_a_broker_that_does_not_answer_for_10"
        ),
        "fleet/test_line.py::test_a_broker_that_does_not_read_is_given_up_and_holds_nobody_up",
    ],
    "a page does not read": [
        "hub/test_told_pages.py::test_a_page_that_does_not_read_delays_no_other_and_then_has_the_newest",
        "web/test_stream.py::test_a_slow_browser_gets_the_newest_view_only",
    ],
    "somebody floods the hub": [
        "hub/test_intake.py::test_a_table_that_floods_the_hub_with_journals_is_bounded_and_delays_nobody",
        "hub/faults/test_quota.py::test_a_table_that_would_fill_the_disk_is_held_and_told_and_loses_nothing",
        "hub/faults/test_named_broker.py::test_ten_thousand_tables_that_a_broker_remembers_hide_none_that_is_there",
        "hub/faults/test_named_broker.py::test_ten_thousand_tables_that_greet_take_no_more_of_the_database_than_a_room",
        "hub/enrolment/test_joining.py::test_handshakes_that_never_end_keep_no_table_out",
        "hub/test_webhook.py::test_a_table_that_calls_and_calls_off_for_ever_has_one_place_and_pushes_out_nobody",
    ],
}


@pytest.mark.parametrize("fault", HELD)
def test_each_fault_has_tests_that_are_there(fault: str) -> None:
    for test in HELD[fault]:
        file, name = test.split("::")
        text = (TESTS / file).read_text("utf-8")
        assert f"def {name}(" in text or f"\n{name} = " in text, (
            f"{test} is not there any more: what holds {fault!r} now?"
        )
