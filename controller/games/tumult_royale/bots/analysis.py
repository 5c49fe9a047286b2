"""A game judged afterwards: from each moment the core plays it out often.

While statues are placed, the tree search moves for all, since greedy play misjudges the last rounds; then
greedy bots go on. A decision is compared with the one that the search prefers: both positions are searched to the end
of the phase, and then the same seeds play out games from both, so most luck cancels out. Other playouts choose that
move than say how much better it is, so luck does not look like a player's mistake. Robbing is compared where it ended
in a tumult: with tiles that the greediest could have left.

In practice a statue or a pass is judged at once by what its seat may see, robbing once the tiles lie face up.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract import analysis, inputs
from controller.games.contract.values import CastleId, PieceId, Text
from controller.games.tumult_royale.bots.advice import missed_build, site_name, tile_face_texts
from controller.games.tumult_royale.bots.looking_ahead import COMPILED, is_searched, load_state_as_seen, search
from controller.games.tumult_royale.box.words import (
    COMMODITIES,
    KINDS,
    STATUES_BY_KIND,
    Color,
    Commodity,
    FieldName,
    Seat,
    listed,
)
from controller.games.tumult_royale.rules import country
from controller.games.tumult_royale.rules import state as states
from controller.games.tumult_royale.rules.actions import (
    Build,
    Count,
    Move,
    Pass,
    PlaceFirst,
    Reveal,
    SetAside,
    Stop,
    action_from_json,
)
from controller.games.tumult_royale.rules.chapters.shared import tiles_of_set, with_player_replaced
from controller.games.tumult_royale.rules.engine import GameLog, apply
from controller.games.tumult_royale.rules.options import ChosenBuild, build_options
from controller.games.tumult_royale.rules.payments import list_accepted_payments
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
    pieces: Sequence[PieceId] = ()


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
        left = [instead for color in tumult_colors(step) for instead in _iter_with_tiles_left(step, color)]
        for instead in [*left, *([] if found is None else [with_move(step, found)])]:
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
    note = Text("judged-how" if COMPILED else "analysis-rough")
    return analysis.Analysis(effort.moment, moments, [*named.values()][:DECISIONS], note)


def move_to_judge(play: GameLog, seed: int) -> analysis.MoveToJudge | None:
    """Return the latest action: a statue, a pass or a tumult to judge, another one with why it cannot be judged."""
    if len(play.numbered_states) < 2 or play.numbered_states[-1][0] != play.seq:  # undone
        return None
    (_, before), (seq, after) = play.numbered_states[-2:]
    step = Step(seq, before, after, action_from_json(play.actions[-1]))
    castle = None if step.seat is None else CastleId(before.color(step.seat))
    match step.move:
        case PlaceFirst() | Build() | Pass() if is_searched(before):
            missed, remark = _passed_by(step), _remark_on_small_build(step)
            gives_up = missed and _ends_placing(step)
            offers: Literal["always", "if_better"] = "always" if gives_up or remark else "if_better"
            return analysis.MoveToJudge(castle, partial(judge, step, seed), remark or _remark(step, missed), offers)
        case Count():
            robbers = [_robbing_to_judge(step, color, seed) for color in tumult_colors(step)]
            return replace(robbers[0], others=robbers[1:]) if robbers else None
        case PlaceFirst():
            return analysis.MoveToJudge(castle, None, Text("judged-no-map"))
        case SetAside() if before.round == 1 and not before.set_aside:
            return analysis.MoveToJudge(None, None, Text("judged-aside"))
        case Stop() if before.round == 1:
            return analysis.MoveToJudge(None, None, Text("judged-no-robbing"))
        case Reveal(player=king):
            return analysis.MoveToJudge(CastleId(king), None, Text("judged-luck"))
    return None


def _remark(step: Step, missed: tuple[Text, int] | None) -> Text:
    """Return what is said of a move of which no other one is clearly better; ``missed`` is from ``_passed_by``."""
    assert step.seat is not None
    match step.move:
        case PlaceFirst(field=str(field)):
            return Text("judged-first-good", {"next": _next_to(step.after, field)})
        case Pass():
            return _remark_on_pass(step, missed)
    return Text("judged-good")


def _remark_on_pass(step: Step, missed: tuple[Text, int] | None) -> Text:
    """Return what could have been built, and whether the castle is asked again (TR-4.8, TR-4.9)."""
    before, after = step.before.phase, step.after.phase
    assert isinstance(before, states.Placing)
    if missed is None:
        return Text("judged-pass-forced")
    where, statues = missed
    if _ends_placing(step):
        return Text("judged-gave-up", {"where": where, "statues": statues})
    assert isinstance(after, states.Placing)
    goes_on = before.built or after.placement_round > before.placement_round
    return Text("judged-asked-again" if goes_on else "judged-asked-if-built", {"where": where})


def _remark_on_small_build(step: Step) -> Text | None:
    """Return what is said of a build whose tiles could have paid for more statues elsewhere; None of another move."""
    if not isinstance(step.move, Build) or step.seat is None or isinstance(step.after.phase, states.Over):
        return None
    pool, (before, after) = step.before.table.pool, (state.players[step.seat] for state in (step.before, step.after))
    paid, built = pool.counts_by_value(before.castle & ~after.castle), after.placed - before.placed
    payable = [option for option in build_options(step.before) if list_accepted_payments(paid, option.price.cost)]
    best = max(payable, key=lambda option: STATUES_BY_KIND[option.kind])
    if (more := STATUES_BY_KIND[best.kind] - built) <= 0:
        return None
    return Text("judged-larger", {"where": site_name(best.kind, best.field_name), "more": more})


def _passed_by(step: Step) -> tuple[Text, int] | None:
    """Return what a pass could have built; without a map, nothing where people say that no field was free (TR-11.2)."""
    if not isinstance(step.move, Pass) or step.move.stuck is True:
        return None
    return missed_build(step.before, step.move.player)


def _ends_placing(step: Step) -> bool:
    return not isinstance(step.after.phase, states.Placing)


def _robbing_to_judge(step: Step, color: Color, seed: int) -> analysis.MoveToJudge:
    work = partial(judge_robbing, step, color, seed)
    return analysis.MoveToJudge(CastleId(color), work, Text("judged-tumult"), "never")


def _next_to(state: states.State, name: FieldName) -> Text:
    """Tell the vacant fields that touch one, by kind: there building costs the single price (TR-4.4)."""
    field = country.field_by_name(name, len(state.players))
    assert field is not None
    assert isinstance(state.land, country.Country)
    vacant = country.touching_fields(field) & ~state.occupied_fields()
    numbers = [(kind, (vacant & fields).bit_count()) for kind, fields in zip(KINDS, state.land.kinds, strict=True)]
    kinds = [Text("judged-kind", {"number": number, "kind": Text(kind)}) for kind, number in numbers if number]
    return Text("judged-next-to", {"field": name, "kinds": listed(kinds) or (Text("judged-none"),)})


def judge(step: Step, seed: int, goes_on: Callable[[], bool]) -> analysis.Decision | None:
    """Return what a decision cost by what its seat may see; None if nothing is better, or there was no time."""
    seen = Judge(step.before, seed, load_state_as_seen)
    better = seen.better_move(step, SEARCHED, goes_on)
    if better is None or not goes_on():
        return None
    return _decision_with_clear_gain(seen, step, with_move(step, better), goes_on)


def judge_robbing(step: Step, color: Color, seed: int, goes_on: Callable[[], bool]) -> analysis.Decision | None:
    """As ``judge``, for what the greediest in a tumult robbed: compared with the best of what it could have left."""
    seen = Judge(step.before, seed, load_state_as_seen)
    found = list[tuple[float, Instead]]()
    for instead in _iter_with_tiles_left(step, color):
        found.append((seen.pairs(step, instead, SEARCHED).play(PAIRS_AT_ONCE).value, instead))
        if not goes_on():
            return None
    if not found:
        return None
    _, best = max(found, key=lambda each: each[0])
    return _decision_with_clear_gain(seen, step, best, goes_on)


def _decision_with_clear_gain(
    seen: "Judge", step: Step, instead: Instead, goes_on: Callable[[], bool]
) -> analysis.Decision | None:
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
        marked = instead.done_at, instead.better_at, instead.pieces
        return analysis.Decision(step.seq, step.before.round, castle, done, better, gain, *marked)

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


def tumult_colors(step: Step) -> list[Color]:
    """Return who pays for tumults of the last robbing, each once (TR-3.4)."""
    if not isinstance(step.before.phase, states.LastTiles) or not isinstance(step.move, Count):
        return []
    return list(dict.fromkeys(color for color, _ in _iter_tumults(step)))


def _iter_tumults(step: Step) -> Iterator[tuple[Color, Commodity]]:
    for event in apply(step.before, step.move).events:
        if event.key == "tumult":
            yield event.values["color"], event.values["commodity"]


def _iter_with_tiles_left(step: Step, color: Color) -> Iterator[Instead]:
    """Return what the greediest in a tumult could have left of its commodity, one tile or all (TR-3.4)."""
    before = step.before
    pool, seat = before.table.pool, before.seat(color)
    assert seat is not None
    player = before.players[seat]
    for commodity in [commodity for greediest, commodity in _iter_tumults(step) if greediest == color]:
        robbed = player.castle & pool.of[COMMODITIES.index(commodity)]
        one_of_each_value = {tile.value: pool.bits[tile.id] for tile in tiles_of_set(pool, robbed)}
        for left in {*one_of_each_value.values(), robbed} - {0}:
            players = with_player_replaced(before.players, seat, replace(player, castle=player.castle & ~left))
            instead = apply(replace(before, players=players), step.move).state
            all_of_it, spared = (listed(tile_face_texts(tiles_of_set(pool, tiles))) for tiles in (robbed, left))
            done = Text("judged-robbed", {"color": Text(color), "tiles": all_of_it})
            better = Text("judged-left", {"color": Text(color), "tiles": spared})
            yield Instead(seat, instead, done, better, better_at=["people"], pieces=pool.tile_ids(left))


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
    told = replace(told, key=told.key.replace("told-built", "judged-built"))
    if isinstance(move, PlaceFirst) and fields:
        told = Text("judged-why", {"better": told, "why": _next_to(step.state, fields[0])})
    return told, fields
