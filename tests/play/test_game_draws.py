"""The draws of a game, their commitments and random numbers."""

import hashlib
import re
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from controller.games.requests import NewGame, ParkAndResume
from controller.games.tumult_royale.game import TumultRoyale
from controller.play.draw_proof import DrawVerification, DrawVerifier
from controller.play.draws import Chance, SeededRandom
from controller.store.journal import NEXT_GAME, JournalReader
from controller.texts import translation
from tests.play.loops import CASTLES, Played, at_a_table, copied
from tests.play.tiny_game.game import Race
from tests.support.documents import ROOT
from tests.support.guests import guests

OF_ANY_VERSION = Chance.make_draw


def proved(lines: list[dict[str, Any]]) -> list[DrawVerification]:
    return list(DrawVerifier(TumultRoyale()).verify_lines(lines))


def draws_and_actions(lines: list[dict[str, Any]]) -> list[tuple[int | None, str]]:
    found = proved(lines)
    assert [each.error for each in found] == [None] * len(found)
    return [(each.n, each.outcome) for each in found]


async def test_the_deal_is_committed_on_disk_before_the_players_are_known(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        shown = played.loop.on_table.draws.public_view()["standing"]["commitment"]
        with JournalReader(tmp_path / "j") as reader:
            assert [draw.commitment for draw in reader.draws(NEXT_GAME)] == [shown]
        await played.begin()
        assert played.lines()[0]["draw"]["commitment"] == shown
        with JournalReader(tmp_path / "j") as reader:
            assert reader.draws(NEXT_GAME)[0].commitment != shown


async def test_a_commitment_is_current_until_its_draw_is_opened(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        shown = played.loop.on_table.draws.public_view()["standing"]
        number = await played.spin()
        view = played.loop.on_table.draws.public_view()
        opened = view["opened"][-1]
        assert (opened["n"], opened["commitment"]) == (shown["n"], shown["commitment"]) == (2, shown["commitment"])
        assert (opened["kind"], opened["drawn"], opened["seq"]) == ("spin", number, 4)
        assert view["standing"]["n"] == 3
        assert played.loop.state.demand == (number,) * 3
        assert draws_and_actions(played.lines()) == [(1, "start"), (2, f"spin, demand {number}")]


async def test_the_seed_of_the_current_draw_is_in_no_view_or_record(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        await played.spin()
        (coming,), (*_, standing) = played.journal.draws(NEXT_GAME), played.journal.draws(1)
        draws = played.loop.on_table.draws
        shown = f"{draws.public_view()} {played.lines()} {coming} {standing} {vars(draws)}"
        assert standing.seq is None
        for hidden in (coming.seed, coming.salt, standing.seed):
            assert hidden.reveal() not in shown
        assert standing.salt.reveal() not in str(played.loop.on_table.draws.public_view())


async def test_a_power_cut_between_commitment_and_draw_changes_no_draw(tmp_path: Path) -> None:
    """Ten tables go on from the same disk: all turn their arrows to the same place."""
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        copies = [copied(played.journal, tmp_path / f"copy{number}") for number in range(10)]
        number = await played.spin()
        stop = played.stops[-1]
    for copy in copies:
        async with at_a_table(copy) as again:
            assert await again.spin() == number
            assert again.stops == [stop]


async def test_a_power_cut_between_draw_and_action_changes_no_draw(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        played.journal.fails_with = "the power is off"
        number = await played.spin()
    for _ in range(3):
        async with at_a_table(tmp_path / "j") as again:
            assert again.loop.on_table.draws.current.n == 2
            again.journal.fails_with = "the power is off"
            assert await again.spin() == number


async def test_what_people_do_before_a_draw_changes_it(tmp_path: Path) -> None:
    """The seed was chosen before the log was known."""
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        copies = [copied(played.journal, tmp_path / f"copy{number}") for number in range(8)]
    stops = set()
    for number, copy in enumerate(copies):
        async with at_a_table(copy) as again:
            await again.do({"do": "amend", "supporters": {"blue": number + 1}})
            await again.spin()
            stops.add(again.stops[-1])
    assert len(stops) == 8


async def test_an_undone_spin_stays_opened_and_the_next_spin_is_another_draw(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        first = await played.spin()
        await played.do({"do": "undo"})
        second = await played.spin()
        assert draws_and_actions(played.lines()) == [
            (1, "start"),
            (2, f"spin, demand {first}"),
            (3, f"spin, demand {second}"),
        ]
        assert [draw["n"] for draw in played.loop.on_table.draws.public_view()["opened"]] == [1, 2, 3]


async def test_a_refused_spin_opens_nothing(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        await played.spin()
        standing = played.loop.on_table.draws.current
        await played.spin()  # the knob means something else now
        assert played.loop.on_table.draws.current == standing


async def test_a_number_entered_in_a_correction_is_no_draw(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        await played.do({"do": "forget_spin"}, {"do": "undo"})
        number = await played.spin()
        await played.do({"do": "amend", "demand": {"bread": 5}})
        assert draws_and_actions(played.lines()) == [(1, "start"), (2, f"spin, demand {number}")]


async def test_a_number_entered_by_hand_proves_nothing(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        await played.do({"do": "spin", "demand": 3})
        by_hand = (None, "spin was entered by hand: there is nothing to verify")
        assert draws_and_actions(played.lines()) == [(1, "start"), by_hand]
        assert played.loop.on_table.draws.current.n == 2


async def test_the_gamblers_three_spins_are_three_draws(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin("gambler")
        await played.to_the_next_king()
        numbers = [await played.spin() for _ in range(3)]
        assert draws_and_actions(played.lines())[1:] == [
            (n, f"spin, demand {number}") for n, number in enumerate(numbers, start=2)
        ]


async def test_what_people_dealt_themselves_stays_and_the_rest_is_drawn(tmp_path: Path) -> None:
    players = [{"color": "blue", "rank": 1}, {"color": "yellow", "rank": 2}]
    async with at_a_table(tmp_path / "j") as played:
        await played.begin(players=players)
        assert played.lines()[0]["draw"]["asked"]["deal"]["dealt"] == {"players": players}
        assert draws_and_actions(played.lines()) == [(1, "start")]


async def test_parked_games_keep_their_draws_apart(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        await played.spin()
        standing = played.loop.on_table.draws.current
        await played.begin()
        await played.spin()
    async with at_a_table(tmp_path / "j") as again:
        assert again.loop.game_id == 2
        await take_up(again, 1)
        assert again.loop.on_table.draws.current == standing
        await again.do({"do": "undo"})
        await again.spin()
        assert [n for n, _ in draws_and_actions(again.lines())] == [1, 2, 3]


async def take_up(played: Played, game: int) -> None:
    assert (await played.loop.submit(ParkAndResume(game), "test")).refusal is None


async def test_a_damaged_current_draw_is_replaced_under_its_number(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        await played.spin()
    with sqlite3.connect(tmp_path / "j") as db:
        db.execute("update draws set seed = zeroblob(32) where game_id = 1 and seq is null")
    db.close()
    async with at_a_table(tmp_path / "j") as again:
        assert again.loop.on_table.draws.current.n == 3
        await again.do({"do": "undo"})
        await again.spin()
        assert again.loop.on_table.draws.current.n == 4


async def test_a_given_seed_repeats_the_game_and_proves_nothing(tmp_path: Path) -> None:
    games = []
    for name in ("one", "two"):
        async with at_a_table(tmp_path / name, Chance(7)) as played:
            for _ in range(2):
                await played.begin()
                await played.spin()
            assert played.loop.on_table.draws.public_view()["standing"]["given"]
            games.append([(draw.commitment, draw.seed) for draw in played.journal.draws(2)])
            assert all(each.given for each in proved(played.lines()))
    assert games[0] == games[1]


async def test_only_the_first_draw_needs_a_commit_of_its_own(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "j") as played:
        await played.begin()
        await played.spin()
        assert (played.journal.promises, played.journal.commits) == (1, 4)
    async with at_a_table(tmp_path / "j") as again:
        assert (again.journal.promises, again.journal.commits) == (0, 0)


class Hands(Race):
    def setup(self, castles: Any, options: Any, dealt: Any, shuffled: Any) -> Any:
        return {**super().setup(castles, options, dealt, shuffled), "cards": shuffled(range(30))}


def guesses(seen: str, question: dict[str, Any]) -> list[Any]:
    values = [bytes.fromhex(each) for each in re.findall(r"\b[0-9a-f]{64}\b", seen)]
    logs = [*values, *(hashlib.sha256(each).digest() for each in values), b""]
    answers = [SeededRandom(seed, question, log) for seed in values for log in logs]
    return [Hands().setup(CASTLES, {}, {}, each.shuffled)["cards"] for each in answers]


async def test_hidden_cards_cannot_be_computed_from_the_view(tmp_path: Path) -> None:
    with guests("tests.play.tiny_game"):
        translation.add_text_folder(ROOT / "tests/play/tiny_game/texts")
        async with at_a_table(tmp_path / "j", games={"race": Hands()}) as played:
            before = str(played.loop.on_table.draws.public_view())
            assert (await played.loop.submit(NewGame(CASTLES), "test")).refusal is None
            draws, cards = played.loop.on_table.draws, played.lines()[0]["action"]["cards"]
            asked = played.lines()[0]["draw"]["asked"]
            assert [draw["seed"] for draw in draws.public_view()["opened"]] == [None]
            with_seed = f"{before} {draws.public_view()} {draws.opened[0].seed.reveal()}"  # and if it were shown
            assert cards not in guesses(with_seed, asked)
            for _ in range(5):
                await played.do({"do": "move", "player": "blue", "by": 1})
            assert [draw["seed"] for draw in draws.public_view()["opened"]] == [draws.opened[0].seed.reveal()]
            assert [each.error for each in DrawVerifier(Hands()).verify_lines(played.lines())] == [None]


def empty_log(played: Played) -> str:
    return hashlib.sha256(bytes.fromhex(played.lines()[0]["draw"]["salt"])).hexdigest()


async def test_draws_of_version_1_stay_valid_but_a_pending_deal_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(
            Chance, "make_draw", lambda self, game_id, n, salt, *_: OF_ANY_VERSION(self, game_id, n, salt, 1)
        )
        async with at_a_table(tmp_path / "j") as played:
            await played.begin()
            await played.spin()
            coming = played.loop.on_table.next_game_draw.commitment
    async with at_a_table(tmp_path / "j") as again:
        assert again.loop.on_table.draws.salt_hash == empty_log(again)
        assert again.loop.on_table.next_game_draw.commitment != coming
        await again.do({"do": "undo"})
        await again.spin()
        assert [n for n, _ in draws_and_actions(again.lines())] == [1, 2, 3]
        await again.begin()
        assert again.loop.on_table.draws.salt_hash != empty_log(again)
        assert draws_and_actions(again.lines()) == [(1, "start")]


SECTORS = ((2, 180), (3, 90), (4, 60), (5, 30))


def test_sectors_are_drawn_as_often_as_they_are_wide() -> None:
    chance = Chance(seed=1)
    drawn = Counter(chance.draw_trial_arrow_stop(SECTORS).value for _ in range(6000))
    chi_square = sum((drawn[value] - 6000 * degrees / 360) ** 2 / (6000 * degrees / 360) for value, degrees in SECTORS)
    assert chi_square < 11.34  # 3 degrees of freedom, 1 %


@pytest.mark.parametrize("seed", range(20))
def test_the_angle_lies_inside_the_drawn_sector(seed: int) -> None:
    edges = {2: (0, 180), 3: (180, 270), 4: (270, 330), 5: (330, 360)}
    chance = Chance(seed)
    for _ in range(50):
        stop = chance.draw_trial_arrow_stop(SECTORS)
        begin, end = edges[stop.value]
        assert begin < stop.angle_deg < end


def test_a_shuffle_keeps_what_it_shuffles() -> None:
    assert sorted(Chance().shuffled(range(10))) == list(range(10))
