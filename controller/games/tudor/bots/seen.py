"""What one player sees of a game: the state with all that lies behind the other screens, and in the bag, blanked."""

from msgspec.structs import replace

from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Seat


def seen(state: State, seat: Seat) -> State:
    """The state as the player at ``seat`` sees it.

    Others have no cards, tokens and round tokens in it. Of the bag it keeps how many tokens it holds, counted as the
    first faction's; which tokens are unseen or gone it does not say. Its own options are the same as the state's.
    """
    nothing = (0,) * len(state.bag)
    players = tuple(
        [
            player if each == seat else replace(player, cards=nothing, tokens=0, influence=0, intrigue=0)
            for each, player in enumerate(state.players)
        ]
    )
    return replace(state, players=players, bag=(sum(state.bag), *nothing[1:]), unseen=0, gone=0)
