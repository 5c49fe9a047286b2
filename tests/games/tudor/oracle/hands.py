"""TU-2: rings in the stand, on fingers, and in the layouts that players give."""

from tests.games.tudor.oracle.words import FINGERS, Box, Json, Refused, State, rings_of


def in_stand(box: Box, s: State, ring: str) -> bool:
    taken = [worn for player in s["players"] for worn in rings_of(player) + player["unworn"]]
    return ring not in taken and s["stand"][box["rings"][ring]] > 0


def check_layout(hand: Json, rings: list[str]) -> None:
    laid = [ring for finger in FINGERS for ring in hand[finger]]
    if sorted(laid) != sorted(rings):
        raise Refused("TU-2.1")
    if len(rings) <= 5 and any(len(hand[finger]) > 1 for finger in FINGERS):
        raise Refused("TU-2.1")
    if len(rings) >= 6 and any(hand[finger] == [] for finger in FINGERS):
        raise Refused("TU-2.2")
