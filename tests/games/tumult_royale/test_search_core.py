"""The search core beside the rules: the same options and the same state at every decision of whole games."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import pytest

from controller import limits
from controller.games.contract.values import PieceId
from controller.games.tumult_royale import search
from controller.games.tumult_royale.bots.bots import draw_start_action, random_bot_move
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tumult_royale.box.words import COMMODITIES, PLAYER_COUNTS, MapMode, Variant
from controller.games.tumult_royale.rules import actions
from controller.games.tumult_royale.rules.actions import Move, Refusal
from controller.games.tumult_royale.rules.country import TileSet, field_by_name
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.options import ChosenBuild, build_options, first_statue_fields
from controller.games.tumult_royale.rules.payments import PaymentList, list_commodity_payments
from controller.games.tumult_royale.rules.state import FirstStatues, Over, Placing, State
from controller.games.tumult_royale.search.core import Core
from controller.games.tumult_royale.search.position import box_of, load_state
from tests.games.tumult_royale.playing import house_edition
from tests.support.soak import SOAK

DECISIONS: Final = 10_000_000 if SOAK else 40_000
SETUPS: Final = [
    (players, variant, map_mode)
    for players in PLAYER_COUNTS
    for variant in get_args(Variant)
    for map_mode in get_args(MapMode)
]
PROBED_EVERY: Final = 50
"""Decisions after which every action is tried, not only the drawn one."""

FIRST, SPIN, ASIDE, ROB, LATE, BUILD, CROWN, OVER = range(8)
RANDOM, GREEDY = range(2)
LEAST: Final = 1

ALWAYS: Final = (
    *("phase", "round", "winner", "ranked", "supporters", "placed", "merciful", "blamed", "demand", "last_demand"),
    *("people", "tiles", "aside", "fields", "free", "kinds", "lying", "face_down"),
)
ALSO: Final = {
    FIRST: ("rank",),
    SPIN: ("carried",),
    ASIDE: ("carried",),
    ROB: ("carried",),
    LATE: ("carried", "late"),
    BUILD: ("rank", "built", "able"),
    CROWN: ("due",),
    OVER: (),
}
"""Attributes that count in a phase."""


def core_of(state: State) -> Core:
    core = Core(box_of(state.table), seed=1)
    load_state(state, core)
    return core


def numbers(core: Core) -> dict[str, Any]:
    return {name: getattr(core, name) for name in ALWAYS + ALSO[core.phase]}


@cache
def number_of_field(name: str) -> int:
    field = field_by_name(name, 4)
    assert field is not None
    return field.bit_length() - 1


def face_of(state: State, tile: PieceId) -> int:
    found = state.table.pool.tile_by_id(tile)
    return 3 * COMMODITIES.index(found.commodity) + found.value - 1


def faces_of(state: State, tiles: TileSet) -> dict[int, PieceId]:
    """A tile for each face among these."""
    return {face_of(state, tile): tile for tile in state.table.pool.tile_ids(tiles)}


def decide(core: Core, state: State, move: Move | ChosenBuild) -> None:
    """Take the same decision in the core."""
    match move:
        case actions.PlaceFirst(field=field):
            core.place_first(number_of_field(field) if isinstance(field, str) else -1)
        case actions.Spin(demand=demand):
            core.spin(demand)
        case actions.ForgetSpin():
            core.forget_spin()
        case actions.SetAside(tile=tile):
            core.set_aside(face_of(state, tile))
        case actions.Collect():
            core.collect()
        case actions.Rob(player=color, tile=tile):
            core.rob(state.table.colors.index(color), face_of(state, tile))
        case actions.Stop():
            core.stop()
        case actions.Count():
            core.count()
        case ChosenBuild(price=price, paid=paid, gains=gains, field=field):
            core.paid = [number for counts in state.table.pool.counts_by_value(paid) for number in counts]
            core.gains = gains
            core.build(price.bit.bit_length() - 1, field.bit_length() - 1)
        case actions.Pass(stuck=stuck):
            (core.pass_stuck if stuck is True else core.pass_turn)()
        case actions.Reveal(tiles=tiles):
            ids = [region.id for region in state.table.edition.regions]
            for lie in tiles:
                core.turn_up(lie.slot, ids.index(lie.tile), lie.turns)
            while core.phase == CROWN:
                core.turn_up(-1, -1, -1)
        case _:
            raise AssertionError(move)


def assert_same_builds(core: Core, state: State) -> None:
    seat = core.ranked[core.rank]
    assert seat == state.seat_to_act
    payable = core.affordable(seat)
    prices = [price for price in range(7) if payable >> price & 1]
    ours = [(price, core.site(seat, price, at)) for price in prices for at in range(core.number_of_sites(seat, price))]
    options = {
        (option.price.bit.bit_length() - 1, option.site.bit_length() - 1): option for option in build_options(state)
    }
    assert ours == sorted(options)
    for price, option in {price: option for (price, _), option in options.items()}.items():
        assert_same_payments(core, seat, price, option.price.cost, option.payments)


def ways_of(core: Core, found: int) -> list[tuple[tuple[int, ...], int]]:
    ways, surplus = core.ways, core.surplus
    return sorted(
        ((1,) * ways[3 * at] + (2,) * ways[3 * at + 1] + (3,) * ways[3 * at + 2], surplus[at]) for at in range(found)
    )


def assert_same_payments(core: Core, seat: int, price: int, cost: tuple[int, int, int], listed: PaymentList) -> None:
    least = 0
    for commodity, theirs in enumerate((listed.bread, listed.marble, listed.tools)):
        found = core.list_ways(seat, commodity, cost[commodity])
        assert ways_of(core, found)[: limits.PAYMENTS_LISTED] == list(theirs)
        least += min(core.surplus[:found])
    core.choose_payment(seat, price, LEAST)
    assert core.gains == least


def allowed(core: Core) -> set[str]:
    """The core's options other than builds, in words."""
    phase, players = core.phase, core.box.players
    lying = [face for face in range(9) if core.people[face]]
    words = set[str]()
    if phase == SPIN:
        words |= {"spin", "forget spin"}
    if (phase == ASIDE or (phase == SPIN and not core.box.gambler)) and core.aside < 3 * players:
        words |= {f"set aside {face}" for face in lying}
    if phase == ASIDE and core.aside == 3 * players:
        words.add("collect")
    if phase in {ROB, LATE}:
        words |= {f"{seat} robs {face}" for seat in range(players) if not core.late >> seat & 1 for face in lying}
        words.add("stop" if phase == ROB else "count")
    if phase == BUILD:
        words.add(f"{core.ranked[core.rank]} passes")
    return words


def accepted(state: State) -> set[str]:
    """The same, as the rules accept them."""
    colors = state.table.colors
    faces = faces_of(state, state.table.pool.all) | faces_of(state, state.people_tiles)
    demand, next_spun = (
        min(state.table.edition.spinner_demands()),
        COMMODITIES[state.demand.index(None) % 3] if None in state.demand else "bread",
    )
    actions_by_word: dict[str, Move] = {
        "spin": actions.Spin(demand, next_spun) if state.table.variant == "gambler" else actions.Spin(demand),
        "forget spin": actions.ForgetSpin(),
        **{f"set aside {face}": actions.SetAside(tile) for face, tile in faces.items()},
        "collect": actions.Collect(),
        **{
            f"{seat} robs {face}": actions.Rob(color, tile)
            for seat, color in enumerate(colors)
            for face, tile in faces.items()
        },
        "stop": actions.Stop(),
        "count": actions.Count(),
        **{f"{seat} passes": actions.Pass(color) for seat, color in enumerate(colors)},
    }
    return {word for word, action in actions_by_word.items() if is_accepted(state, action)}


def is_accepted(state: State, action: Move) -> bool:
    try:
        apply(state, action)
    except Refusal:
        return False
    return True


def compare_game(number: int, edition: Edition | None = None) -> int:
    """Play a game by chance in rules and core; return the number of its decisions."""
    chance = Random(number)
    players, variant, map_mode = SETUPS[number % len(SETUPS)]
    if edition is None:
        house = number // len(SETUPS) % 2
        edition = EDITION_FORMAT.parse(house_edition(chance)) if house else standard_edition()
    start = draw_start_action(chance, players, variant=variant, map_mode=map_mode, edition=edition)
    state = apply(None, start).state
    core, again = core_of(state), core_of(state)
    decisions = 0
    while not isinstance(state.phase, Over):
        where = f"game {number}, decision {decisions}"
        if isinstance(state.phase, Placing):
            assert_same_builds(core, state)
        elif isinstance(state.phase, FirstStatues):
            assert core.kinds[0] & core.free[0] | (core.kinds[1] & core.free[1]) << 36 == first_statue_fields(state), (
                where
            )
        if decisions % PROBED_EVERY == number % PROBED_EVERY:
            assert allowed(core) == accepted(state), where
        move = random_bot_move(state, chance)
        decide(core, state, move)
        state = apply(state, move).state
        load_state(state, again)
        assert numbers(core) == numbers(again), where
        decisions += 1
    return decisions


@pytest.mark.parametrize("part", range(10))
def test_core_and_rules_agree_at_every_decision(part: int) -> None:
    decisions, game = 0, part
    while decisions < DECISIONS // 10:
        decisions += compare_game(game)
        game += 10


def test_the_core_has_room_for_all_ways_to_pay_the_dearest_price() -> None:
    core = core_of(apply(None, draw_start_action(Random(1), 2)).state)
    core.tiles = [43, 43, 43, *[0] * 33]
    assert core.list_ways(0, 0, 60) == 311
    assert ways_of(core, 311)[: limits.PAYMENTS_LISTED] == list(list_commodity_payments((43, 43, 43), 60))


def largest_edition() -> Edition:
    """As much of everything as an edition may have."""
    chance = Random(1)
    standard = standard_edition()
    mapping = house_edition(chance)
    mapping["tiles"] = [
        {"id": f"t{number}", "commodity": COMMODITIES[number % 3], "value": number // 3 % 3 + 1, "frame": "plain"}
        for number in range(limits.EDITION_TILES)
    ]
    mapping["costs"] |= {
        "pasture": {"bread": 1, "marble": 0, "tools": 0},
        "forest": {"bread": limits.EDITION_COST_SYMBOLS, "marble": 2, "tools": 0},
    }
    mapping["spinner"] = [{"demand": 10 * number, "degrees": 10} for number in range(limits.EDITION_SECTORS)]
    mapping["regions"] = [
        {"id": f"R{number}", "fields": list(standard.regions[number % 10].fields)}
        for number in range(limits.EDITION_REGIONS)
    ]
    mapping["chronicle"] = [limits.EDITION_NUMBER] * 5
    mapping["supporters"] = {"total": limits.EDITION_NUMBER, "start": {"2": 500_000, "3": 1, "4": 250_000}}
    return EDITION_FORMAT.parse(mapping)


@pytest.mark.parametrize("game", range(len(SETUPS)))
def test_core_and_rules_agree_on_the_largest_edition(game: int) -> None:
    compare_game(game, largest_edition())


PLAYED: Final[dict[tuple[int, Variant, MapMode], list[tuple[int, int, list[int], int]]]] = {
    (2, "classic", "tracked"): [(1, 9, [10, 14], 2706324516912680977), (1, 10, [23, 24], 8008604596650975173)],
    (2, "classic", "honour"): [(0, 8, [12, 5], 1564011636412923639), (0, 8, [25, 23], 10441754784669734097)],
    (2, "gambler", "tracked"): [(0, 9, [20, 15], 1318734403376512235), (1, 10, [22, 24], 2557556734061158060)],
    (2, "gambler", "honour"): [(0, 9, [14, 11], 13695747506821632525), (0, 7, [25, 23], 11312238892391340534)],
    (3, "classic", "tracked"): [(0, 8, [12, 8, 6], 6713014734606508346), (2, 7, [11, 17, 19], 274062366646877713)],
    (3, "classic", "honour"): [(1, 10, [14, 15, 13], 10758407277469285869), (0, 8, [25, 23, 21], 12209410737242255263)],
    (3, "gambler", "tracked"): [(1, 9, [11, 11, 8], 10864077898955722584), (0, 8, [21, 14, 14], 4267515784816265827)],
    (3, "gambler", "honour"): [(2, 7, [9, 6, 12], 17069644817272970073), (2, 8, [23, 24, 25], 3442259656560188094)],
    (4, "classic", "tracked"): [
        (1, 8, [7, 13, 8, 7], 284826003369503980),
        (1, 8, [19, 22, 16, 14], 8971448950259393760),
    ],
    (4, "classic", "honour"): [
        (1, 6, [7, 16, 10, 7], 6244363379683291244),
        (2, 6, [14, 18, 25, 17], 9446336382485314486),
    ],
    (4, "gambler", "tracked"): [
        (0, 8, [11, 10, 7, 8], 17414447289760959315),
        (1, 7, [17, 20, 12, 17], 1027893406888720734),
    ],
    (4, "gambler", "honour"): [
        (1, 7, [12, 15, 9, 7], 13255236831732031052),
        (0, 6, [23, 20, 18, 13], 6272803736563502108),
    ],
}
"""Of a game by chance and a greedy one: winner, rounds, statues, state of the generator."""


@pytest.mark.parametrize("setup", PLAYED)
def test_the_same_seed_plays_the_same_game_compiled_or_not(setup: tuple[int, Variant, MapMode]) -> None:
    players, variant, map_mode = setup
    start = draw_start_action(Random(players), players, variant=variant, map_mode=map_mode)
    core = core_of(apply(None, start).state)
    played = []
    for policy in (RANDOM, GREEDY):
        load_state(apply(None, start).state, core)
        core.seed(3)
        core.play_out(policy)
        played.append((core.winner, core.round, core.placed[:players], core.chance))
    assert played == PLAYED[setup]


def test_what_was_compiled_is_not_older_than_its_sources() -> None:
    """Else `make compiled` is due: Python prefers it to the source."""
    folder = Path(search.__path__[0])
    for compiled in folder.glob("*.so"):
        name = compiled.name.partition(".")[0]
        made_at = compiled.stat().st_mtime
        assert [each.name for each in folder.glob(f"{name}.p*") if each.stat().st_mtime > made_at] == [], (
            "make compiled"
        )
