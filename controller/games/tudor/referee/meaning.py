"""What the player to act may mean by what was tapped, walks of a courtier included (TU-7, TU-9, TU-12)."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from controller.games.tudor.box.edition import FACTIONS
from controller.games.tudor.referee import choices
from controller.games.tudor.referee.memory import (
    Asked,
    Awaited,
    Begun,
    Offered,
    Question,
    Reading,
    Said,
    Stuck,
    Tap,
    Told,
    narrowed,
    picks,
)
from controller.games.tudor.rules import engine, moves
from controller.games.tudor.rules.lots import ANY_CARD, BonusMoves, Payments, RingSwaps, TokenSwaps, Trades
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option, options
from controller.games.tudor.rules.state import BARE, EMPTY, NOBODY, DrawStep, RingStep, State, WearStep
from controller.games.tudor.rules.table import Faction, Path, RingNumber, Seat, Space, Token

BONUS_MOVE: Final = "move"
LEFT: Final = "left"
RIGHT: Final = "right"


class Walk(Struct, frozen=True):
    """A courtier's way, by what it is done.

    Attributes:
        what: a letter, the bonus move, or a side of the scenario card.
        begun: the figure that is activated with it.
        origin: a space or ``SUPPLY``.
        needs: the card for each space, or ``ANY_CARD``; empty where none is paid.
        brings: whether one of the cards paid may come back (TU-10.5).
    """

    what: str
    begun: Begun
    origin: Space
    path: Path
    needs: tuple[Faction, ...] = ()
    brings: bool = False


def walks(options: Iterable[Option], begun: Begun = None) -> list[Walk]:
    found = []
    for option in options:
        match option:
            case moves.Walk(letter=letter, origin=origin, path=path, cards=cards):
                found.append(Walk(letter, begun, origin, path, cards))
            case Payments(letter=letter, origin=origin, path=path, needs=needs, bonus=bonus):
                found.append(Walk(letter, begun, origin, path, needs, bonus))
            case moves.Stroll(origin=origin, path=path):
                found.append(Walk(LEFT, begun, origin, path))
            case moves.Jump(origin=origin, to=to):
                found.append(Walk(RIGHT, begun, origin, (to,)))
            case BonusMoves(steps=steps):
                found += [Walk(BONUS_MOVE, begun, origin, path) for origin, path in steps]
            case _:
                pass
    return found


def taken(state: State, path: Path) -> tuple[Token, ...]:
    """The tokens of a path, in order (TU-7.8)."""
    return tuple([state.tokens[space] for space in path if state.tokens[space] != EMPTY])


FEATURES: Final = (
    ("what", lambda walk: walk.what),
    ("origin", lambda walk: walk.origin),
    ("path", lambda walk: walk.path),
    ("figure", lambda walk: walk.begun),
)


def asked_of(
    seat: Seat, fitting: Sequence[Walk], picks: Mapping[str, Hashable], spent: tuple[Token, ...]
) -> Asked | Offered:
    """What is to be said yet of one of the fitting walks, or the one that is left."""
    left, question = narrowed(fitting, FEATURES, picks)
    walk = left[0]
    what = walk.what if all(each.what == walk.what for each in left) else ""
    origin = walk.origin if all(each.origin == walk.origin for each in left) else None
    if question is not None:
        return Asked(question, Told(what, origin, walk.path, spent=spent))
    cards = list(walk.needs)
    for place, need in enumerate(walk.needs):
        if need == ANY_CARD:
            card = picks.get(f"pay-{place}")
            told = Told(what, origin, walk.path, tuple(card for card in cards if card != ANY_CARD), spent=spent)
            if not isinstance(card, int):
                return Asked(Question(f"pay-{place}", tuple(range(FACTIONS))), told)
            cards[place] = card
    told = Told(what, origin, walk.path, tuple(cards), spent=spent)
    bonus: Faction | None = None
    if walk.brings:
        values = (*sorted(set(cards)), None)
        if "bonus" not in picks or picks["bonus"] not in values:
            return Asked(Question("bonus", values), told)
        picked = picks["bonus"]
        bonus = picked if isinstance(picked, int) else None
    move = _move(seat, walk, tuple(cards), bonus, spent)
    return Offered((move,) if walk.begun is None else (walk.begun, move), told)


def _move(seat: Seat, walk: Walk, cards: tuple[Faction, ...], bonus: Faction | None, spent: tuple[Token, ...]) -> Move:
    if walk.what == BONUS_MOVE:
        return moves.BonusMove(seat, walk.origin, walk.path, spent)
    if walk.what == LEFT:
        return moves.Stroll(seat, walk.origin, walk.path)
    if walk.what == RIGHT:
        return moves.Jump(seat, walk.origin, walk.path[0])
    letter = walk.what
    assert letter in {"A", "C", "E", "G"}
    return moves.Walk(seat, letter, walk.origin, walk.path, cards, bonus)  # type: ignore[arg-type]


PLENTY: Final = 9
"""Of each hidden thing: more than any action asks for."""

OPEN_BEFORE: Final = {BONUS_MOVE, LEFT, RIGHT}
"""What needs no figure, and so is the same before and after one is activated."""

AGAIN: Final = "again"
"""The question whether rings are exchanged a second time (TU-10.2)."""


def seen(state: State) -> State:
    """The state as everybody sees it: the cards and round tokens behind the screen of the one to act may be any."""
    player = replace(state.players[state.at], cards=(PLENTY,) * len(state.stacks), influence=PLENTY, intrigue=PLENTY)
    return replace(state, players=(*state.players[: state.at], player, *state.players[state.at + 1 :]))


def read(state: State, said: tuple[Said, ...]) -> Reading:
    """What the table makes of what was said; the game is not over."""
    taps = [each for each in said if isinstance(each, Tap)]
    step = state.due[0] if state.due else None
    if isinstance(step, DrawStep):
        return Awaited("draw")
    if state.phase == "rings":
        return Awaited("ring")
    if isinstance(step, RingStep):
        return _office_ring(state, taps)
    if isinstance(step, WearStep) or state.phase == "hands":
        seat = state.actor
        player = state.players[seat]
        rings = list(player.unworn) if state.phase == "hands" else player.rings
        if not _are_of(state, taps, rings):
            return Stuck()
        kept = player.hand if not taps and choices.begins(player.hand, len(rings)) else BARE
        return choices.laid(rings, _turned(state, taps), lambda hand: moves.Wear(seat, hand), kept)
    public = seen(state)
    return _tapped(public, said, taps) if taps else _chosen(public, options(_with_tokens(public)), picks(said))


def _with_tokens(public: State) -> State:
    """The same with any token behind the screen: whether there are two to spend nobody is told (TU-11.2)."""
    player = replace(public.players[public.at], tokens=(1 << len(public.table.pieces.tokens)) - 1)
    return replace(public, players=(*public.players[: public.at], player, *public.players[public.at + 1 :]))


def ring_number(state: State, tap: Tap) -> RingNumber:
    return state.table.pieces.ring_numbers[tap.piece]


def _turned(state: State, taps: Sequence[Tap]) -> list[tuple[RingNumber, int]]:
    return [(ring_number(state, tap), tap.turned) for tap in taps]


def _are_of(state: State, taps: Sequence[Tap], rings: Sequence[RingNumber]) -> bool:
    numbers = state.table.pieces.ring_numbers
    return all(numbers.get(tap.piece) in rings for tap in taps)


def free_rings(state: State) -> list[RingNumber]:
    """The rings that may be taken for an office (TU-8.2, TU-8.3)."""
    step = state.due[0]
    assert isinstance(step, RingStep)
    return state.in_stand() if step.source == NOBODY else state.players[step.source].rings


def _office_ring(state: State, taps: Sequence[Tap]) -> Reading:
    if not taps:
        return Awaited("ring")
    if not _are_of(state, taps[:1], free_rings(state)):
        return Stuck()
    seat, ring = state.at, ring_number(state, taps[0])
    player = state.players[seat]
    rings = [*player.rings, ring]
    if not _are_of(state, taps[1:], rings):
        return Stuck()
    kept = player.hand if len(taps) == 1 and choices.begins(player.hand, len(rings)) else BARE
    again = taps if kept != BARE else taps[1:]
    return choices.laid(rings, _turned(state, again), lambda hand: moves.TakeRing(seat, ring, hand), kept, taken=ring)


# Without a tap: by the knob alone.


def _chosen(public: State, listed: list[Option], picked: Mapping[str, Hashable]) -> Reading:
    named: dict[Hashable, list[Option]] = {}
    for option in listed:
        named.setdefault(choices.name_of(option), []).append(option)
    whats = sorted(named, key=choices.rank)
    (what, *others) = whats
    if others:
        if picked.get("what") not in named:
            return Asked(Question("what", tuple(whats)))
        what = picked["what"]
    if isinstance(what, moves.Activate):
        return Offered((what,))
    assert isinstance(what, str)
    return _of_kind(public, what, named[what], picked)


def _of_kind(public: State, what: str, listed: list[Option], picked: Mapping[str, Hashable]) -> Reading:
    told = Told(what)
    ways = walks(listed)
    if ways:
        if what == BONUS_MOVE:
            return Awaited("spent", told)
        fitting = [way for way in ways if not taken(public, way.path)]
        return asked_of(public.at, fitting, {**picked, "what": what}, ()) if fitting else Awaited("path", told)
    if isinstance(listed[0], RingSwaps | Trades):
        return Awaited("rings", told)
    if isinstance(listed[0], TokenSwaps):
        return Awaited("tokens", told)
    return _one_of([move for option in listed for move in choices.each(option)], picked, told)


def _one_of(meant: Sequence[moves.Move], picked: Mapping[str, Hashable], told: Told) -> Reading:
    left, question = narrowed(meant, choices.features_of(type(meant[0])), picked)
    return Offered((left[0],), told) if question is None else Asked(question, told)


# By taps.


def _tapped(public: State, said: tuple[Said, ...], taps: Sequence[Tap]) -> Reading:
    numbers = public.table.pieces.token_numbers
    tokens = [numbers[tap.piece] for tap in taps if tap.piece in numbers]
    if len(tokens) == len(taps):
        return _by_tokens(public, tokens, picks(said))
    return Stuck() if tokens else _by_rings(public, said, tuple(ring_number(public, tap) for tap in taps))


def _with_begun(public: State) -> list[tuple[Begun, list[Option]]]:
    """The options now; and for each figure that may be activated, those that it has then."""
    listed = options(public)
    found: list[tuple[Begun, list[Option]]] = [(None, listed)]
    for figure in listed:
        if isinstance(figure, moves.Activate):
            after = options(engine.perform(public, figure, []))
            found.append((figure, [each for each in after if choices.name_of(each) not in OPEN_BEFORE]))
    return found


def _by_tokens(public: State, tokens: Sequence[Token], picked: Mapping[str, Hashable]) -> Reading:
    mine = public.players[public.at].tokens
    spent = tuple(token for token in tokens if mine >> token & 1)
    entered = tuple(token for token in tokens if not mine >> token & 1)
    where = {token: space for space, token in enumerate(public.tokens) if token != EMPTY}
    if any(token not in where for token in entered):
        return Stuck()
    path = tuple(where[token] for token in entered)
    listed = _with_begun(public)
    for option in listed[0][1]:
        if isinstance(option, TokenSwaps) and not spent and len(path) < 3:
            told = Told(RIGHT, path=path)
            return Awaited("tokens", told) if len(path) < 2 else Offered((moves.SwapTokens(public.at, path),), told)
    if spent:
        return _bonus_move(public, spent, entered, path, listed[0][1], picked)
    ways = [way for begun, each in listed for way in walks(each, begun) if way.what != BONUS_MOVE]
    return _on_a_way(public, ways, entered, path, picked, ())


def _bonus_move(
    public: State,
    spent: tuple[Token, ...],
    entered: tuple[Token, ...],
    path: tuple[int, ...],
    listed: list[Option],
    picked: Mapping[str, Hashable],
) -> Reading:
    """Two tokens of his own and a step (TU-11.2)."""
    lots = [option for option in listed if not isinstance(option, moves.Done) and choices.name_of(option) == BONUS_MOVE]
    told = Told(BONUS_MOVE, path=path, spent=spent)
    if not lots or len(spent) > 2 or any(token not in lots[0].tokens for token in spent):  # type: ignore[union-attr]
        return Stuck()
    if len(spent) < 2:
        return Awaited("spent", told) if len(path) < 2 else Stuck()
    return _on_a_way(public, walks(lots), entered, path, picked, spent)


def _on_a_way(
    public: State,
    ways: Sequence[Walk],
    entered: tuple[Token, ...],
    path: tuple[int, ...],
    picked: Mapping[str, Hashable],
    spent: tuple[Token, ...],
) -> Reading:
    """The walks that take exactly these tokens; else what the tokens may be the beginning of."""
    order = sorted(ways, key=lambda way: (choices.rank(way.what), len(way.path)))
    fitting = [way for way in order if taken(public, way.path) == entered]
    if fitting:
        return asked_of(public.at, fitting, picked, spent)
    if any(taken(public, way.path)[: len(entered)] == entered for way in order):
        return Awaited("path", Told(path=path, spent=spent))
    return Stuck()


def _by_rings(public: State, said: tuple[Said, ...], rings: tuple[RingNumber, ...]) -> Reading:
    picked = picks(said)
    swaps: list[tuple[Begun, RingSwaps]] = []
    trade: Reading = Stuck()
    for begun, listed in _with_begun(public):
        for option in listed:
            if isinstance(option, RingSwaps):
                swaps.append((begun, option))
            elif isinstance(option, Trades) and begun is None:
                trade = _trade(option, rings)
    swap = _exchanged(public, swaps, rings, picked) if swaps else Stuck()
    if isinstance(swap, Stuck) or picked.get("what") == LEFT:
        return swap if isinstance(trade, Stuck) else trade
    return swap


def _trade(lot: Trades, rings: tuple[RingNumber, ...]) -> Reading:
    """One ring of his, one of another's, in any order (TU-12.4)."""
    mine = [ring for ring in rings if ring in lot.mine]
    theirs = [ring for ring in rings if ring in lot.theirs]
    if len(mine) > 1 or len(theirs) > 1 or len(mine) + len(theirs) < len(rings):
        return Stuck()
    told = Told(LEFT, rings=rings)
    if len(rings) < 2:
        return Awaited("rings", told)
    return Offered((moves.TradeRings(lot.seat, mine[0], theirs[0]),), told)


def _exchanged(
    public: State,
    swaps: Sequence[tuple[Begun, RingSwaps]],
    rings: tuple[RingNumber, ...],
    picked: Mapping[str, Hashable],
) -> Reading:
    """Rings of the stand against those of the hand, one of each, and once more if enhanced (TU-9.2, TU-10.2)."""
    lot = swaps[0][1]
    free, mine = public.in_stand(), public.players[public.at].rings
    told = Told("B", rings=rings)
    pairs: list[tuple[RingNumber, RingNumber]] = []
    for place in range(0, len(rings), 2):
        pair = rings[place : place + 2]
        took = [ring for ring in pair if ring in free]
        gave = [ring for ring in pair if ring in mine]
        if place > 2 or (place == 2 and not lot.twice) or len(took) > 1 or len(gave) > 1:
            return Stuck()
        if len(took) + len(gave) < len(pair):
            return Stuck()
        if len(pair) == 1:
            return Awaited("rings", told)
        swap = (took[0], gave[0])
        pairs.append(swap)
        free, mine = lot.free_after(swap), lot.mine_after(mine, swap)
    if picked.get(AGAIN) is True and len(pairs) == 1:
        return Awaited("rings", told)
    features = (
        ("figure", lambda each: each[0]),
        (AGAIN, lambda each: each[2]),
        ("card-1", lambda each: each[1]),
    )
    more = (False, True) if lot.twice and len(pairs) == 1 else (False,)
    meant = [(begun, card, again) for again in more for begun, _ in swaps for card in lot.cards(tuple(pairs))]
    left, question = narrowed(meant, features, picked)
    if question is not None:
        return Asked(question, told)
    begun, card, _ = left[0]
    move = moves.SwapRings(public.at, tuple(pairs), card)
    return Offered((move,) if begun is None else (begun, move), told)
