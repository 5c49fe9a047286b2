"""The game's vocabulary: players, factions, fingers, chambers, actions, and a type for every id."""

from typing import Final, Literal, NewType, TypeAlias

from controller.games.contract.ids import PieceId

Color = NewType("Color", str)
"""A player by the colour of the figures."""

FactionName = NewType("FactionName", str)
"""A colour of tokens, rings and cards, as the edition calls it."""

SpaceName = NewType("SpaceName", str)
"""A space of the throne room such as ``B4``: column from A at the left, row from 1 at the bottom."""

RingId: TypeAlias = PieceId
TokenId: TypeAlias = PieceId

Finger: TypeAlias = Literal["thumb", "index", "middle", "ring", "pinky"]
Letter: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
RoundToken: TypeAlias = Literal["influence", "intrigue"]
Side: TypeAlias = Literal["left", "right"]
Phase: TypeAlias = Literal["rings", "hands", "assignment", "lords", "actions", "over"]

FINGERS: Final[tuple[Finger, ...]] = ("thumb", "index", "middle", "ring", "pinky")
CHAMBER_LETTERS: Final[tuple[Letter, ...]] = ("A", "B", "C", "D", "E", "F")
"""The actions that chambers offer; G and H are for everybody (TU-6.4)."""

ROUND_TOKENS: Final[tuple[RoundToken, ...]] = ("influence", "intrigue")
PLAYER_COUNTS: Final = (2, 3, 4)
FACTIONS: Final = 7
COLORS: Final = 4
CHAMBERS: Final = 3
LORDS_IN_A_CHAMBER: Final = 2
"""With any number of players (TU-5.2)."""

RINGS_AT_THE_START: Final = 2
SCORING_CARDS: Final = range(1, 7)
SCENARIO_CARDS: Final = range(1, 6)
COLUMN_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLUMN_HEIGHTS: Final = range(2, 10)
