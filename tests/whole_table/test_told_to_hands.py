"""A whole game by display, knob and buttons alone, and by ear: what hands must do is shown and said, as in the log."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from controller.games.naming import translate_text
from controller.games.tumult_royale.rules.engine import GameLog
from controller.store.journal import JournalReader
from tests.support.playing import Playing, heard, speaking
from tests.whole_table.obedient import Obedient


class Attentive(Obedient):
    """Players who look at the display, or listen, until nothing new comes; only then they press the knob.

    Attributes:
        shown: the display's texts, joined, picture by picture.
    """

    def __init__(self, play: Playing) -> None:
        super().__init__(play, Random(3), through_the_line=False)
        self.shown: list[str] = []
        play.table.display.picture_drawn.connect(self.see)

    def see(self, _: None) -> None:
        self.shown.append(" ".join(translate_text(text, "en") for text in self.play.table.display.page_texts))

    async def before_each_step(self) -> None:
        await self.play.wait(0.2)
        while self.play.table.effects.scenes_left:
            await self.play.wait(25)
            await self.play.press()
            await self.play.wait(0.6)


def acts_of_hands(journal: Path) -> Iterator[tuple[list[str], list[str]]]:
    """Yield, from the log, the words that must be shown and those that must be said, for each act after a count."""
    play = GameLog()
    with JournalReader(journal) as file:
        for entry in file.entries(1):
            if entry.action["do"] not in {"count", "build", "pass"}:
                play.submit(entry.action)
                continue
            gained: list[Any] = []
            spared = play.state is not None and any(player.mercy for player in play.state.players)
            ranked = [] if play.state is None else [play.state.color(seat) for seat in play.state.ranked]
            for event in play.submit(entry.action):
                values = event.values
                color = str(values.get("color", "")).capitalize()
                match event.key:
                    case "tumult":
                        back = sorted(set(values.get("returned", ())))
                        shown = [
                            f"Tumult: {values['commodity']}",
                            f"{color} pays {values['paid']} supporters",
                            *map(str, back),
                        ]
                        yield shown, [f"Tumult over {values['commodity']}", color, "pays 3 supporters", *map(str, back)]
                    case "left-over":
                        shares = [f"{castle.capitalize()} {count}" for castle, count in values["shares"]]
                        yield ["Give tiles back", *shares], ["Left over and given back", *shares]
                    case "consolation":
                        gained.append(color)
                    case "ranks":
                        if gained:
                            yield ["Could not build", *gained, "2 supporters"], [*gained, "2 supporters"]
                        gained = []
                        order = [f"{rank} {castle.capitalize()}" for rank, (castle, _) in enumerate(values["order"], 1)]
                        if [castle for castle, _ in values["order"]] != ranked:
                            yield ["Swap the rank cards", *order], ["Swap the rank cards", *order]
                    case "crowned":
                        statues = str(values["statues"]) if values["statues"] != 1 else "one"
                        yield [f"{color} is king", "pays 5 supporters", "chronicle", statues], [f"{color} is crowned"]
                    case "no-mercy" if spared:
                        yield ["Mercy for nobody: turn all back."], ["cards are turned back"]
                    case "built":
                        statues = "one statue" if values["statues"] == 1 else f"{values['statues']} statues"
                        takes = [f"+{values['gained']}"] if values["gained"] else []
                        yield [f"{color} builds", statues, *takes, "back: "], [f"{color} builds", "The tiles go back"]
                    case "mercy":
                        colors = [each.capitalize() for each in values["colors"]]
                        yield ["mercy", *colors, "All others: none"], ["The people have mercy", *colors]


def found_in_order(acts: list[list[str]], told: list[str]) -> list[list[str]]:
    """Return the acts for which no sentence or screen has all words; each must come after the one before."""
    missing, rest = [], iter(told)
    for words in acts:
        if not any(all(word in each for word in words) for each in rest):
            missing.append(words)
            rest = iter(())
    return missing


async def test_all_that_hands_must_do_is_on_the_display_and_said(tmp_path: Path) -> None:
    async with speaking(tmp_path, says=("story", "console"), scenes="knob", gates=False) as play:
        await play.begin(players=2)
        players = Attentive(play)
        await players.play_to_the_end()
        await players.before_each_step()  # the last round's end
        said = heard(play)
    shown, spoken = zip(*acts_of_hands(tmp_path / "test.journal"), strict=True)
    assert len(shown) > 20
    assert found_in_order([*shown], players.shown) == []
    assert found_in_order([words for words in spoken if words], said) == []
