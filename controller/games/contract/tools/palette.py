"""The palette of drawn tables: the page's colours by day, by the names in its ``style.css``."""

from typing import Final

INK: Final = "#2a2118"
SOFT: Final = "#675a4a"
CARD: Final = "#fffaf0"
LINE: Final = "#dccfb8"
EDGE: Final = "#8d7d64"
FELT: Final = "#2f5d4b"
FELT_DEEP: Final = "#244a3b"
FELT_INK: Final = "#eaf3ec"
WOOD: Final = "#8a5a33"
WOOD_DEEP: Final = "#6d4425"
WARD: Final = "#fbf5e8"
GOLD: Final = "#b98a1b"
GOLD_INK: Final = "#7d5a08"
ACCENT: Final = "#a3311f"
GOOD: Final = "#2c7a4b"
