"""A finished game as a link that opens BG Stats, an app in which people keep their plays, with the result filled in.

https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/ has the format. The app asks
which of its games and players are meant, and remembers it by our names for them. It refuses a play whose players lack
``startPlayer`` or ``winner`` (lindsaykwardell/clocktracker#299).
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any, Final
from urllib.parse import quote

from controller.games.contract.game import Game
from controller.games.contract.rules import GameLog, place_by_castle
from controller.play.draws import canonical_json
from controller.store.journal.times import credible_times, playing_time_s

CREATE_PLAY_URL: Final = "https://app.bgstatsapp.com/createPlay.html?data="


def make_bg_stats_link(
    game: Game, log: GameLog, actions: Sequence[Any], times_utc: Sequence[str], names: Mapping[str, str]
) -> str | None:
    """Return the link of a game; None if the game is not over, or the table's clock was never set.

    Args:
        game: its rules.
        log: all its actions, accepted.
        actions: the same as JSON values, by which the same game is known again when it comes twice.
        times_utc: when each action was written (ISO 8601).
        names: players by castle; others go by the castle's name.
    """
    summary, times = game.summary(log.state), credible_times(times_utc)
    if (outcome := summary.outcome) is None or not times:
        return None
    minutes, places = round(playing_time_s(times_utc) / 60), place_by_castle(outcome, summary.castles)
    options = ", ".join(str(actions[0][each.key]) for each in game.choices() if each.key in actions[0])
    starts = game.waiting(log.standing[0], game.first_memory()).castle
    play = {
        "sourceName": "Royaltable",
        "sourcePlayId": hashlib.sha256(canonical_json(list(actions))).hexdigest()[:32],
        "playDate": f"{times[-1].astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        **({"durationMin": minutes} if minutes > 0 else {}),
        **({"board": options} if options else {}),
        "comments": f"{outcome.rounds} rounds" + (f", {outcome.ending}" if outcome.ending else ""),
        "game": {
            "name": game.title,
            "sourceGameId": game.name,
            "highestWins": True,
            "noPoints": not outcome.points,
        },
        "players": [
            {
                "name": names.get(castle, castle),
                "sourcePlayerId": names.get(castle, castle),
                "role": castle,
                "startPlayer": castle == starts,
                "winner": castle in outcome.winners,
                **({"rank": places[castle]} if outcome.winners else {}),
                **({"score": outcome.points[castle]} if castle in outcome.points else {}),
            }
            for castle in summary.castles
        ],
    }
    return CREATE_PLAY_URL + quote(json.dumps(play, separators=(",", ":"), ensure_ascii=False), safe="")
