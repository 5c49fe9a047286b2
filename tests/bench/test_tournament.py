"""The figures of draws: each keeps its bound, with results of games that bots have played."""

from bench.suites import tournament


def test_sixteen_twenty_and_sixty_four_people_meet_nobody_again(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(tournament, "PEOPLE", (16, 20, 64))
    monkeypatch.setattr(tournament, "GAMES", 2)
    figures = tournament.run()
    assert [figure.value for figure in figures if "met again" in figure.name] == [0, 0, 0]
    assert [figure.name for figure in figures if not figure.kept] == []
