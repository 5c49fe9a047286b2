"""The game's moves; each attribute's annotation holds its codec for the log."""

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from controller.games.refusal import RuleRefusal
from controller.games.tudor.box.edition import CHAMBER_COUNT, FINGERS, Letter, Side
from controller.games.tudor.rules.state import LORD_CHAIR, Hand
from controller.games.tudor.rules.table import SUPPLY, Chamber, Faction, Path, RingNumber, Seat, Space, Table, Token

FROM_SUPPLY: Final = "supply"
"""How the log writes ``SUPPLY``."""


class Refusal(RuleRefusal):
    """An action that the rules forbid; a custom edition's names are not translated."""

    prefix = "tudor-refused-"
    text_key_by_value: ClassVar = {
        word: f"tudor-{word}"
        for word in ("red", "grey", "brown", "blue", "yellow", "green", "purple", "influence", "intrigue")
    }


class Swap(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Swap a ring of the stand for one of the hand (TU-9.2)."""

    take: str
    give: str


LaidHand: Final[Any] = msgspec.defstruct(
    "LaidHand", [(finger, tuple[str, ...]) for finger in FINGERS], frozen=True, gc=False, forbid_unknown_fields=True
)


class FieldCodec(Struct, frozen=True):
    """Converts a move's value to and from its form in the log.

    Attributes:
        type: type of the value in the log.
        decode: gives the move's value; raises Refusal for an unknown name or number.
        encode: gives the value in the log.
        example: a value in the log.
        hidden: the value reveals what lies or goes behind a screen.
    """

    type: Any
    decode: Callable[[Table, Any], Any]
    encode: Callable[[Table, Any], Any]
    example: Any
    hidden: bool = False


refusal_maker: Final = partial(partial, Refusal)
"""Makes a function that refuses an unknown value; codecs add ``seen`` and the ``last`` valid value."""


def _name_codec(
    unknown: Callable[..., Refusal], numbers: str, names: str, example: str, *, hidden: bool = False
) -> FieldCodec:
    """The table's attributes ``numbers`` and ``names`` map name and number."""
    numbers_of, names_of = attrgetter(numbers), attrgetter(names)

    def decode(table: Table, name: str) -> int:
        number: int | None = numbers_of(table).get(name)
        if number is None:
            raise unknown(seen=name, last=names_of(table)[-1])
        return number

    return FieldCodec(str, decode, lambda table, number: names_of(table)[number], example, hidden)


def _one_based_codec(unknown: Callable[..., Refusal], last: Callable[[Table], int]) -> FieldCodec:
    def decode(table: Table, number: int) -> int:
        if not 1 <= number <= last(table):
            raise unknown(seen=number, last=last(table))
        return number - 1

    return FieldCodec(int, decode, lambda _, number: number + 1, 1)


def _list_codec(kind: FieldCodec, *examples: object) -> FieldCodec:
    return FieldCodec(
        tuple[kind.type, ...],  # type: ignore[name-defined]
        lambda table, names: tuple([kind.decode(table, name) for name in names]),
        lambda table, values: [kind.encode(table, value) for value in values],
        list(examples),
        kind.hidden,
    )


def literal_codec(*words: str) -> FieldCodec:
    return FieldCodec(Literal[words], lambda _, word: word, lambda _, word: word, words[0])


SEAT_CODEC: Final = _name_codec(refusal_maker("LOG", "player-unknown"), "seats", "colors", "yellow")
RING_CODEC: Final = _name_codec(refusal_maker("LOG", "ring-unknown"), "pieces.ring_numbers", "pieces.rings", "q01")
TOKEN_CODEC: Final = _name_codec(
    refusal_maker("LOG", "token-unknown"), "pieces.token_numbers", "pieces.tokens", "f077", hidden=True
)
FACTION_CODEC: Final = _name_codec(
    refusal_maker("LOG", "faction-unknown"), "factions", "faction_names", "red", hidden=True
)
SPACE_CODEC: Final = _name_codec(refusal_maker("LOG", "space-unknown"), "board.numbers", "board.names", "A1")
CHAMBER_CODEC: Final = _one_based_codec(refusal_maker("LOG", "chamber-unknown"), lambda _: CHAMBER_COUNT)
CHAIR_CODEC: Final = _one_based_codec(refusal_maker("LOG", "chair-unknown"), lambda table: table.chairs)
FIGURE_CODEC: Final = FieldCodec(
    int | Literal["lord"],
    lambda table, chair: LORD_CHAIR if chair == "lord" else CHAIR_CODEC.decode(table, chair),
    lambda _, chair: "lord" if chair == LORD_CHAIR else chair + 1,
    "lord",
)
ORIGIN_CODEC: Final = FieldCodec(
    str,
    lambda table, name: SUPPLY if name == FROM_SUPPLY else SPACE_CODEC.decode(table, name),
    lambda table, space: FROM_SUPPLY if space == SUPPLY else table.board.names[space],
    FROM_SUPPLY,
)
_RINGS_CODEC: Final = _list_codec(RING_CODEC)
HAND_CODEC: Final = FieldCodec(
    LaidHand,
    lambda table, laid: tuple([_RINGS_CODEC.decode(table, getattr(laid, finger)) for finger in FINGERS]),
    lambda table, hand: {
        finger: _RINGS_CODEC.encode(table, rings) for finger, rings in zip(FINGERS, hand, strict=True)
    },
    {"thumb": ["q01"], "index": [], "middle": ["q16"], "ring": [], "pinky": []},
)
SWAPS_CODEC: Final = FieldCodec(
    tuple[Swap, ...],
    lambda table, swaps: tuple(
        [(RING_CODEC.decode(table, swap.take), RING_CODEC.decode(table, swap.give)) for swap in swaps]
    ),
    lambda table, swaps: [
        {"take": RING_CODEC.encode(table, take), "give": RING_CODEC.encode(table, give)} for take, give in swaps
    ],
    [{"take": "q10", "give": "q01"}],
)
PATH_CODEC: Final = _list_codec(SPACE_CODEC, "A1", "A2")
TOKENS_CODEC: Final = _list_codec(TOKEN_CODEC, "f001", "f077")
CHAIRS_CODEC: Final = _list_codec(CHAIR_CODEC, 1, 2)
CARDS_CODEC: Final = _list_codec(FACTION_CODEC, "red", "blue")
OPTIONAL_CARD_CODEC: Final = FieldCodec(
    str | UnsetType,
    lambda table, name: None if name is UNSET else FACTION_CODEC.decode(table, name),
    lambda table, card: UNSET if card is None else table.faction_names[card],
    "blue",
    hidden=True,
)
SINGLE_CARD_CODEC: Final = FieldCodec(
    str,
    lambda table, name: (FACTION_CODEC.decode(table, name),),
    lambda table, cards: table.faction_names[cards[0]],
    "red",
    hidden=True,
)


def _encode_card_changes(table: Table, changes: Any) -> dict[str, dict[str, int]]:
    hands: dict[str, dict[str, int]] = {}
    for seat, faction, change in changes:
        hands.setdefault(table.colors[seat], {})[table.faction_names[faction]] = change
    return hands


CARD_CHANGES_CODEC: Final = FieldCodec(
    None,
    lambda table, hands: tuple(
        [
            (SEAT_CODEC.decode(table, color), FACTION_CODEC.decode(table, name), change)
            for color, hand in hands.items()
            for name, change in hand.items()
        ]
    ),
    _encode_card_changes,
    {"yellow": {"red": 1}},
    hidden=True,
)
PRESTIGE_CHANGES_CODEC: Final = FieldCodec(
    None,
    lambda table, changes: tuple([(SEAT_CODEC.decode(table, color), change) for color, change in changes.items()]),
    lambda table, changes: {table.colors[seat]: change for seat, change in changes},
    {"yellow": 2},
)


class Move(Struct, frozen=True, gc=False):
    """A change of state by the rules, tagged with its ``do`` in the log."""

    @property
    def name(self) -> str:
        """Letter of the action or side of the scenario card, else the ``do``."""
        name: Any = getattr(self, "letter", "") or getattr(self, "side", "") or self.__struct_config__.tag
        return str(name)


class PlayerMove(Move, frozen=True, gc=False):
    """A move by a player."""

    seat: Annotated[Seat, SEAT_CODEC]


class ScenarioMove(PlayerMove, frozen=True, gc=False, tag="scenario"):
    """A move that a side of the scenario card allows (TU-12)."""

    side: ClassVar[Side]


class ChooseRing(PlayerMove, frozen=True, gc=False, tag="choose_ring"):
    """Choose a ring at the start (TU-1.1)."""

    ring: Annotated[RingNumber, RING_CODEC]


class ArrangeRings(PlayerMove, frozen=True, gc=False, tag="wear"):
    """Lay the rings on the fingers (TU-1.3, TU-8.3)."""

    hand: Annotated[Hand, HAND_CODEC]


class AssignCourtier(PlayerMove, frozen=True, gc=False, tag="assign"):
    """Put a courtier on a chamber's bench (TU-3.1)."""

    chamber: Annotated[Chamber, CHAMBER_CODEC]


class PassPlacement(PlayerMove, frozen=True, gc=False, tag="pass"):
    """Give up a placement (TU-3.5)."""


class RecallCourtier(PlayerMove, frozen=True, gc=False, tag="recall"):
    """Take a courtier from the throne room back (TU-7.13)."""

    space: Annotated[Space, SPACE_CODEC]


class PlaceLord(PlayerMove, frozen=True, gc=False, tag="place_lord"):
    """Put the lord into a chamber (TU-5.1)."""

    chamber: Annotated[Chamber, CHAMBER_CODEC]


class ActivateFigure(PlayerMove, frozen=True, gc=False, tag="activate"):
    """Activate a figure (TU-6.2).

    Attributes:
        chair: from 0, or ``LORD_CHAIR``.
    """

    chamber: Annotated[Chamber, CHAMBER_CODEC]
    chair: Annotated[int, FIGURE_CODEC]


class Walk(PlayerMove, frozen=True, gc=False, tag="act"):
    """Actions A, C, E and G (TU-9): move a courtier from a space or ``SUPPLY`` along a path.

    Attributes:
        cards: one for each space; none with A.
        bonus: the card that an enhanced E gives (TU-10.5), or None.
    """

    letter: Letter
    origin: Annotated[Space, ORIGIN_CODEC]
    path: Annotated[Path, PATH_CODEC]
    cards: Annotated[tuple[Faction, ...], CARDS_CODEC] = ()
    bonus: Annotated[Faction | None, OPTIONAL_CARD_CODEC] = None


class SwapRings(PlayerMove, frozen=True, gc=False, tag="act"):
    """Action B (TU-9.2): swap rings with the stand.

    Attributes:
        swaps: pairs of ring taken and ring given.
        card: the card gained with the swap, or None.
    """

    letter: ClassVar[Letter] = "B"
    swaps: Annotated[tuple[tuple[RingNumber, RingNumber], ...], SWAPS_CODEC]
    card: Annotated[Faction | None, OPTIONAL_CARD_CODEC]


class GainCards(PlayerMove, frozen=True, gc=False, tag="act"):
    """Actions D, F and H (TU-9): take cards.

    Attributes:
        back: the card given back (TU-10.6), or None.
    """

    letter: Letter
    cards: Annotated[tuple[Faction, ...], CARDS_CODEC]
    back: Annotated[Faction | None, OPTIONAL_CARD_CODEC] = None


class BonusMove(PlayerMove, frozen=True, gc=False, tag="move"):
    """Spend two faction tokens for a step (TU-11.2)."""

    origin: Annotated[Space, ORIGIN_CODEC]
    path: Annotated[Path, PATH_CODEC]
    tokens: Annotated[tuple[Token, ...], TOKENS_CODEC]


class ExchangeCards(PlayerMove, frozen=True, gc=False, tag="exchange"):
    """Exchange two cards for one (TU-11.3)."""

    give: Annotated[tuple[Faction, ...], CARDS_CODEC]
    take: Annotated[Faction, FACTION_CODEC]


class BenchCourtier(ScenarioMove, frozen=True, gc=False, tag="scenario"):
    """Move a courtier from its chair to a bench (TU-12.1)."""

    side: ClassVar = "left"
    chamber: Annotated[Chamber, CHAMBER_CODEC]
    chair: Annotated[int, CHAIR_CODEC]
    to: Annotated[Chamber, CHAMBER_CODEC]


class SwapTokens(ScenarioMove, frozen=True, gc=False, tag="scenario"):
    """Swap the faction tokens of two spaces (TU-12.1)."""

    side: ClassVar = "right"
    spaces: Annotated[tuple[Space, ...], PATH_CODEC]


class GiveTokenForCard(ScenarioMove, frozen=True, gc=False, tag="scenario"):
    """Give the influence just taken for a card (TU-12.2)."""

    side: ClassVar = "left"
    card: Annotated[Faction, FACTION_CODEC]


class SwapChairs(ScenarioMove, frozen=True, gc=False, tag="scenario"):
    """Swap two figures on neighbouring chairs (TU-12.2)."""

    side: ClassVar = "right"
    chamber: Annotated[Chamber, CHAMBER_CODEC]
    chairs: Annotated[tuple[int, ...], CHAIRS_CODEC]


class BuyCard(ScenarioMove, frozen=True, gc=False, tag="scenario"):
    """Give two influence for a card (TU-12.3)."""

    side: ClassVar = "left"
    card: Annotated[Faction, FACTION_CODEC]


class JumpOverCourtier(ScenarioMove, frozen=True, gc=False, tag="scenario"):
    """Jump over a courtier to the space behind (TU-12.3)."""

    side: ClassVar = "right"
    origin: Annotated[Space, SPACE_CODEC]
    to: Annotated[Space, SPACE_CODEC]


class TradeRings(ScenarioMove, frozen=True, gc=False, tag="scenario"):
    """Trade a ring for another player's (TU-12.4)."""

    side: ClassVar = "left"
    mine: Annotated[RingNumber, RING_CODEC]
    theirs: Annotated[RingNumber, RING_CODEC]


class Stroll(ScenarioMove, frozen=True, gc=False, tag="scenario"):
    """Take one or two steps for two influence (TU-12.5)."""

    side: ClassVar = "left"
    origin: Annotated[Space, ORIGIN_CODEC]
    path: Annotated[Path, PATH_CODEC]


class BanishCourtier(ScenarioMove, frozen=True, gc=False, tag="scenario"):
    """Send another player's courtier back to its supply (TU-12.5)."""

    side: ClassVar = "right"
    space: Annotated[Space, SPACE_CODEC]


class SendAmbassador(PlayerMove, frozen=True, gc=False, tag="ambassador"):
    """Give the round token just taken to send an ambassador (TU-13.6)."""


class DeclineStep(PlayerMove, frozen=True, gc=False, tag="decline"):
    """Keep the round token, or forgo the office's action (TU-12.7)."""


class PlaceDrawnToken(Move, frozen=True, gc=False, tag="draw"):
    """Put the drawn token on its space (TU-7.10)."""

    token: Annotated[Token, TOKEN_CODEC]


class TakeRing(PlayerMove, frozen=True, gc=False, tag="take_ring"):
    """Take a ring for an office, and lay the hand with it (TU-8)."""

    ring: Annotated[RingNumber, RING_CODEC]
    hand: Annotated[Hand, HAND_CODEC]


class EndTurn(PlayerMove, frozen=True, gc=False, tag="end_turn"):
    """End the turn (TU-6.6)."""


class AmendCards(Move, frozen=True, gc=False, tag="amend"):
    """Move cards between hands and stacks; a change is (seat, faction, cards added to the hand)."""

    cards: Annotated[tuple[tuple[Seat, Faction, int], ...], CARD_CHANGES_CODEC]


class AmendPrestige(Move, frozen=True, gc=False, tag="amend"):
    prestige: Annotated[tuple[tuple[Seat, int], ...], PRESTIGE_CHANGES_CODEC]


class AmendSwappedTokens(Move, frozen=True, gc=False, tag="amend"):
    """Correct two faction tokens, each lying on the other's space of ``swap``."""

    swap: Annotated[tuple[Space, ...], PATH_CODEC]
