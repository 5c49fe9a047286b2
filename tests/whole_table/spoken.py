"""A simulated table with a loudspeaker, in virtual time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from controller import config
from controller.config.schema import VoiceSection
from controller.store.house_rules import HouseRules
from tests.whole_table.napping import NappingTable
from tests.whole_table.playing import Playing, playing


@asynccontextmanager
async def speaking(
    folder: Path,
    *,
    says: tuple[str, ...] = ("story", "console", "complaints", "devices"),
    listeners: tuple[str, ...] = (),
    earphones: tuple[str, ...] = (),
    language: str = "en",
    game: str = "tumult_royale",
    hourglass_s: int = 20,
) -> AsyncIterator[Playing]:
    """A running table of two castles whose house wants ``says`` said."""

    def with_a_voice(settings: config.TableConfig) -> config.TableConfig:
        gates = tuple(
            replace(castle, earphone=f"plughw:{castle.color}" if castle.color in earphones else None)
            for castle in settings.castle
        )
        return replace(settings, castle=gates, voice=VoiceSection(simulated=True))

    house = HouseRules(config.simulator().table)
    house.set(says=says, listeners=listeners, language=language, hourglass_s=hourglass_s)
    async with playing(
        folder, castles=2, house=house, make_table=NappingTable, game=game, settings_of=with_a_voice
    ) as play:
        yield play


def heard(play: Playing, output: str = "default") -> list[str]:
    """All that was heard there from the first to the last word."""
    return [each.spoken.text for each in play.twins.loudspeaker.heard if each.whole and each.spoken.output == output]
