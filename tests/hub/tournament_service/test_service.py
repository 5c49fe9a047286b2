"""What an organiser does at the desk, and the lists of entrants that he reads in."""

import asyncio
from typing import Any

import asyncpg
import pytest
from asyncpg import Connection

from hub.tournament import actions, draw, page_value
from hub.tournament.tournament import ActionRefusedError, Tournament
from hub.tournament_service.service import ConflictError, DatabaseUnavailableError, TournamentService

pytestmark = pytest.mark.real_time

PEOPLE = actions.AddEntrants(
    tuple(actions.Newcomer(name) for name in ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal")), here=True
)


def begun(commitment: str) -> actions.BeginTournament:
    return actions.BeginTournament("Evening", "swiss", 2, ("rt-a", "rt-b"), commitment)


async def begin(desk: TournamentService) -> None:
    await desk.begin_tournament(begun, "organiser")
    await desk.apply_and_store(PEOPLE, "organiser")


async def drawn(desk: TournamentService) -> Tournament:
    """It has begun, and its first round is drawn."""
    await begin(desk)
    await desk.apply_and_store(actions.SetEntriesClosed(closed=True), "organiser")
    await desk.draw_and_store("", "organiser", seen=3)
    assert desk.tournament is not None
    return desk.tournament


async def test_actions_survive_a_restart_and_draws_can_be_verified(desk: TournamentService, database: str) -> None:
    await begin(desk)
    await desk.apply_and_store(actions.SetEntriesClosed(closed=True), "organiser")
    await desk.draw_and_store("dice 4 2", "organiser", seen=3)
    again = TournamentService(database)
    await again.reload_if_stale()
    assert again.tournament == desk.tournament
    assert [done.by for done in again.actions] == ["organiser"] * 4
    first, *acts = [done.act for done in again.actions if done.act is not None]
    assert isinstance(first, actions.BeginTournament)
    assert [each.wrong for each in draw.verify_draws(first, acts)] == [""]


async def test_concurrent_actions_of_two_organisers_are_both_stored(desk: TournamentService) -> None:
    await begin(desk)
    seen = len(desk.actions)
    gone: list[actions.Action] = [actions.SetPresence(number, here=False) for number in range(1, 9)]
    await asyncio.gather(*(desk.apply_and_store(act, "organiser", seen) for act in gone))
    assert desk.tournament is not None
    assert desk.tournament.present_entrants == []
    assert len(desk.actions) == seen + 8


async def test_the_second_of_two_conflicting_actions_is_refused(desk: TournamentService) -> None:
    tournament = await drawn(desk)
    game = tournament.rounds[0].games[0]
    seen = len(desk.actions)
    first = actions.SetResult(
        game.fixture, tuple(actions.Score(each, place) for place, each in enumerate(game.people, 1))
    )
    other = actions.SetResult(
        game.fixture, tuple(actions.Score(each, place) for place, each in enumerate(game.people[::-1], 1))
    )
    await desk.apply_and_store(first, "organiser", seen)
    with pytest.raises(ConflictError) as told:
        await desk.apply_and_store(other, "owner", seen)
    assert told.value.done.act == first
    assert not await desk.apply_and_store(first, "owner", seen), "the same again is so already"
    assert await desk.apply_and_store(other, "owner", seen + 1)
    assert [done.act for done in desk.actions][-2:] == [first, other]


async def test_two_hubs_at_one_database_never_overwrite_each_other(desk: TournamentService, database: str) -> None:
    await begin(desk)
    other = TournamentService(database)
    await other.reload_if_stale()
    await desk.apply_and_store(actions.SetPresence(1, here=False), "organiser")
    with pytest.raises(ConflictError):
        await other.apply_and_store(actions.SetPresence(2, here=False), "organiser")
    await other.apply_and_store(actions.SetPresence(2, here=False), "organiser")
    assert other.tournament is not None
    assert [each.here for each in other.tournament.entrants.values()][:3] == [False, False, True]


async def test_without_the_database_actions_are_refused_until_it_is_back(
    desk: TournamentService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(desk)

    async def away(*_: object, **__: object) -> None:
        raise OSError("it is away")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(asyncpg, "connect", away)
        with pytest.raises(DatabaseUnavailableError, match="nothing was changed: it is away"):
            await desk.apply_and_store(actions.SetPresence(1, here=False), "organiser")
        assert desk.tournament is not None
        assert desk.tournament.entrants[1].here
        with pytest.raises(DatabaseUnavailableError):
            await desk.reload_if_stale()
    assert await desk.apply_and_store(actions.SetPresence(1, here=False), "organiser")


async def test_another_tournament_begins_only_once_this_one_is_over(desk: TournamentService) -> None:
    await begin(desk)
    with pytest.raises(ActionRefusedError) as told:
        await desk.begin_tournament(begun, "organiser")
    assert told.value.error_code == "runs"


async def test_no_two_tournaments_have_the_same_seeds(desk: TournamentService, database: str) -> None:
    connection = await asyncpg.connect(database)
    await begin(desk)
    assert desk.tournament is not None
    first = desk.tournament.begun.commitment
    (root,) = await connection.fetchrow("select root from tournaments")
    assert root.hex() not in str(desk.actions), "the root is nobody's to see"
    await connection.close()
    assert len(first) == 64


async def test_an_action_that_cannot_be_decoded_again_is_refused(desk: TournamentService, database: str) -> None:
    await begin(desk)
    too_long = actions.Newcomer("x" * 61)
    with pytest.raises(ActionRefusedError, match="cannot be stored") as told:
        await desk.apply_and_store(actions.AddEntrants((too_long,)), "organiser")
    assert told.value.error_code == "bounds"

    async def made(_: Connection) -> actions.Action:
        return actions.AddEntrants((too_long,))

    with pytest.raises(ActionRefusedError, match="cannot be stored"):
        await desk.apply_and_store(made, "guest")
    again = TournamentService(database)
    await again.reload_if_stale()
    assert len(again.actions) == len(desk.actions) == 2
    assert again.tournament == desk.tournament


async def test_an_unreadable_action_keeps_its_number_and_the_others_apply(
    desk: TournamentService, database: str
) -> None:
    await begin(desk)
    await desk.apply_and_store(actions.SetPresence(1, here=False), "organiser")
    connection = await asyncpg.connect(database)
    await connection.execute("""update tournament_acts set act = '{"do":"tomorrow"}' where number = 3""")
    desk.mark_stale()
    assert await desk.apply_and_store(actions.SetPresence(2, here=False), "organiser")
    assert desk.tournament is not None
    assert (desk.tournament.unfit, desk.tournament.action_count, len(desk.actions)) == ([3], 4, 4)
    assert page_value.tournament_to_json(desk.tournament, {}, lambda *_: None, None)["unfit"] == 1
    await connection.execute("update tournament_acts set act = '{}' where number = 1")
    desk.mark_stale()
    with pytest.raises(DatabaseUnavailableError, match="The first action of the tournament cannot be read"):
        await desk.reload_if_stale()
    await connection.close()


async def test_a_stale_mark_during_a_read_or_write_is_not_lost(
    desk: TournamentService, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(desk)
    other = TournamentService(database)

    async def meanwhile(connection: Connection) -> actions.Action:
        desk.mark_stale()
        return actions.AddEntrants((actions.Newcomer("Ida"),))

    await desk.apply_and_store(meanwhile, "organiser")
    assert await other.apply_and_store(actions.SetPresence(1, here=False), "organiser")
    await desk.reload_if_stale()
    assert desk.tournament == other.tournament

    fetch = Connection.fetch

    async def doubted(connection: Connection, *asked: Any) -> Any:
        found = await fetch(connection, *asked)
        await other.apply_and_store(actions.SetPresence(2, here=False), "organiser")
        desk.mark_stale()
        return found

    desk.mark_stale()
    with monkeypatch.context() as patched:
        patched.setattr(Connection, "fetch", doubted)
        await desk.reload_if_stale()
    assert desk.tournament != other.tournament
    await desk.reload_if_stale()
    assert desk.tournament == other.tournament
