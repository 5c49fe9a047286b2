"""What must fit together in an edition, for each number of players."""

from controller.games.contract.tools.edition_checks import Check
from controller.games.tudor.box.edition import Edition
from controller.games.tudor.box.words import FACTIONS, PLAYER_COUNTS, RINGS_AT_THE_START


def sums(check: Check, edition: Edition) -> None:
    """Note everything that does not fit together."""
    if edition.less_influence > edition.influence:
        check.fault("two_players_without.influence", f"leaves out {edition.less_influence} of {edition.influence}")
    if edition.less_intrigue > edition.intrigue:
        check.fault("two_players_without.intrigue", f"leaves out {edition.less_intrigue} of {edition.intrigue}")
    tokens = [edition.tokens_of(faction) for faction in range(FACTIONS)]
    rings = [sum(ring.faction == faction for ring in edition.rings) for faction in range(FACTIONS)]
    for place, players in enumerate(PLAYER_COUNTS):
        columns, each = edition.columns[place], edition.rings_each[place]
        spaces, round_tokens = sum(columns), sum(edition.round_tokens(players))
        if spaces != round_tokens:
            problem = f"have {spaces} spaces together; expected {round_tokens}, one for each round token in play"
            check.fault(f"columns.{players}", problem)
        for key, points, wanted in (
            ("offices", edition.offices[place], len(columns)),
            ("garter", edition.garter[place], players),
        ):
            if len(points) != wanted:
                check.fault(f"{key}.{players}", f"has {len(points)} numbers; expected {wanted}")
        needed = RINGS_AT_THE_START * players + len(columns)
        if each * FACTIONS < needed:
            problem = (
                f"puts {each * FACTIONS} rings into play; expected {needed} or more, two a player and one an office"
            )
            check.fault(f"rings_each.{players}", problem)
        given = min(each, RINGS_AT_THE_START * players)
        if edition.cards < given:
            check.fault("cards", f"is {edition.cards}; {players} players may be given {given} of a faction")
        less = edition.less_tokens if players == PLAYER_COUNTS[0] else 0
        in_play = 0
        for faction, name in enumerate(edition.factions):
            if rings[faction] < each:
                check.fault("rings", f"{rings[faction]} are {name}; {players} players need {each}")
            left = tokens[faction] - less - edition.essentials[faction].remove
            in_play += left
            if left < 0:
                problem = f"{tokens[faction]} are {name}; {tokens[faction] - left} leave the game of {players} players"
                check.fault("tokens", problem)
        if in_play < spaces:
            problem = f"{in_play} are in play with {players} players and card 2; expected {spaces} or more, one a space"
            check.fault("tokens", problem)
