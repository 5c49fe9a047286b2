"""A game judged afterwards: from each moment the core plays it out often.

While statues are placed, the tree search moves for all, since greedy play misjudges the last rounds; then
greedy bots go on. A decision is compared with the one that the search prefers: both positions are searched to the end
of the phase, and then the same seeds play out games from both, so most luck cancels out. Other playouts choose that
move than say how much better it is, so luck does not look like a player's mistake. Robbing is compared where it ended
in a tumult: with tiles that the greediest could have left.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract import analysis, inputs
from controller.games.contract.values import CastleId, Text
from controller.games.tumult_royale.bots.advice import missed_build, tile_face_texts
from controller.games.tumult_royale.bots.looking_ahead import COMPILED, is_searched, load_state_as_seen, search
from controller.games.tumult_royale.box.words import COMMODITIES, Seat, listed
from controller.games.tumult_royale.rules import country
from controller.games.tumult_royale.rules import state as states
from controller.games.tumult_royale.rules.actions import Build, Count, Move, Pass, PlaceFirst, action_from_json
from controller.games.tumult_royale.rules.chapters.shared import tiles_of_set, with_player_replaced
from controller.games.tumult_royale.rules.engine import GameLog, apply
from controller.games.tumult_royale.rules.options import ChosenBuild
from controller.games.tumult_royale.rules.ranks import MAX_ROUNDS
from controller.games.tumult_royale.search.core import Core
from controller.games.tumult_royale.search.position import box_of, load_state
from controller.games.tumult_royale.search.tree import Tree
from controller.games.tumult_royale.show.staging import story_sentences

BotMove = Move | ChosenBuild

GREEDY: Final = 1
"""The core's policy for playouts."""

DECISIONS: Final = 5
"""How many are named."""

COMPARED: Final = ("phase", "round", "rank", "ranked", "placed", "supporters", "tiles", "fields")


class Effort(Struct, frozen=True):
    """Games to play out.

    Attributes:
        moment: for the chances at a moment.
        search: for what would have been better, and roughly by how much; half of it in the first round, and more later.
        suspects: decisions that seem costliest; each is compared once more by ``compare`` pairs of games.
    """

    moment: int
    search: int
    suspects: int
    compare: int


EFFORT: Final = Effort(2000, 400, 8, 10_000) if COMPILED else Effort(25, 25, 8, 250)
"""Some seconds for a game by the compiled core, half a minute by plain Python."""

SEARCHED: Final = 2000 if COMPILED else 60
"""Games that search for the better move, and then for what follows each of the two, when a move is judged at once."""

MOST_PAIRS: Final = 20_000 if COMPILED else 2000
LEAST_PAIRS: Final = 50
"""Pairs of games played out, as there is time; with fewer a move is not judged."""

PAIRS_AT_ONCE: Final = 500 if COMPILED else 25
"""Between two looks at the time, and at whether the difference is clear."""

TOLD_WITHIN: Final = 0.02
"""A gain that is told is known to within this: its figure is said in hundredths."""

LEAST_TRIES: Final = 8
"""A move that the search has tried less often is left to the playouts."""


class Step(Struct, frozen=True):
    """An action, with the states before and after it."""

    seq: int
    before: states.State
    after: states.State
    move: Any

    @property
    def seat(self) -> Seat | None:
        """Whose decision it is; None if chance or all together change the game."""
        return self.before.seat_to_act if isinstance(self.move, PlaceFirst | Build | Pass) else None

    @property
    def changes_chances(self) -> bool:
        """Tell whether to look at the chances after it: not while tiles are set aside or robbed, one by one."""
        before = self.before.phase
        ends_robbing = isinstance(before, states.LastTiles) and not isinstance(self.after.phase, states.LastTiles)
        return ends_robbing or isinstance(
            before, states.FirstStatues | states.Sentiment | states.Placing | states.Coronation
        )


class Instead(Struct, frozen=True):
    """What a seat did, what it could have done instead, and the state that this leads to."""

    seat: Seat
    state: states.State
    done: Text
    better: Text
    done_at: Sequence[str] = ()
    better_at: Sequence[str] = ()


def analyse(play: GameLog, seed: int, effort: Effort | None = None) -> analysis.Analysis:
    """Return the chances at each moment and the costliest decisions; raise NotAnalysable."""
    effort = effort or EFFORT
    if not play.numbered_states:
        raise analysis.NotAnalysable("No game has begun in this log.")
    (first, start), steps = play.numbered_states[0], list(_iter_steps(play))
    judge = Judge(start, seed)
    moments = [analysis.Moment(first, start.round, None, judge.chances(start, effort.moment))]
    suspects = []
    for step in steps:
        if step.changes_chances or step is steps[-1]:
            mover = None if step.seat is None else judge.castles[step.seat]
            chances = judge.chances(step.after, effort.moment)
            moments.append(analysis.Moment(step.seq, step.before.round, mover, chances))
        tries = effort.search * MAX_ROUNDS // (2 * (MAX_ROUNDS + 1 - step.before.round))  # as the games get shorter
        found = judge.better_move(step, tries)
        for instead in [*_iter_with_tiles_left(step), *([] if found is None else [with_move(step, found)])]:
            cost = judge.pairs(step, instead, tries).play(tries)
            suspects.append((cost.value, step, instead))
    suspects.sort(key=lambda suspect: -suspect[0])
    decisions = {}
    for _, step, instead in suspects[: effort.suspects]:
        if (step.seq, instead.seat) not in decisions:
            pairs = judge.pairs(step, instead, min(SEARCHED, effort.compare))
            gain = pairs.play(effort.compare)
            decisions[step.seq, instead.seat] = judge.decision(step, instead, pairs, gain)
    costly = sorted(
        (each for each in decisions.values() if each.gain.value > max(analysis.COSTLY, each.gain.error)),
        key=lambda each: -each.gain.value,
    )
    named = dict[int, analysis.Decision]()
    for each in costly:
        named.setdefault(each.seq, each)  # of several robbers at a count, the one whom it cost most
    return analysis.Analysis(
        effort.moment, moments, [*named.values()][:DECISIONS], None if COMPILED else Text("analysis-rough")
    )


def move_to_judge(play: GameLog, seed: int) -> analysis.MoveToJudge | None:
    """Return the latest action if it is a first statue, a build or a pass."""
    if len(play.numbered_states) < 2 or play.numbered_states[-1][0] != play.seq:  # undone
        return None
    (_, before), (seq, after) = play.numbered_states[-2:]
    step = Step(seq, before, after, action_from_json(play.actions[-1]))
    if step.seat is None or not is_searched(step.before):
        return None
    color = step.before.color(step.seat)
    missed = missed_build(step.before, color) if isinstance(step.move, Pass) else None
    return analysis.MoveToJudge(CastleId(color), partial(judge, step, seed), missed)


def judge(step: Step, seed: int, goes_on: Callable[[], bool]) -> analysis.Decision | None:
    """Return what a decision cost by what its seat may see; None if nothing is better, or there was no time."""
    seen = Judge(step.before, seed, load_state_as_seen)
    better = seen.better_move(step, SEARCHED, goes_on)
    if better is None or not goes_on():
        return None
    instead = with_move(step, better)
    pairs = seen.pairs(step, instead, SEARCHED)
    gain = pairs.play(PAIRS_AT_ONCE)
    while goes_on() and pairs.games < MOST_PAIRS and (pairs.games < LEAST_PAIRS or not pairs.is_clear):
        gain = pairs.play(PAIRS_AT_ONCE)
    return seen.decision(step, instead, pairs, gain) if pairs.games >= LEAST_PAIRS else None


def _iter_steps(play: GameLog) -> Iterator[Step]:
    for (_, before), (seq, after) in pairwise(play.numbered_states):
        yield Step(seq, before, after, action_from_json(play.actions[seq - 1]))


class Judge:
    """Plays games out from states of one table, as ``load`` sees them; the same seed plays the same games."""

    def __init__(self, start: states.State, seed: int, load: Callable[[states.State, Core], None] = load_state) -> None:
        self._load = load
        self._box = box = box_of(start.table)
        self.castles = [CastleId(color) for color in start.table.colors]
        self._random = Random(seed)  # noqa: S311  # games, no secrets
        self._root, self._other, self._game = Core(box, 0), Core(box, 0), Core(box, 0)

    def chances(self, state: states.State, games: int) -> dict[CastleId, analysis.Chance]:
        """Return each castle's chance of winning: exact once the game is over."""
        if isinstance(state.phase, states.Over):
            return {
                castle: analysis.Chance(float(seat == state.phase.winner)) for seat, castle in enumerate(self.castles)
            }
        wins = self._wins_by_search(state, games)
        return {castle: analysis.estimate(number, games) for castle, number in zip(self.castles, wins, strict=True)}

    def better_move(self, step: Step, playouts: int, goes_on: Callable[[], bool] = inputs.always) -> BotMove | None:
        """Return what the search prefers to a decision; None if it is as good as the same."""
        if step.seat is None:
            return None
        found = search(step.before, playouts, self._random, goes_on)
        return None if found is None or self._are_alike(step.after, apply(step.before, found).state) else found

    def pairs(self, step: Step, instead: Instead, playouts: int) -> "Pairs":
        """Prepare games from the positions after a decision and after another one; ``playouts`` search in each."""
        after = [self._settled(state, playouts) for state in (step.after, instead.state)]
        return Pairs(after[0], after[1], self._game, instead.seat, self._random)

    def decision(self, step: Step, instead: Instead, pairs: "Pairs", gain: analysis.Chance) -> analysis.Decision:
        done, better, castle = instead.done, pairs.with_reason(instead.better), self.castles[instead.seat]
        places = instead.done_at, instead.better_at
        return analysis.Decision(step.seq, step.before.round, castle, done, better, gain, *places)

    def _settled(self, state: states.State, playouts: int) -> Core:
        """Return the position once the search has played on, as far as it knows, to the end of placing."""
        found = Core(self._box, 0)
        self._load(state, found)
        if is_searched(state):
            tree = Tree(found, self._random.getrandbits(32))
            tree.search(playouts)
            tree.settle(LEAST_TRIES)
        return found

    def _wins(self, state: states.State, games: int) -> list[int]:
        """Return how many games each seat wins."""
        root, game, wins = self._root, self._game, [0] * len(self.castles)
        self._load(state, root)
        game.seed(self._random.getrandbits(32))
        for _ in range(games):
            game.copy_from(root)
            game.play_out(GREEDY)
            wins[game.winner] += 1
        return wins

    def _wins_by_search(self, state: states.State, games: int) -> list[int]:
        """As ``_wins``; but while statues are placed, the tree finds good moves for all."""
        if not is_searched(state):
            return self._wins(state, games)
        self._load(state, self._root)
        tree = Tree(self._root, self._random.getrandbits(32))
        tree.search(games)
        return [tree.won[seat] for seat, _ in enumerate(self.castles)]

    def _are_alike(self, one: states.State, other: states.State) -> bool:
        """Tell whether two moves of a turn lead to the same position but for which of equal tiles were paid."""
        load_state(one, self._root)
        load_state(other, self._other)
        return all(getattr(self._root, name) == getattr(self._other, name) for name in COMPARED)


class Pairs:
    """The same games, by their seeds, played out from two positions.

    Attributes:
        games: pairs so far.
        is_clear: whether it is known by now if the other position is better by ``COSTLY``, and then about how much.
    """

    def __init__(self, one: Core, other: Core, game: Core, seat: Seat, random: Random) -> None:
        self._one, self._other, self._game, self._seat, self._random = one, other, game, seat, random
        self._gained = self._lost = self.games = 0
        self.is_clear = False

    def with_reason(self, better: Text) -> Text:
        """Add what the other position has more at the end of the phase: statues, or else supporters."""
        one, other, seat = self._one, self._other, self._seat
        for key, more in (
            ("judged-statues", other.placed[seat] - one.placed[seat]),
            ("judged-supporters", other.supporters[seat] - one.supporters[seat]),
        ):
            if more > 0:
                return Text("judged-why", {"better": better, "why": Text(key, {"number": more})})
        return better

    def play(self, pairs: int) -> analysis.Chance:
        """Return what the other position has gained in all games so far."""
        game = self._game
        for _ in range(pairs):
            won, seed = [], self._random.getrandbits(32)
            for position in (self._one, self._other):
                game.copy_from(position)
                game.seed(seed)
                game.play_out(GREEDY)
                won.append(game.winner == self._seat)
            self._gained += won[1] > won[0]
            self._lost += won[1] < won[0]
        self.games += pairs
        gain = analysis.paired_gain(self._gained, self._lost, self.games)
        is_better = gain.value > analysis.COSTLY
        self.is_clear = abs(gain.value - analysis.COSTLY) > gain.error and not (is_better and gain.error > TOLD_WITHIN)
        return gain


def _iter_with_tiles_left(step: Step) -> Iterator[Instead]:
    """If robbing ended in a tumult: what the greediest could have left of its commodity, one tile or all (TR-3.4)."""
    before = step.before
    if not isinstance(before.phase, states.LastTiles) or not isinstance(step.move, Count):
        return
    pool = before.table.pool
    for event in apply(before, step.move).events:
        if event.key != "tumult":
            continue
        color, seat = Text(event.values["color"]), before.seat(event.values["color"])
        assert seat is not None
        player = before.players[seat]
        robbed = player.castle & pool.of[COMMODITIES.index(event.values["commodity"])]
        one_of_each_value = {tile.value: pool.bits[tile.id] for tile in tiles_of_set(pool, robbed)}
        for left in {*one_of_each_value.values(), robbed} - {0}:
            players = with_player_replaced(before.players, seat, replace(player, castle=player.castle & ~left))
            instead = apply(replace(before, players=players), step.move).state
            all_of_it, spared = (listed(tile_face_texts(tiles_of_set(pool, tiles))) for tiles in (robbed, left))
            done = Text("judged-robbed", {"color": color, "tiles": all_of_it})
            yield Instead(seat, instead, done, Text("judged-left", {"color": color, "tiles": spared}))


def with_move(step: Step, better: BotMove) -> Instead:
    assert step.seat is not None
    (done, done_at), (instead, better_at) = (_told_move(step.before, move) for move in (step.move, better))
    return Instead(step.seat, apply(step.before, better).state, done, instead, done_at, better_at)


def _told_move(before: states.State, move: BotMove) -> tuple[Text, Sequence[str]]:
    """Return what the story tells of a move, of a build only where it is and what pays for it; and the fields taken."""
    step = apply(before, move)
    told = next(story_sentences(step.state, step.events))
    taken = step.state.occupied_fields() & ~before.occupied_fields()
    fields = [country.FIELD_NAMES[bit] for bit in country.iter_bit_indexes(taken)]
    return replace(told, key=told.key.replace("told-built", "judged-built")), fields
