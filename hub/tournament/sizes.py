"""How many people sit at each table: four, three where the number asks for it."""

FEWEST = 3


def sizes(people: int) -> list[int]:
    """Fours first, then threes; five people are the one number that needs a table of two.

    Raises:
        ValueError: fewer than three people make no round.
    """
    if people < FEWEST:
        raise ValueError(f"saw {people} people, expected {FEWEST} or more")
    if people == 5:
        return [3, 2]
    threes = -people % 4
    return [4] * ((people - 3 * threes) // 4) + [3] * threes
