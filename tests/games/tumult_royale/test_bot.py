"""Bots: legal moves in every phase, whole games, and a greedy one that is worth its name."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from controller.games.contract.inputs import Carry, Observation
from controller.games.contract.tools.tools import BrokenGame
from controller.games.contract.values import CastleId
from controller.games.tumult_royale.bots import bots
from controller.games.tumult_royale.bots.bots import BOTS, Bot, deal, greedy_bot, play_game, random_bot
from controller.games.tumult_royale.bots.hand import Hand
from controller.games.tumult_royale.box.reading import FORMAT, standard
from controller.games.tumult_royale.box.words import MapMode, PieceId, Seat, Variant
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules.actions import Amend, Build, Collect, Move, Rob, SetAside, Stop, to_mapping
from controller.games.tumult_royale.rules.engine import Step, apply
from controller.games.tumult_royale.rules.options import as_action
from controller.games.tumult_royale.rules.state import FirstStatues, Over, Placing, Robbing, SettingAside, State
from tests.games.tumult_royale.playing import about_to_build, ids_of, in_round_one, state_of


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["classic", "gambler"])
@pytest.mark.parametrize("map_mode", ["tracked", "honour"])
def test_a_bot_plays_whole_games_that_hold_every_check(
    bot: Bot, players: int, variant: Variant, map_mode: MapMode
) -> None:
    for seed in range(2):
        chance = Random(seed)
        told = play_game(deal(chance, players, variant=variant, map_mode=map_mode), bot, chance, check=True)
        assert 1 <= told.winner_rank <= players
        assert told.rounds >= 6 or told.ending == "25th statue"


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_a_bot_is_a_function_of_the_state_and_of_chance(bot: Bot) -> None:
    first = [play_game(deal(Random(5), 3), bot, Random(6)).actions for _ in range(2)]
    assert first[0] == first[1]
    assert play_game(deal(Random(5), 3), bot, Random(7)).actions != first[0]


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_there_is_no_move_when_the_game_is_over(bot: Bot) -> None:
    state = replace(state_of(in_round_one({"blue": 1, "yellow": 2})), phase=Over(winner=Seat(0), ending="gap"))
    with pytest.raises(ValueError, match="over"):
        bot(state, Random(1))


def test_the_random_bot_does_everything_that_people_may_do() -> None:
    done: Counter[str] = Counter()
    for seed in range(12):
        chance = Random(seed)
        variant: Variant = "classic" if seed % 2 else "gambler"
        map_mode: MapMode = "tracked" if seed % 3 else "honour"
        told = play_game(deal(chance, 3, variant=variant, map_mode=map_mode), random_bot, chance)
        done.update(str(to_mapping(action)["do"]) for action in told.actions)
    assert set(done) == {
        "start", "place_first", "spin", "forget_spin", "set_aside", "collect", "rob", "stop", "count", "build", "pass",
        "reveal",
    }  # fmt: skip


def test_a_dealt_game_lies_face_down_where_the_frame_says() -> None:
    start = deal(Random(3), 4)
    assert [each.slot for each in start.regions if each.tile is None] == [0, 3, 4, 7]
    assert sorted(player.rank for player in start.players) == [1, 2, 3, 4]
    assert deal(Random(3), 4, map_mode="honour").regions == ()


def test_a_house_edition_is_dealt_as_an_object() -> None:
    mapping = standard().to_mapping()
    mapping["name"] = "house"
    start = deal(Random(1), 2, edition=FORMAT.parse(mapping))
    assert start.edition == mapping
    assert apply(None, start).state.table.edition.name == "house"


@pytest.mark.parametrize(
    ("set_aside", "castle", "expected"),
    [(6, 0, Collect), (5, 0, SetAside), (7, 0, Amend), (5, 16, Amend)],
)
def test_tiles_set_aside_by_a_wrong_correction_are_put_right(set_aside: int, castle: int, expected: type[Move]) -> None:
    state = state_of(in_round_one({"blue": 1, "yellow": 2}))
    aside = (1 << set_aside) - 1
    robbed = state.table.pool.all & ~aside if castle else 0
    state = replace(
        state,
        phase=SettingAside(),
        demand=(3, 3, 3),
        set_aside=aside,
        players=(replace(state.players[0], castle=robbed), *state.players[1:]),
    )
    move = greedy_bot(state, Random(1))
    assert isinstance(move, expected)
    apply(state, move)


# What the greedy one wants.


def with_blue_holding(tiles: tuple[str, ...], others: int, demand: int = 3) -> State:
    """Three players rob; blue holds these tiles, each of the others so many of no matter which."""
    state = state_of(in_round_one({"blue": 1, "yellow": 2, "purple": 3}))
    pool = state.table.pool
    _, blue = ids_of(pool, tiles, pool.all)
    free = [bit for bit in range(len(pool.tiles)) if not blue >> bit & 1]
    castles = [blue, *(sum(1 << bit for bit in free[at : at + others]) for at in (0, others))]
    players = tuple(replace(player, castle=castle) for player, castle in zip(state.players, castles, strict=True))
    return replace(state, phase=Robbing(), demand=(demand,) * 3, players=players)


def lifts(state: State, face: str) -> bool:
    """Whether blue, who lifts such a tile, wants it."""
    (tile,), _ = ids_of(state.table.pool, (face,), state.people)
    return bots.wants(state, Seat(0), PieceId(tile))


def test_a_greedy_hand_takes_what_goes_with_its_castle() -> None:
    assert lifts(with_blue_holding((), 0), "b1")
    assert lifts(with_blue_holding(("b2", "b2"), 0), "m1")
    assert not lifts(with_blue_holding(("b2", "b2"), 0), "b1")


@pytest.mark.parametrize(("demand", "wanted"), [(2, True), (5, False)])
def test_a_greedy_hand_shies_at_a_tumult_it_would_be_blamed_for(demand: int, wanted: bool) -> None:
    """Of 18 bread blue would have 8; 12 hidden tiles show 7.2 on average, so 2.8 are left."""
    state = with_blue_holding(("b3", "b2", "m2", "m2", "t2", "t2"), 6, demand)
    assert lifts(state, "b3") == wanted


def test_a_greedy_hand_does_not_mind_a_tumult_that_others_are_blamed_for() -> None:
    """Of 18 marble 14.4 are hidden, so a tumult is near; but the others have some 7 each, blue 1."""
    assert lifts(with_blue_holding((), 12, demand=5), "m1")


def test_a_greedy_hand_is_full_some_time() -> None:
    seven = ("b1", "b1", "b2", "m1", "m1", "m2", "t1")
    assert lifts(with_blue_holding(seven, 0), "t2")
    assert not lifts(with_blue_holding((*seven, "t1"), 0), "t2")


def test_greedy_hands_stop_when_nobody_wants_any_more() -> None:
    full = ("b1", "b1", "b2", "m1", "m1", "m2", "t1", "t1")
    state = with_blue_holding(full, 8)
    assert isinstance(greedy_bot(state, Random(1)), Stop)
    assert isinstance(greedy_bot(with_blue_holding((), 0), Random(1)), Rob)


def test_the_greedy_bot_builds_what_places_most_statues() -> None:
    """Blue on B3 touches the palace A3: 2 marble and 3 tools place three statues, a pasture would place one."""
    state = about_to_build(["b1", "m1", "m2", "t3"], fields=["B3"])
    move = greedy_bot(state, Random(1))
    assert isinstance(move, Build)
    assert move.field == "A3"
    after = apply(state, move).state
    assert after.players[0].placed == 4


def test_a_hand_taps_again_only_the_tiles_that_a_gate_has_missed() -> None:
    """The palace costs m2 and t3: m2 is among the tapped ones already, and a second tap would take it off."""
    state = about_to_build(["b1", "m2", "t3"], fields=["B3"])
    pool = state.table.pool
    (marble,), seen = ids_of(pool, ("m2",), state.players[0].castle)
    (tools,), _ = ids_of(pool, ("t3",), state.players[0].castle)
    hand = Hand(CastleId("blue"), lambda: Observation(state, Memory(tapped=seen)), Random(1), set(), alone=False)
    carried = [deed.piece for deed in islice(hand.deeds(), 3) if isinstance(deed, Carry)]
    assert carried == [tools]
    assert tools != marble


def test_of_fields_alike_the_greedy_bot_takes_the_one_that_opens_most() -> None:
    """Blue's B2 touches the pastures A2, B1, B3. Free round A2: palace 3; B1: village 2; B3: palace 3, pasture 1."""
    state = about_to_build(["b1", "m1"], fields=["B2"], others_fields=["A1"])
    move = greedy_bot(state, Random(1))
    assert isinstance(move, Build)
    assert move.field == "B3"


def test_the_first_statue_goes_where_most_can_follow() -> None:
    """Free round A2 lie palace 3 and mountain 1, forest A1 is taken; round B3 palace 3, mountain 1 and pasture 1."""
    state = replace(about_to_build([], fields=(), others_fields=("A1",)), phase=FirstStatues(rank=1))
    assert to_mapping(as_action(greedy_bot(state, Random(1)))) == {"do": "place_first", "player": "blue", "field": "B3"}


def with_one_greedy_player(seed: int, players: int) -> State:
    """A game of random players in which seat 0 robs and builds as the greedy bot does."""
    chance = Random(seed)
    state = apply(None, deal(chance, players)).state
    while not isinstance(state.phase, Over):
        greedy_turn = isinstance(state.phase, Placing | FirstStatues) and state.to_act == 0
        move = (greedy_bot if greedy_turn else random_bot)(state, chance)
        if isinstance(state.phase, Robbing) and isinstance(move, Rob) and move.player == state.table.colors[0]:
            wanted = bots.wants(state, Seat(0), move.tile)
            move = move if wanted else replace(move, player=state.table.colors[1])
        state = apply(state, move).state
    return state


@pytest.mark.parametrize(("players", "most_games"), [(2, 18), (4, 12)])
def test_a_greedy_player_beats_random_ones(players: int, most_games: int) -> None:
    games = [with_one_greedy_player(seed, players) for seed in range(20)]
    won = [game for game in games if isinstance(game.phase, Over) and game.phase.winner == 0]
    assert len(won) >= most_games


# A checked game says what is wrong.


def test_a_broken_promise_of_the_engine_is_named_with_the_log_that_leads_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def losing_a_supporter(state: State, action: Move) -> Step:
        step = apply(state, action)
        robbed = replace(step.state.players[0], supporters=-1)
        return Step(replace(step.state, players=(robbed, *step.state.players[1:])), step.events)

    monkeypatch.setattr("controller.games.tumult_royale.bots.bots.apply", losing_a_supporter)
    with pytest.raises(BrokenGame, match="after action 2: blue has -1 supporters") as caught:
        play_game(deal(Random(1), 2), random_bot, Random(1), check=True)
    assert len(caught.value.actions) == 2
