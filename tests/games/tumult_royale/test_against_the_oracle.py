"""The engine and a naive second reading of the rules agree on every action of games drawn by chance."""

import functools
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.tumult_royale.bots.bots import greedy_bot, random_bot
from controller.games.tumult_royale.box import reading
from controller.games.tumult_royale.rules import options
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.actions import to_mapping as to_line
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.options import as_action
from controller.games.tumult_royale.rules.state import to_mapping
from tests.games.tumult_royale.oracle import logs
from tests.games.tumult_royale.oracle.model import Model, copied
from tests.soak import SOAK

LONGEST = 400
AFTER_THE_END = 12

SAMPLE = range(1000) if SOAK else (24, 29, 69, 71, 122, 181, 194, 276, 408)
"""Games that have all together what ``IN_THE_LOGS`` names."""


def engine_submits(play: GameLog, action: Any) -> tuple[str, Any]:
    try:
        play.submit(action)
    except Refusal as refusal:
        return "refused", refusal.code
    assert play.state is not None
    return "accepted", to_mapping(play.state, play.seq)


def same(ours: Any, theirs: Any) -> bool:
    """As JSON: ``true`` is not 1."""
    return as_json(ours) == as_json(theirs)


as_json = msgspec.json.Encoder(order="deterministic").encode


def differing(ours: Any, theirs: Any) -> dict[str, Any]:
    """What stands at each key that differs, ours first."""
    keys = sorted({*ours, *theirs})
    return {key: (ours.get(key), theirs.get(key)) for key in keys if not same(ours.get(key), theirs.get(key))}


@functools.cache
def standard() -> Any:
    return reading.standard().to_mapping()


def play_log(seed: int, faults: Mapping[int, int]) -> Counter[str]:
    """Play one log through both, with a fault drawn from its own seed at each of these actions; say what occurred."""
    chance = Random(seed)
    bot = chance.choice((random_bot, greedy_bot))
    model, play = Model(standard()), GameLog()
    refusals = Counter[str]()
    standing, after_the_end, done = None, 0, list[Any]()
    for number in range(LONGEST):
        over = play.state is not None and play.state.phase.name == "over"
        wrong = Random(faults[number]) if number in faults else Random(number) if over else None
        if wrong is not None and play.state is not None and wrong.random() < 0.3:
            action = logs.amend(wrong, play.state) if wrong.random() < 0.4 else {"do": "undo"}
        elif wrong is not None:
            action = logs.fault(wrong, play.state, done or [logs.start(wrong, standard())])
        elif play.state is None:
            action = logs.start(chance, standard())
        else:
            action = to_line(as_action(bot(play.state, chance)))
        done += [action] if isinstance(action, dict) and action else []
        where = f"log {seed}, action {number}: {action!r:.2000}"
        handed_over = copied(action)
        expected, told = model.submit(action)
        seen, answer = engine_submits(play, handed_over)
        assert repr(action) == repr(handed_over), f"{where}: the engine changed its argument"
        if expected == "refused":
            assert seen == "refused", f"{where}: accepted, not refused with {set(told)}"
            assert answer in told, f"{where}: refused with {answer}, not {set(told)}"
            refusals[f"refused {answer}"] += 1
            after = None if play.state is None else to_mapping(play.state, play.seq)
            assert same(after, standing), f"{where}: refused, but the state has changed"
        else:
            assert seen == "accepted", f"{where}: refused with {answer}, not accepted"
            assert same(answer, told), f"{where}: engine and oracle differ in {differing(answer, told)}"
            standing = told
        if play.state is not None:
            offered = options.to_mappings(play.state)
            assert same(offered, model.options()), f"{where}: options are {offered}, not {model.options()}"
        if model.state is not None and model.state["phase"] == "over":
            after_the_end += 1
            if after_the_end == AFTER_THE_END:
                break
    if any(what.startswith("undo") for what in model.happened):
        assert same(played_again(model), model.shown()), f"log {seed}: taking back differs from never having done it"
    return model.happened + refusals


def played_again(model: Model) -> Any:
    """The oracle's state after the actions that stand, and no other."""
    again = Model(standard())
    for action in model.standing:
        assert again.submit(action)[0] == "accepted"
    again.seq = model.seq
    return again.shown()


IN_THE_LOGS = (
    *(f"refused {rule}" for rule in ("LOG", "TR-0.1", "TR-0.3", "TR-0.6", "TR-1.1", "TR-1.3", "TR-2.1", "TR-2.2")),
    *(f"refused {rule}" for rule in ("TR-2.3", "TR-2.4", "TR-2.5", "TR-2.6", "TR-4.1", "TR-4.2", "TR-4.5", "TR-4.6")),
    "refused TR-6.3",
    *(f"ending {ending}" for ending in ("25th statue", "gap", "tenth round")),
    *(f"TR-9.1 {what}" for what in ("shortage", "supply too small", "pays all he has")),
    "TR-9.2 shortage",
    "TR-4.3 fewer statues left",
    "TR-4.10 consolation",
    "TR-6.2 only one left",
    "built for double cost",
    "passed over",
    "stuck",
    "forget_spin with a previous number",
    "reveal in round 3",
    "reveal in round 5",
    "tumult while someone has mercy",
    *(f"tumult, {tiles} tiles or more robbed" for tiles in (0, 1, 2)),
    *(f"amend supporters in {phase}" for phase in ("first_statues", "sentiment", "set_aside", "taxes", "statues")),
    *(f"amend {what} in {phase}" for what in ("move", "demand") for phase in ("set_aside", "taxes")),
    *(f"undo of {what}" for what in ("amend", "place_first", "spin", "forget_spin", "set_aside", "collect", "rob")),
    *(f"undo of {what}" for what in ("stop", "count", "build", "pass", "reveal")),
)
"""What the compared games are for. TR-0.2, TR-0.4 and TR-10.1 are left out: the contract has another id as right."""


@given(
    seed=st.integers(0, 2**16),
    faults=st.dictionaries(st.integers(0, LONGEST), st.integers(0, 2**16), max_size=80),
)
@settings(max_examples=10_000 if SOAK else 12)
def test_they_agree_on_every_action_of_a_game_with_faults_in_it(seed: int, faults: dict[int, int]) -> None:
    play_log(seed, faults)


def test_in_such_games_is_every_ending_refusal_shortage_and_correction() -> None:
    occurred = Counter[str]()
    for seed in SAMPLE:
        chance = Random(seed)
        often = chance.choice((0.03, 0.1, 0.25))
        faults = {at: chance.getrandbits(16) for at in range(LONGEST) if at < 6 or chance.random() < often}
        occurred += play_log(seed, faults)
    assert [what for what in IN_THE_LOGS if what not in occurred] == []
