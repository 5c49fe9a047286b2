"""Icons for drawings, as SVG paths. A test compares them with the page's drawings."""

from typing import Final

StyledPath = tuple[str, str | None, str | None, float]
"""A path, its fill, its stroke and the stroke's width."""

STATUE: Final = (
    "M12 1.5a3.8 3.8 0 0 1 2.3 6.8c2.8.8 4.2 3.2 4.2 6.2v1.5h1v2H4.5v-2h1v-1.5c0-3 1.4-5.4 4.2-6.2"
    "A3.8 3.8 0 0 1 12 1.5zM3.5 19.5h17V23h-17z"
)
SUPPORTER: Final = "M12 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM3.5 21.5c0-5 3.5-8.5 8.5-8.5s8.5 3.5 8.5 8.5z"
PEOPLE: Final = SUPPORTER
MERCY: Final = "M12 21C5 15.5 2 12.3 2 8.5A5.3 5.3 0 0 1 12 6a5.3 5.3 0 0 1 10 2.5c0 3.8-3 7-10 12.5z"
CROWN: Final = "M3 19L1.500 7l5.700 4.500L12 4l4.800 7.500L22.500 7 21 19zM3.500 20.500h17V22h-17z"

PASTURE: Final = (
    "M4 19c.3-3-.3-5-1.6-7M4.5 19c0-4 .5-6 2-8.5M5 19c.4-2.5 1.5-4 3.2-5M14 14c.1-3-.6-5-1.8-6.5"
    "M14.5 14c0-4 .5-6 2-8M15 14c.4-2.5 1.5-4 3-5"
    "M15 21c0-2-.5-3.5-1.5-5M15.5 21c0-3 .8-4.5 2-6.5M16 21c.4-2 1.5-3 3-3.8"
)
FOREST: Final = (
    "M8 2l4.6 6.5h-2.3l3.8 5.5h-2.6l2.9 4.5H9.1V22H6.9v-3.5H1.6L4.5 14H2l3.7-5.5H3.4z"
    "M17.5 8l3.5 5h-1.7l3.2 4.8H18.4V22h-1.8v-4.2h-1.8l-1.6-2.5h1.8L13.6 12z"
)
MOUNTAIN: Final = "M1 21L9 5l3.3 6.4L14.5 8 23 21z"
SNOW: Final = "M9 5l-2.7 5.4 1.7-.9 1.3 1.5 1.5-1.4 1.2 1z"
VILLAGE: Final = "M1.5 11.5L7 6l5.5 5.5H11V19H3v-7.5zM12.5 15L17.3 10l5 5H21v5.5h-7.5V15z"
DOORS: Final = "M5.8 14h2.4v5H5.8zM16.2 16.5h2v4h-2z"
PALACE: Final = "M2 21V8h1.5v1.5H5V8h1.5v4H9V5h-.2L12 1.5 15.2 5H15v7h2.5V8H19v1.5h1.5V8H22v13h-8v-4a2 2 0 0 0-4 0v4z"

COMMODITY_PATHS: Final[dict[str, tuple[StyledPath, ...]]] = {
    "bread": (
        ("M2.5 15.5C2.5 10 7 6 12 6s9.5 4 9.5 9.5c0 2-1 3-3 3h-13c-2 0-3-1-3-3z", "#b8701f", None, 1.0),
        ("M7.5 9.5l2.5 4M12 8l2 4.5M16.3 9.3l1.5 3.5", None, "#fff3d6", 1.7),
    ),
    "marble": (
        ("M3 8l9-4.5L21 8v9l-9 4.5L3 17z", "#8fa6bd", None, 1.0),
        ("M3 8l9-4.5L21 8l-9 4.5z", "#f6fafd", None, 1.0),
        ("M3 8l9 4.5v9L3 17z", "#c9d6e2", None, 1.0),
    ),
    "tools": (
        ("M4 20.5L14 9.5", None, "#7a4a21", 3.4),
        ("M9.5 5.5L14 3c2.5 0 4 .7 5.5 2.5l2 2.5-3.3 3.2-1.7-1.7-1.7 1.5-4-4z", "#4b535b", None, 1.0),
    ),
}


def svg_paths_of_kind(name: str, fill: str) -> tuple[StyledPath, ...]:
    match name:
        case "pasture":
            return ((PASTURE, None, fill, 1.7),)
        case "mountain":
            return ((MOUNTAIN, fill, None, 1.0), (SNOW, "#eeecea", None, 1.0))
        case "village":
            return ((VILLAGE, fill, None, 1.0), (DOORS, "#f3e0d2", None, 1.0))
        case "forest":
            return ((FOREST, fill, None, 1.0),)
        case _:
            return ((PALACE, fill, None, 1.0),)
