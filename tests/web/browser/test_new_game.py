"""The form for a new game of any installed package."""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

import controller.games.tudor  # noqa: F401  # whose refusals are said
from controller.games.tumult_royale.bots.looking_ahead import COMPILED
from controller.texts.translation import LANGUAGES
from tests.support.real_table import RealTable
from tests.support.soak import in_soak, sample
from tests.web.browser.chromium import OUTSIDE, SIZES, WIDER_THAN_ITS_BOX, OpenPage
from tests.web.browser.test_tudor import on


@pytest.fixture(autouse=True)
def _the_usual_game_before_and_again(table: RealTable) -> Iterator[None]:
    usual = {"game": "tumult_royale", "castles": ["blue", "yellow"]}
    assert table.post("/api/game", usual).status_code == 204
    yield
    assert table.post("/api/game", usual).status_code == 204


def asked_for(page: Page, game: str = "Tudor") -> Locator:
    """Open the form and choose this game."""
    page.locator(".banner .top button").first.click()
    form = page.locator("dialog.new-game")
    form.get_by_text(game, exact=True).click()
    return form


def two_people(form: Locator, seats: Sequence[str] = ("Blue", "Yellow", "Red", "Green")) -> None:
    """Seat people at the first and third of ``seats``; Tudor's are called by their figures, red ones at purple."""
    for seat, sitter in zip(seats, ("person", "nobody") * 2, strict=True):
        form.get_by_role("group", name=seat).get_by_text(sitter).click()


def test_tudor_starts_with_chosen_cards_and_draws_the_others(table: RealTable, open_page: OpenPage) -> None:
    page = open_page(path="/referee")
    form = asked_for(page)
    two_people(form)
    form.get_by_role("group", name="Who begins").get_by_text("Red").click()
    form.get_by_text("Pick them").click()
    form.get_by_role("button", name="5 crowded columns").click()
    form.get_by_role("button", name="4 rings").click()
    expect(form.locator(".ends")).to_contain_text("The game in progress is parked.")
    form.get_by_role("button", name="Begin").click()
    expect(page.locator(".space")).to_have_count(28)
    expect(page.locator(".castle")).to_have_count(2)
    expect(page.get_by_role("dialog")).to_have_count(0)
    view = table.view()
    assert [(player["gate"], player["color"]) for player in view["players"]] == [
        ("blue", "blue"),
        ("purple", "red"),
    ]
    kept, drawn = view["scoring"]
    assert (view["first"], view["scenario"], kept, drawn in {1, 2, 3, 4, 6}) == ("red", 4, 5, True)
    expect(page.locator(".tudor-cards")).to_contain_text("6 for the most courtiers in a column")


@pytest.mark.parametrize("language", sample(LANGUAGES[::-1]))
def test_an_impossible_choice_is_explained_and_the_old_game_goes_on(
    table: RealTable, open_page: OpenPage, language: str
) -> None:
    seq = table.view()["seq"]
    page = open_page(path="/referee", language=language)
    form = asked_for(page)
    form.locator('[name=board][value="dealt"] + span').click()
    form.locator("button.do").click()
    expect(form.get_by_role("alert")).to_contain_text("TU-0.5")
    assert (table.view()["game"], table.view()["seq"]) == ("tumult-royale", seq)


@in_soak("the board of Tumult Royale entered as it lies")
def test_a_board_is_entered_as_it_lies(table: RealTable, open_page: OpenPage) -> None:
    """Columns from the bottom: influence and intrigue in turn, by faction."""
    page = open_page(path="/referee")
    form = asked_for(page)
    two_people(form)
    form.get_by_text("As they lie").click()
    spaces, pairs = form.locator(".lay .space"), form.locator(".lay-pair")
    expect(spaces).to_have_count(28)
    places = [number % 7 + 7 * (number % 2) for number in range(27)]
    page.evaluate("all => { for (const at of all) document.querySelectorAll('.lay-pair')[at].click(); }", places)
    expect(form.get_by_role("status")).to_have_text("Spaces left: 1. Influence left: 0, intrigue left: 1.")
    for size in reversed(SIZES.values()):
        page.set_viewport_size(size)
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(WIDER_THAN_ITS_BOX) == []
    form.get_by_role("button", name="Begin").click()
    expect(form.get_by_role("alert")).to_contain_text("Space D7 has no tokens")
    pairs.nth(0).click()
    form.get_by_role("button", name="Begin").click()
    expect(form.get_by_role("alert")).to_contain_text("Spaces with an influence token: 15; expected: 14. (TU-0.6)")
    form.locator('[data-space="D7"]').click()
    pairs.nth(13).click()
    form.get_by_role("button", name="Begin").click()
    expect(form).to_be_hidden()
    lies = {name: (space["token"], space["round"]) for name, space in table.view()["spaces"].items()}
    assert [lies[name] for name in ("A1", "A2", "A7", "B1", "D6", "D7")] == [
        ("red", "influence"), ("grey", "intrigue"), ("purple", "influence"), ("red", "intrigue"),
        ("green", "influence"), ("purple", "intrigue"),
    ]  # fmt: skip


@pytest.mark.skipif(not COMPILED, reason="plain Python is too unsure about this statue")
def test_who_practises_is_offered_to_take_a_costly_statue_back(table: RealTable, open_page: OpenPage) -> None:
    page = open_page(path="/referee")
    form = asked_for(page, "Tumult Royale")
    two_people(form, ("Blue", "Yellow", "Purple", "Grey"))
    form.get_by_label("Practice").check()
    with page.expect_response("**/api/game*") as begun:
        form.get_by_role("button", name="Begin").click()
    assert '"practice":true' in (begun.value.request.post_data or "")
    slots = [("R5", 0), (None, 0), (None, 0), ("R4", 3)]
    dealt = {
        "players": [{"color": "blue", "rank": 1}, {"color": "yellow", "rank": 2}],
        "regions": [{"slot": slot, "tile": tile, "turns": turns} for slot, (tile, turns) in enumerate(slots)],
    }
    game = {"castles": ["blue", "yellow"], "options": {"map": "tracked"}, "dealt": dealt, "practice": True}
    assert table.post("/api/game", game).status_code == 204
    expect(page.locator(".top")).to_contain_text("Practice")
    statue = {"do": "place_first", "player": "yellow", "field": "B3"}
    assert table.post("/api/actions", statue).status_code == 200
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Take back and try again")).to_have_count(0)
    assert table.post("/api/actions", {"do": "undo"}).status_code == 200
    assert table.post("/api/actions", statue).status_code == 200
    page.get_by_role("button", name="Take back and try again").click()
    expect(page.get_by_role("button", name="Take back and try again")).to_have_count(0)
    assert table.view()["seq"] == 5


@in_soak("a newcomer led through Tumult Royale")
def test_a_newcomer_is_led_through_a_round_of_the_game_of_his_choice(table: RealTable, open_page: OpenPage) -> None:
    page = open_page()
    asked_for(page).get_by_role("button", name="Lead me").click()
    expect(page.locator(".space")).to_have_count(36)
    expect(page.locator(".tour")).to_contain_text("Your first round")
    assert [player["gate"] for player in table.view()["players"]] == ["blue", "yellow", "purple", "grey"]
    expect(page.locator(".tour")).to_contain_text("Step 1 of 11")  # the bot takes its rings meanwhile
    expect(page.locator(".tour")).to_contain_text("gets two rings")
    page.get_by_role("button", name="I know my way around").click()
    page.reload()
    expect(page.locator(".space")).to_have_count(36)
    expect(page.locator(".tour")).to_be_hidden()


@in_soak("the first steps of the same tour")
def test_each_step_of_the_first_round_has_its_hint(table: RealTable, open_page: OpenPage) -> None:
    game = {"game": "tudor", "castles": ["blue", "yellow"], "dealt": {"first": "blue"}}
    assert table.post("/api/game", game).status_code == 204
    page = open_page(led_through="tudor blue", size=SIZES["phone"])
    tour = page.locator(".tour")
    for phase, said in (
        ("rings", "gets two rings"),
        ("hands", "Tap a finger for the ring"),
        ("assignment", "goes to its bench"),
        ("lords", "The benches have emptied"),
        ("lords", "for your lord"),
        ("actions", "All lords are in"),
        ("actions", "tap a lit figure"),
    ):
        on(table, phase)
        expect(tour).to_contain_text(said)
        if (following := tour.get_by_role("button", name="Next")).is_visible():
            following.click()
    table.act(**table.view()["offers"][0])
    expect(tour).to_contain_text("Step 8 of 11")
    expect(tour).to_contain_text("Choose what it does")
    assert page.evaluate(OUTSIDE) == []
    table.act(do="end_turn", player="blue")
    expect(tour).to_contain_text("Yellow is about to act")
