"""A simulated table with a loudspeaker, in virtual time."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec.structs import replace

from controller import config
from controller.config.schema import VoiceSection
from controller.store.house_rules import HouseRules
from tests.virtual import run_virtual
from tests.whole_table.napping import NappingTable
from tests.whole_table.playing import Playing, playing

ALL = ("story", "console", "complaints", "devices")


def at_a_speaking_table(
    folder: Path,
    deed: Callable[[Playing], Awaitable[None]],
    *,
    says: tuple[str, ...] = ALL,
    listeners: tuple[str, ...] = (),
    earphones: tuple[str, ...] = (),
    language: str = "en",
    castles: int = 2,
    game: str = "tumult_royale",
    hourglass_s: int = 20,
) -> Playing:
    """Do ``deed`` at a running table whose house wants ``says`` said."""
    kept: list[Playing] = []

    def speaking(settings: config.TableConfig) -> config.TableConfig:
        gates = tuple(
            replace(castle, earphone=f"plughw:{castle.color}" if castle.color in earphones else None)
            for castle in settings.castle
        )
        return replace(settings, castle=gates, voice=VoiceSection(simulated=True))

    async def run() -> None:
        house = HouseRules(config.simulator().table)
        house.set(says=says, listeners=listeners, language=language, hourglass_s=hourglass_s)
        async with playing(
            folder, castles=castles, house=house, make_table=NappingTable, game=game, settings_of=speaking
        ) as play:
            kept.append(play)
            await deed(play)

    run_virtual(run())
    return kept[0]


def heard(play: Playing, output: str = "default") -> list[str]:
    """All that was heard there from the first to the last word."""
    return [each.spoken.text for each in play.twins.loudspeaker.heard if each.whole and each.spoken.output == output]
