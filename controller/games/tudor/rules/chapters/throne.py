"""The throne room: paths, what a move takes and leaves, draws and recalls (TU-7, TU-8)."""

from msgspec.structs import replace

from controller.games.tudor.box.words import COLUMN_LETTERS, ROUND_TOKENS
from controller.games.tudor.rules import events, moves
from controller.games.tudor.rules.board import SUPPLY, Path, Space
from controller.games.tudor.rules.chapters.shared import in_phase, not_due, with_one, with_player
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import (
    DRAWS,
    EMPTY,
    NOBODY,
    OFFICE_STEP,
    TOKEN_STEPS,
    Counts,
    DrawStep,
    Player,
    RingStep,
    State,
    Step,
)
from controller.games.tudor.rules.table import Seat

INFLUENCE = 0
INTRIGUE = 1


def judge_path(
    state: State, seat: Seat, origin: Space, path: Path, most: int, rule: str, *, straight: bool = False
) -> None:
    """Refuse a path that a courtier may not take (TU-7.1 to TU-7.7); ``rule`` is that of its action.

    Raises:
        Refusal: the first fault, step by step.
    """
    board = state.table.board
    if len(path) > most:
        raise Refusal(rule, "steps", seen=len(path), most=most)
    player, occupied = state.players[seat], state.occupied
    if origin == SUPPLY:
        entry = path[0]
        if not player.supply:
            raise Refusal("TU-7.4", "supply-empty", player=state.table.colors[seat])
        if board.row[entry] != 1 or occupied >> entry & 1:
            raise Refusal("TU-7.4", "entry", space=board.names[entry])
    elif not player.courtiers >> origin & 1:
        raise Refusal("TU-7.2", "courtier-not-there", player=state.table.colors[seat], space=board.names[origin])
    last, end = origin, len(path) - 1
    for number, space in enumerate(path):
        before = path[:number]
        if last not in {SUPPLY, space} and space not in board.beside[last]:
            raise Refusal("TU-7.1", "not-beside", space=board.names[space], last=board.names[last])
        if space == origin or space in before:
            raise Refusal("TU-7.5", "entered-before", space=board.names[space])
        if (
            straight
            and last != SUPPLY
            and not (board.column[space] == board.column[last] and board.row[space] == board.row[last] + 1)
        ):
            raise Refusal(rule, "not-straight", space=board.names[space], last=board.names[last])
        top = board.top >> space & 1
        if top and number < end:
            raise Refusal("TU-7.6", "beyond-top", space=board.names[space])
        if number == end and occupied >> space & 1:
            raise Refusal("TU-7.3", "occupied", space=board.names[space])
        if top and state.offices[board.column[space]] == seat:
            raise Refusal("TU-7.7", "own-office", column=COLUMN_LETTERS[board.column[space]])
        last = space


def go(
    state: State,
    seat: Seat,
    player: Player,
    stacks: Counts,
    origin: Space,
    path: Path,
    by: str,
    done: str,
    happened: list[Event],
) -> State:
    """The state after a courtier's move, with all steps that it makes due (TU-7.8 to TU-7.10, TU-8.6).

    ``player`` and ``stacks`` are as the move's costs have left them, ``by`` says in the event what the move is,
    ``done`` are the turn's letters after it.
    """
    table, board = state.table, state.table.board
    names, tokens, occupied = board.names, state.tokens, state.occupied
    end = path[-1]
    courtiers, supply = player.courtiers, player.supply
    left: list[Space] = []
    if origin == SUPPLY:
        supply -= 1
    else:
        courtiers ^= 1 << origin
        left.append(origin)
    taken, laid = 0, list(tokens)
    for space in path:
        token = tokens[space]
        if token != EMPTY:
            taken |= 1 << token
            laid[space] = EMPTY
        if space != end and not occupied >> space & 1:
            left.append(space)
    bit = 1 << end
    kind = INFLUENCE if state.influence & bit else INTRIGUE if state.intrigue & bit else -1
    column = board.column[end] if board.top & bit else -1
    prestige = player.prestige
    if column < 0:
        courtiers |= bit
    else:
        left.append(end)
        if 4 in table.scoring:
            prestige += table.offices[column]
    happened.append(
        events.CourtierMoved(
            table.colors[seat],
            by,
            None if origin == SUPPLY else names[origin],
            board.named(path),
            tuple(table.pieces.token_ids(taken)),
            None if kind < 0 else ROUND_TOKENS[kind],
        )
    )
    player = Player(
        supply,
        prestige,
        courtiers,
        player.to_place,
        player.hand,
        player.unworn,
        player.cards,
        player.tokens | taken,
        player.spent,
        player.influence + (kind == INFLUENCE),
        player.intrigue + (kind == INTRIGUE),
        player.ambassadors,
        player.moved,
    )
    players = with_player(state.players, seat, player)
    due: list[Step] = [*draw_steps(state, left)]
    draws = len(due)
    offices = state.offices
    if column >= 0:
        robbed = offices[column]
        offices = with_one(offices, column, seat)
        if robbed != NOBODY:
            other = players[robbed]
            players = with_player(players, robbed, replace(other, supply=other.supply + 1))
        due.append(RingStep(column, robbed))
        happened.append(
            events.OfficeTaken(
                table.colors[seat],
                COLUMN_LETTERS[column],
                None if robbed == NOBODY else table.colors[robbed],
                prestige - state.players[seat].prestige,
            )
        )
    after = replace(
        state,
        players=players,
        tokens=tuple(laid),
        influence=state.influence & ~bit,
        intrigue=state.intrigue & ~bit,
        offices=offices,
        stacks=stacks,
        done=done,
    )
    if kind >= 0 and of_immediate_use(after, seat, kind, draws):
        due.append(TOKEN_STEPS[kind])
    if column >= 0 and table.scenario == 4:
        due.append(OFFICE_STEP)
    return replace(after, due=tuple(due)) if due or state.due else after


def draw_steps(state: State, left: list[Space]) -> list[DrawStep]:
    """The draws for emptied spaces, from the highest row down, as many as the bag has tokens (TU-7.10, TU-7.11)."""
    if len(left) > 1:
        left.sort(key=state.table.board.restocking.__getitem__)
    in_bag = sum(state.bag)
    return [DRAWS[space] for space in left[:in_bag]]


def of_immediate_use(state: State, seat: Seat, kind: int, draws: int) -> bool:
    """Whether a round token just taken could be used at once (TU-12.6)."""
    table = state.table
    if 6 in table.scoring and state.players[seat].supply:
        return True
    if table.scenario == 1 and kind == INTRIGUE:
        return len(state.tokens) - state.tokens.count(EMPTY) + draws >= 2
    if table.scenario == 2:
        return any(state.stacks) if kind == INFLUENCE else any(neighbours(state, seat))
    return False


def neighbours(state: State, seat: Seat) -> list[tuple[int, int]]:
    """Chamber and upper chair of each two figures side by side of whom one is the player's (TU-12.2)."""
    return [
        (chamber, upper)
        for chamber, chairs in enumerate(state.chairs)
        for upper in range(len(chairs) - 1)
        if chairs[upper] != EMPTY
        and chairs[upper + 1] != EMPTY
        and seat in {chairs[upper] >> 1, chairs[upper + 1] >> 1}
    ]


def judge_draw(state: State, move: moves.Draw) -> None:
    """A token of the bag for the first space that is due (TU-7.10, TU-7.11)."""
    if not state.due or type(state.due[0]) is not DrawStep:
        raise not_due(state, "TU-7.10", "draw")
    pieces = state.table.pieces
    if not state.unseen >> move.token & 1:
        raise Refusal("TU-7.11", "token-seen", token=pieces.tokens[move.token])
    faction = pieces.token_factions[move.token]
    if not state.bag[faction]:
        name = state.table.names[faction]
        raise Refusal("TU-7.11", "bag-without", faction=name)


def draw(state: State, move: moves.Draw, happened: list[Event]) -> State:
    """The token lies on its space (TU-7.10)."""
    step = state.due[0]
    assert isinstance(step, DrawStep)
    pieces, token, space = state.table.pieces, move.token, step.space
    faction = pieces.token_factions[token]
    happened.append(events.TokenDrawn(state.table.board.names[space], pieces.tokens[token]))
    return replace(
        state,
        tokens=(*state.tokens[:space], token, *state.tokens[space + 1 :]),
        bag=with_one(state.bag, faction, state.bag[faction] - 1),
        unseen=state.unseen ^ (1 << token),
        due=state.due[1:],
    )


def judge_recall(state: State, move: moves.Recall) -> None:
    """A player without supply may take a courtier back (TU-7.13)."""
    phase = "assignment" if state.phase == "assignment" else "actions"
    in_phase(state, move.seat, phase, "TU-7.13", "recall")
    player, color = state.players[move.seat], state.table.colors[move.seat]
    if player.supply:
        raise Refusal("TU-7.13", "recall-supply", player=color, supply=player.supply)
    if not player.courtiers >> move.space & 1:
        raise Refusal("TU-7.2", "courtier-not-there", player=color, space=state.table.board.names[move.space])


def recall(state: State, move: moves.Recall, happened: list[Event]) -> State:
    """The courtier is in the supply, its space is re-stocked (TU-7.13)."""
    player = state.players[move.seat]
    player = replace(player, supply=player.supply + 1, courtiers=player.courtiers ^ (1 << move.space))
    happened.append(events.CourtierRecalled(state.table.colors[move.seat], state.table.board.names[move.space]))
    return replace(
        state,
        players=with_player(state.players, move.seat, player),
        due=tuple(draw_steps(state, [move.space])),
    )
