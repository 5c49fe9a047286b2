"""The latest pictures of a game's course: painted beside the table's loop, once for each language."""

import asyncio
from collections.abc import Sequence
from typing import Any

from controller import log
from controller.games.contract.game import Game
from controller.games.contract.tools.drawing import Charting, Drawn
from controller.games.contract.values import Text
from controller.show.painting.film import CoursePicture, png
from controller.show.painting.painter import UnpaintableError


class LatestPictures:
    """Owner of them: whoever asks again for the same state gets the same octets."""

    def __init__(self) -> None:
        self._painting = asyncio.Lock()
        self._kept: dict[str, tuple[Any, bytes]] = {}

    async def of(self, game: Game, standing: Sequence[Any], memory: Any, language: str) -> bytes | None:
        """The course up to the last of the states ``standing``; None where there is none, or the game draws none.

        A drawing that cannot be painted is logged and is none.
        """
        if not standing or not isinstance(game, Charting):
            return None
        async with self._painting:
            state, octets = self._kept.get(language, (None, b""))
            if state is not standing[-1]:
                picture = _picture(game, standing, memory)
                try:
                    octets = await asyncio.to_thread(png, picture, language)
                except UnpaintableError as fault:
                    log.warning("picture_unpaintable", game=game.name, fault=str(fault))
                    return None
                self._kept[language] = standing[-1], octets
            return octets


def _picture(game: Game, standing: Sequence[Any], memory: Any) -> CoursePicture:
    state = standing[-1]
    assert isinstance(game, Charting)
    table = game.drawn(game.view(state, memory)) if isinstance(game, Drawn) else None
    heading = Text("film-round", {"round": game.round_of(state)})
    return CoursePicture(game.title, heading, game.charted(standing), table)
