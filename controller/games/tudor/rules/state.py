"""A game's state: frozen values that share structure, and its canonical JSON."""

import json
from typing import Any, Final, TypeAlias

from msgspec import Struct

from controller.games.tudor.box.edition import COLUMN_LETTERS, FINGERS, PHASES, ROUND_TOKEN_KINDS, Phase, PhaseTraits
from controller.games.tudor.rules.table import Chamber, RingNumber, Seat, Space, SpaceSet, Table, TokenSet

FactionCounts: TypeAlias = tuple[int, ...]
"""One number per faction."""

Hand: TypeAlias = tuple[tuple[RingNumber, ...], ...]
"""The rings on each of the five fingers."""

EMPTY_HAND: Final[Hand] = ((), (), (), (), ())
NO_SEAT: Final = -1
LORD_CHAIR: Final = -1
"""Stands for a lord's place; chairs are numbered from 0."""

LEFT_SIDE_BIT: Final = 1
RIGHT_SIDE_BIT: Final = 2
"""The sides of scenario card 5 as bits (TU-12.5)."""

EMPTY: Final = -1
"""No figure on a chair, no token on a space."""


class Player(Struct, frozen=True, gc=False):
    """A player's possessions.

    Attributes:
        supply: courtiers in supply.
        courtiers: their spaces in the throne room, without office holders (TU-8.5).
        to_place: courtiers to assign in this round (TU-3.1).
        unworn: rings chosen at the start and not yet worn, in order of choice (TU-1).
        cards: number by faction.
        tokens: faction tokens behind the screen.
        spent: faction tokens in front of the screen until the round ends (TU-11.2).
        moved: whether this round's bonus move is used.
    """

    supply: int
    prestige: int = 0
    courtiers: SpaceSet = 0
    to_place: int = 0
    hand: Hand = EMPTY_HAND
    unworn: tuple[RingNumber, ...] = ()
    cards: FactionCounts = (0,) * 7
    tokens: TokenSet = 0
    spent: TokenSet = 0
    influence: int = 0
    intrigue: int = 0
    ambassadors: int = 0
    moved: bool = False

    @property
    def worn_rings(self) -> list[RingNumber]:
        return [ring for finger in self.hand for ring in finger]


class DrawStep(Struct, frozen=True, gc=False):
    """Draw a token for this space (TU-7.10)."""

    space: Space


class TakeRingStep(Struct, frozen=True, gc=False):
    """Take a ring from the stand or from the seat that lost the office (TU-8)."""

    column: int
    source: Seat


class ArrangeRingsStep(Struct, frozen=True, gc=False):
    """The player who lost an office and a ring lays the others anew (TU-8.3)."""

    seat: Seat


class RoundTokenStep(Struct, frozen=True, gc=False):
    """Use or keep the round token just taken (TU-12.6); ``kind`` 0 is influence, 1 intrigue."""

    kind: int


class OfficeActionStep(Struct, frozen=True, gc=False):
    """Take or forgo the office's chamber action (TU-12.4)."""


Step: TypeAlias = DrawStep | TakeRingStep | ArrangeRingsStep | RoundTokenStep | OfficeActionStep


class EndPoints(Struct, frozen=True, gc=False):
    """A player's end points for each scoring card and the Garter (TU-15)."""

    scoring: tuple[int, int]
    garter: int


class State(Struct, frozen=True, gc=False):
    """A game after an action.

    Attributes:
        first: start player of the round.
        turn_seat: player who chooses or lays rings, places a courtier or lord, or has the turn.
        tokens: token on each space, or ``EMPTY``.
        influence: spaces with an influence token.
        intrigue: spaces with an intrigue token.
        offices: holder by column, or ``NO_SEAT``.
        benches: by chamber, the seats of the courtiers on its bench, from the door.
        chairs: by chamber and chair, twice the seat, plus one for a used figure; or ``EMPTY``.
        lords: by chamber, encoded like chairs.
        stand: number of rings by faction (TU-0.8).
        stacks: number of cards by faction (TU-0.9).
        bag: number of tokens by faction (TU-0.7).
        unseen: tokens never seen so far.
        gone: tokens that left the game.
        figure: chamber and chair of this turn's activated figure, or None.
        done: letters of this turn's actions.
        used_sides: bits of scenario card 5's sides used this turn.
        final: end scores by seat; empty before the end, like ``winners``.
    """

    table: Table
    round: int
    phase: Phase
    first: Seat
    turn_seat: Seat
    players: tuple[Player, ...]
    tokens: tuple[int, ...]
    influence: SpaceSet
    intrigue: SpaceSet
    offices: tuple[Seat, ...]
    benches: tuple[tuple[Seat, ...], ...]
    chairs: tuple[tuple[int, ...], ...]
    lords: tuple[tuple[int, ...], ...]
    stand: FactionCounts
    stacks: FactionCounts
    bag: FactionCounts
    unseen: TokenSet
    gone: TokenSet
    due: tuple[Step, ...] = ()
    figure: tuple[Chamber, int] | None = None
    done: str = ""
    used_sides: int = 0
    final: tuple[EndPoints, ...] = ()
    winners: tuple[Seat, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def phase_traits(self) -> PhaseTraits:
        return PHASES[self.phase]

    @property
    def acting_seat(self) -> Seat:
        """The seat that must act; meaningless once the game is over."""
        step = self.due[0] if self.due else None
        return step.seat if type(step) is ArrangeRingsStep else self.turn_seat

    @property
    def seat_to_act(self) -> Seat | None:
        """The seat that must act; None when the game is over."""
        return None if self.is_over else self.acting_seat

    @property
    def occupied_spaces(self) -> SpaceSet:
        taken = 0
        for player in self.players:
            taken |= player.courtiers
        return taken

    @property
    def rings_held(self) -> set[RingNumber]:
        return {ring for player in self.players for ring in (*player.unworn, *player.worn_rings)}

    def has_unused_figure(self, seat: Seat) -> bool:
        """Whether the seat can still activate a figure (TU-6.2)."""
        figure = 2 * seat
        for chairs in self.chairs:
            if figure in chairs:
                return True
        return any(figure in lords for lords in self.lords)

    def takeable_stand_rings(self) -> list[RingNumber]:
        """Return the rings to take: unworn, of a faction still on the stand (TU-1.2, TU-9.2)."""
        worn = self.rings_held
        rings_of, stand = self.table.pieces.rings_by_faction, self.stand
        return [
            ring for faction, number in enumerate(stand) if number for ring in rings_of[faction] if ring not in worn
        ]


def state_to_mapping(state: State, seq: int) -> dict[str, Any]:
    """Return the canonical state after ``seq`` accepted actions as JSON values."""
    table = state.table
    colors, to_act = table.colors, state.seat_to_act
    return {
        "seq": seq,
        "round": state.round,
        "rounds": table.rounds,
        "phase": state.phase,
        "to_act": None if to_act is None else colors[to_act],
        "first": colors[state.first],
        "due": [step_to_mapping(table, step) for step in state.due],
        "turn": _turn_to_mapping(state),
        "players": [_player_to_mapping(table, seat, player) for seat, player in enumerate(state.players)],
        "spaces": _spaces_to_mapping(state),
        "offices": {
            COLUMN_LETTERS[column]: None if seat == NO_SEAT else colors[seat]
            for column, seat in enumerate(state.offices)
        },
        "chambers": [
            {
                "bench": [colors[seat] for seat in bench],
                "chairs": [_figure_to_mapping(table, figure) for figure in chairs],
                "lords": [_figure_to_mapping(table, figure) for figure in lords],
            }
            for bench, chairs, lords in zip(state.benches, state.chairs, state.lords, strict=True)
        ],
        "stand": counts_to_mapping(table, state.stand),
        "stacks": counts_to_mapping(table, state.stacks),
        "bag": counts_to_mapping(table, state.bag),
        "gone": table.pieces.token_ids(state.gone),
        "final": {
            colors[seat]: {"scoring": list(score.scoring), "garter": score.garter}
            for seat, score in enumerate(state.final)
        }
        or None,
        "winners": [colors[seat] for seat in state.winners] or None,
    }


def state_to_canonical_json(state: State, seq: int) -> bytes:
    return json.dumps(state_to_mapping(state, seq), ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def step_to_mapping(table: Table, step: Step) -> dict[str, Any]:
    if isinstance(step, DrawStep):
        return {"step": "draw", "space": table.board.names[step.space]}
    if isinstance(step, TakeRingStep):
        source = "stand" if step.source == NO_SEAT else table.colors[step.source]
        return {"step": "ring", "column": COLUMN_LETTERS[step.column], "from": source}
    if isinstance(step, ArrangeRingsStep):
        return {"step": "wear", "player": table.colors[step.seat]}
    if isinstance(step, RoundTokenStep):
        return {"step": "token", "kind": ROUND_TOKEN_KINDS[step.kind]}
    return {"step": "office_action"}


def counts_to_mapping(table: Table, counts: FactionCounts) -> dict[str, int]:
    return dict(zip(table.edition.factions, counts, strict=True))


def hand_to_mapping(table: Table, hand: Hand) -> dict[str, list[str]]:
    rings = table.pieces.rings
    return {finger: [rings[ring] for ring in worn] for finger, worn in zip(FINGERS, hand, strict=True)}


def _turn_to_mapping(state: State) -> dict[str, Any] | None:
    if state.phase != "actions":
        return None
    figure = None
    if state.figure is not None:
        chamber, chair = state.figure
        figure = {"chamber": chamber + 1, "chair": "lord" if chair == LORD_CHAIR else chair + 1}
    used_sides = [name for name, bit in (("left", LEFT_SIDE_BIT), ("right", RIGHT_SIDE_BIT)) if state.used_sides & bit]
    return {"figure": figure, "done": list(state.done), "scenario": used_sides}


def _player_to_mapping(table: Table, seat: Seat, player: Player) -> dict[str, Any]:
    rings = table.pieces.rings
    return {
        "color": table.colors[seat],
        "gate": table.gates[seat],
        "prestige": player.prestige,
        "supply": player.supply,
        "to_place": player.to_place,
        "hand": hand_to_mapping(table, player.hand),
        "unworn": [rings[ring] for ring in player.unworn],
        "cards": counts_to_mapping(table, player.cards),
        "tokens": table.pieces.token_ids(player.tokens),
        "spent": table.pieces.token_ids(player.spent),
        "influence": player.influence,
        "intrigue": player.intrigue,
        "ambassadors": player.ambassadors,
        "moved": player.moved,
    }


def _spaces_to_mapping(state: State) -> dict[str, Any]:
    table = state.table
    spaces: dict[str, Any] = {}
    for space, name in enumerate(table.board.names):
        token = state.tokens[space]
        round_token = None
        if state.influence >> space & 1:
            round_token = ROUND_TOKEN_KINDS[0]
        elif state.intrigue >> space & 1:
            round_token = ROUND_TOKEN_KINDS[1]
        courtier = None
        for seat, player in enumerate(state.players):
            if player.courtiers >> space & 1:
                courtier = table.colors[seat]
        spaces[name] = {
            "courtier": courtier,
            "token": None if token == EMPTY else table.pieces.tokens[token],
            "round": round_token,
        }
    return spaces


def _figure_to_mapping(table: Table, figure: int) -> dict[str, Any] | None:
    if figure == EMPTY:
        return None
    return {"color": table.colors[figure >> 1], "used": bool(figure & 1)}
