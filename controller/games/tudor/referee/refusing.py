"""Refusing: which rule a piece meets that fits nothing of what people may mean."""

from collections.abc import Iterator, Sequence

from controller.games.tudor.box.words import Letter
from controller.games.tudor.referee.meaning import seen
from controller.games.tudor.rules import engine, moves
from controller.games.tudor.rules.board import SUPPLY, Path, Space, each_bit
from controller.games.tudor.rules.chapters.turns import open_letters
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import options
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import BARE, EMPTY, RingStep, State, WearStep
from controller.games.tudor.rules.table import RingNumber, Token

FARTHEST_FIRST: tuple[Letter, ...] = ("E", "C", "G", "A")


def refusal_of_ring(state: State, ring: RingNumber) -> Refusal | None:
    """What a ring meets: while a hand is laid, an office's ring is taken, or rings are exchanged."""
    step = state.due[0] if state.due else None
    if isinstance(step, RingStep):
        return _refusal(state, moves.TakeRing(state.at, ring, BARE))
    seat = state.to_act
    assert seat is not None
    if isinstance(step, WearStep) or state.phase == "hands":
        return _refusal(state, moves.Wear(seat, ((ring,), (), (), (), ())))
    mine = state.players[seat].rings or [ring]
    return _refusal(state, moves.SwapRings(seat, ((ring, mine[0]),), None))


def refusal_of_spent(state: State, tokens: Sequence[Token], path: Path) -> Refusal | None:
    """What own tokens meet: the bonus move (TU-11.2)."""
    mine = each_bit(state.players[state.at].tokens)
    pair = tuple(dict.fromkeys((*tokens, *mine)))[:2]
    if len(pair) < 2:
        pair = (pair[0], pair[0])
    origin = _origins(state, path)[0] if path else SUPPLY
    return _refusal(seen(state), moves.BonusMove(state.at, origin, path or state.table.board.bottom[:1], pair))


def refusal_of_path(state: State, path: Path) -> Refusal | None:
    """What the spaces of tapped tokens meet: the rule of the action that goes farthest."""
    for public in _with_figures(seen(state)):
        letters = [letter for letter in FARTHEST_FIRST if letter in open_letters(public)] or ["G"]
        for letter in letters:
            for origin in _origins(public, path):
                refusal = _refusal(public, _walk(public, letter, origin, path))
                if refusal is not None:
                    return refusal
    return None


def _walk(public: State, letter: Letter, origin: Space, path: Path) -> Move:
    factions = public.table.pieces.token_factions
    cards = tuple(0 if public.tokens[space] == EMPTY else factions[public.tokens[space]] for space in path)
    return moves.Walk(public.at, letter, origin, path, () if letter == "A" else cards)


def _with_figures(public: State) -> Iterator[State]:
    """The state once a figure is activated, the one that goes farthest first; as it is where none can be."""
    after = [engine.perform(public, move, []) for move in options(public) if isinstance(move, moves.Activate)]
    yield from sorted(
        after or [public],
        key=lambda each: min(map(FARTHEST_FIRST.index, set(open_letters(each)) & {*FARTHEST_FIRST}), default=9),
    )


def _origins(state: State, path: Path) -> list[Space]:
    """Where the courtier may come from: beside the first space, else from the supply, else from anywhere."""
    board, player = state.table.board, state.players[state.at]
    standing = each_bit(player.courtiers)
    beside = [space for space in standing if path[0] in board.beside[space]]
    if beside:
        return beside
    return [SUPPLY] if player.supply and (not standing or path[0] in board.bottom) else standing or [SUPPLY]


def _refusal(state: State, move: Move) -> Refusal | None:
    try:
        engine.judge(state, move)
    except Refusal as refusal:
        return refusal
    return None
