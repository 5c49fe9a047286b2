"""What everybody, a seat and the ear are told; the course of a game."""

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.contract.effects import Tell
from controller.games.contract.values import CastleId, PieceId, RandomDraw
from controller.games.naming import translate_text
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.game import Tudor
from controller.games.tudor.referee.memory import EMPTY_MEMORY, Memory, Tap
from controller.games.tudor.rules import actions, engine
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.state import DrawStep, State
from controller.games.tudor.show.summary import add_prestige_to_sources, course_points
from controller.games.undoable_log import Event
from controller.texts.translation import LANGUAGES
from tests.games.tudor.playing import example_game
from tests.games.tudor.random_games import TABLES, play, random_start
from tests.support.soak import SOAK

GAME = Tudor()
SEEDS = range(400) if SOAK else (3, 61, 118)
EVERY = 1 if SOAK else 9


def with_other_hidden_pieces(state: State, chance: Random) -> State:
    tokens = [token for token in range(len(state.table.pieces.tokens)) if token not in state.tokens]
    spent = sum(player.spent for player in state.players)
    free = [token for token in tokens if not spent >> token & 1]
    players, gone, unseen = [], 0, 0
    for player in state.players:
        taken = sum(1 << token for token in chance.sample(free, chance.randrange(4)))
        free = [token for token in free if not taken >> token & 1]
        cards = tuple(chance.randrange(4) for _ in state.stacks)
        players.append(
            replace(player, cards=cards, tokens=taken, influence=chance.randrange(5), intrigue=chance.randrange(5))
        )
    for token in free:
        if chance.random() < 0.3:
            gone |= 1 << token
        else:
            unseen |= 1 << token
    bag = tuple(chance.sample(state.bag, len(state.bag)))
    return replace(state, players=tuple(players), gone=gone, unseen=unseen, bag=bag)


def public(state: State, memory: Memory = EMPTY_MEMORY) -> bytes:
    texts = [GAME.describe_state(state, memory), GAME.describe_choices(state, memory)]
    return json.dumps([GAME.view(state, memory), repr(GAME.waiting(state, memory)), repr(texts)]).encode()


@pytest.mark.parametrize("seed", SEEDS)
def test_hidden_pieces_change_no_byte_of_the_public_view(seed: int) -> None:
    chance = Random(seed)
    for _, state in play(seed)[::EVERY]:
        if state.phase == "over":
            continue
        assert public(with_other_hidden_pieces(state, chance)) == public(state)


@pytest.mark.parametrize("seed", SEEDS)
def test_hidden_pieces_change_no_summary_course_or_public_place(seed: int) -> None:
    chance = Random(seed)
    for _, state in play(seed)[:: EVERY * 4]:
        other = with_other_hidden_pieces(state, chance)
        assert GAME.summary(other) == GAME.summary(state)
        assert GAME.standings(other) == GAME.standings(state)
        assert GAME.course([other]) == GAME.course([state])
        shown = [piece for piece in GAME.lying_pieces(state) if piece.face is not None]
        assert [piece for piece in GAME.lying_pieces(other) if piece.face is not None] == shown
        assert {(piece.where, piece.castle) for piece in GAME.lying_pieces(state) if piece.face is None} <= {
            ("bag", None),
            ("hidden", None),
        }


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    chance = Random(5)
    for _, state in play(61)[::23]:
        for seat, gate in enumerate(state.table.gates):
            others = with_other_hidden_pieces(state, chance)
            mine = (*others.players[:seat], state.players[seat], *others.players[seat + 1 :])
            own = GAME.seat_view(state, EMPTY_MEMORY, CastleId(gate))
            assert own is not None
            assert own["influence"] == state.players[seat].influence
            assert len(own["tokens"]) == state.players[seat].tokens.bit_count()
            assert GAME.seat_view(replace(others, players=mine, bag=state.bag), EMPTY_MEMORY, CastleId(gate)) == own
    assert GAME.seat_view(state, EMPTY_MEMORY, CastleId("tray")) is None
    assert GAME.seat_view(None, EMPTY_MEMORY, CastleId("blue")) is None


def test_a_seat_sends_only_its_own_actions_and_blind_draws() -> None:
    state = next(state for _, state in play(3) if state.due and isinstance(state.due[0], DrawStep))
    table, acting = state.table, state.turn_seat
    for seat, gate in enumerate(table.gates):
        mine = {"do": "end_turn", "player": table.colors[seat]}
        assert [GAME.may_send(state, mine, CastleId(each)) for each in table.gates] == [
            each == gate for each in table.gates
        ]
        assert GAME.may_send(state, {"do": "draw"}, CastleId(gate)) == (seat == acting)
        for forbidden in ({"do": "draw", "token": "f001"}, {"do": "undo"}, {"do": "amend", "prestige": {"red": 9}}, {}):
            assert not GAME.may_send(state, forbidden, CastleId(gate))
    assert not GAME.may_send(state, {"do": "end_turn", "player": table.colors[0]}, CastleId("tray"))
    assert not GAME.may_send(None, {"do": "end_turn", "player": "blue"}, CastleId("blue"))


def test_the_stand_shows_as_many_rings_as_it_holds() -> None:
    """Three players use two rings of each faction (TU-0.8); the box has three."""
    state = play(2 * 75)[0][1]
    assert len(state.players) == 4
    stand = GAME.view(state, EMPTY_MEMORY)["stand"]
    assert len(stand) == 21 - 1
    worn = {ring["id"] for player in GAME.view(state, EMPTY_MEMORY)["players"] for ring in player["unworn"]}
    assert not worn & {ring["id"] for ring in stand}


HIDDEN_FIELDS = {"card", "cards", "give", "take", "back", "token", "tokens"}


@pytest.mark.parametrize("action", GAME.actions()["examples"], ids=lambda action: action["do"])
def test_the_public_part_of_an_action_names_no_card_and_no_token(action: dict[str, Any]) -> None:
    public = GAME.public_action(action)
    assert public["do"] == action["do"]
    assert not HIDDEN_FIELDS & set(public)
    assert not any(name in json.dumps(public) for name in ("f001", "f077"))
    assert public.get("player") == action.get("player")


def test_an_unknown_action_shows_only_its_kind() -> None:
    assert GAME.public_action({"do": "cheat", "player": "blue", "cards": ["red"]}) == {"do": "cheat"}


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_the_story_does_not_depend_on_hidden_pieces(seed: int) -> None:
    """Compare the sentences of two worlds with different hidden cards and tokens."""
    start = actions.parse_action(random_start(Random(seed), *TABLES[seed % len(TABLES)]))
    chance, state, compared = Random(seed), engine.apply_action(None, start).state, 0
    while state.phase != "over":
        events: list[Event] = []
        after = engine.perform_move(state, random_move(state, chance), events)
        assert GAME.stage(state, after, [event for event in events if event.hidden]) == ()
        for effect in GAME.stage(state, after, events):
            if isinstance(effect, Tell):
                compared += 1
                assert all(translate_text(effect.text, language) for language in LANGUAGES)
        state = after
    assert compared > 50


def test_the_view_is_empty_before_a_game() -> None:
    assert GAME.view(None, EMPTY_MEMORY) == {"phase": "none", "players": []}


def test_the_view_shows_taps_as_the_path_they_mean() -> None:
    for _, state in play(61):
        if state.phase != "actions" or state.due or state.figure is None:
            continue
        offered = [offer for offer in GAME.view(state, EMPTY_MEMORY)["offers"] if offer.get("path") == ["A1"]]
        token = state.tokens[state.table.board.numbers["A1"]]
        if not offered or token < 0:
            continue
        tap = Tap(state.table.pieces.tokens[token])
        assert GAME.view(state, Memory((tap,)))["said"]["path"] == ["A1"]
        return
    raise AssertionError("no such position")


def test_a_draw_from_the_page_takes_a_token_from_the_bag() -> None:
    chance = Random(1)
    for _, state in play(3):
        if state.due and isinstance(state.due[0], DrawStep):
            drawn = GAME.resolve(state, {"do": "draw"}, lambda some: chance.sample([*some], len(some)))
            token = state.table.pieces.token_numbers[drawn["token"]]
            assert state.unseen >> token & 1
            assert state.bag[state.table.pieces.token_factions[token]] > 0
            assert GAME.resolve(state, {"do": "draw", "token": "f001"}, list) == {"do": "draw", "token": "f001"}
            return
    raise AssertionError("no draw was due")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cards", ["first", "drawn"])
def test_a_dealt_board_is_legal(players: int, cards: str) -> None:
    chance = Random(players)
    castles = [CastleId(each) for each in ("blue", "yellow", "purple", "grey")][:players]
    drawn = GAME.setup(castles, {"tudor-cards": cards}, {}, lambda some: chance.sample([*some], len(some)))
    assert isinstance(drawn, RandomDraw)
    start = drawn.stopped_at(players - 1)
    log = GameLog()
    log.submit(start)
    assert log.state is not None
    assert log.state.table.gates == ("blue", "yellow", "purple", "grey")[:players]
    assert start["first"] == log.state.table.colors[players - 1]
    assert (start["scoring"], start["scenario"]) == ([1, 4], 2) or cards == "drawn"


HEARD_SEEDS = (3, 61)
SELDOM = 7


def describe(state: State | None, castle: str, piece: str) -> tuple[str, bool]:
    piece_described = GAME.describe_piece(state, CastleId(castle), PieceId(piece))
    return translate_text(piece_described.text, "en"), piece_described.hidden


def with_tokens_behind_screens(seed: int) -> State:
    return next(state for _, state in play(seed) if all(player.tokens for player in state.players))


@pytest.mark.parametrize("seed", HEARD_SEEDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_and_choice_has_its_texts(seed: int, language: str) -> None:
    for _, state in play(seed)[::SELDOM]:
        texts = [*GAME.describe_state(state, EMPTY_MEMORY), *GAME.describe_choices(state, EMPTY_MEMORY)]
        assert all(translate_text(text, language) for text in texts)


@pytest.mark.parametrize("seed", HEARD_SEEDS)
def test_the_acting_player_always_hears_a_choice(seed: int) -> None:
    for _, state in play(seed)[::SELDOM]:
        assert bool(GAME.describe_choices(state, EMPTY_MEMORY)) == (state.seat_to_act is not None)


@pytest.mark.parametrize("seed", HEARD_SEEDS)
def test_every_space_is_described_with_its_tokens_faction(seed: int) -> None:
    _, state = play(seed)[0]
    table = state.table
    texts = [translate_text(text, "en") for text in GAME.describe_state(state, EMPTY_MEMORY)]
    sentences = {text.partition(":")[0]: text for text in texts}
    for space, name in enumerate(table.board.names):
        assert sentences[str(name)].startswith(
            f"{name}: {table.faction_names[table.pieces.token_factions[state.tokens[space]]]}, "
        )


def test_a_token_in_the_throne_room_is_described_to_all() -> None:
    _, state = play(3)[0]
    pieces = state.table.pieces
    token = pieces.tokens[state.tokens[0]]
    faction = state.table.faction_names[pieces.token_factions[state.tokens[0]]]
    assert describe(state, state.table.gates[0], token) == (f"{faction} token, on A1", False)


def test_a_token_behind_a_screen_is_described_to_its_owner() -> None:
    """TU-7.8."""
    state = with_tokens_behind_screens(3)
    seat = 0
    number = (state.players[seat].tokens & -state.players[seat].tokens).bit_length() - 1
    text, hidden = describe(state, state.table.gates[seat], state.table.pieces.tokens[number])
    assert hidden
    assert text.endswith(f"behind {state.table.colors[seat].capitalize()}'s screen")


def test_a_token_behind_another_screen_is_not_described() -> None:
    state = with_tokens_behind_screens(3)
    number = (state.players[1].tokens & -state.players[1].tokens).bit_length() - 1
    text, hidden = describe(state, state.table.gates[0], state.table.pieces.tokens[number])
    assert (text, hidden) == (f"It lies behind {state.table.colors[1].capitalize()}'s screen.", False)


def test_before_a_game_no_piece_is_in_play() -> None:
    assert describe(None, "blue", "f001") == ("It is not in this game.", False)


def test_the_course_separates_columns_ambassadors_and_garter() -> None:
    """Worked example 6."""
    points = course_points(example_game("6-garter").standing)
    assert [point["round"] for point in points] == [0, 1, 2, 3, 4]
    assert [point["prestige"]["yellow"] for point in points] == [0, 6, 12, 18, 30]
    assert [point["prestige"]["blue"] for point in points] == [0, 6, 12, 18, 27]
    assert {color: each["crowded"] for color, each in points[-1]["sources"].items()} == {
        "yellow": 24, "blue": 24, "red": 0, "green": 0,
    }  # fmt: skip
    assert points[-1]["prestige"] == {"yellow": 30, "blue": 27, "red": 3, "green": 5}


def test_tokens_behind_the_screens_show_only_at_the_end() -> None:
    """As many as are held, of each faction (TU-15.1)."""
    before, last = [state for _, state in play(3)][-2:]
    shown = [
        [sum(one["tokens"].values()) for one in GAME.view(state, EMPTY_MEMORY)["players"]] for state in (before, last)
    ]
    assert shown == [[0] * len(last.players), [player.tokens.bit_count() for player in last.players]]


def test_the_course_separates_offices_and_amendments() -> None:
    game = example_game("2-office")
    game.submit({"do": "amend", "prestige": {"blue": -3}})
    brought: dict[str, dict[str, int]] = {}
    for before, state in pairwise((None, *game.standing)):
        assert state is not None
        brought = add_prestige_to_sources(brought, before, state)
    assert brought == {
        "yellow": {"offices": 8, "crowded": 0, "corrected": 0},
        "blue": {"offices": 8, "crowded": 0, "corrected": -3},
        "red": {"offices": 0, "crowded": 0, "corrected": 0},
    }


@pytest.mark.parametrize("seed", [3, 61, 118])
def test_sources_and_end_scores_add_up_to_the_prestige(seed: int) -> None:
    states = [state for _, state in play(seed)]
    last, point = states[-1], course_points(states)[-1]
    assert last.phase == "over"
    for seat, color in enumerate(last.table.colors):
        end = sum(last.final[seat].scoring) + last.final[seat].garter
        assert sum(point["sources"][color].values()) + end == last.players[seat].prestige == point["prestige"][color]
        assert point["sources"][color]["corrected"] == 0
