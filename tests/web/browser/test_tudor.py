"""Tudor in a real browser: dealt from the form, chosen by taps or carried by hand, and drawn to its end."""

import json
import re
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from controller.games.tudor.rules.actions import move_to_line
from controller.games.tudor.rules.state import State, TakeRingStep
from controller.texts.translation import LANGUAGES, translate
from tests.games.tudor import random_games
from tests.games.tudor.random_games import TABLES, random_start
from tests.support.real_table import RealTable
from tests.support.soak import SOAK, in_soak, sample
from tests.web.browser import chromium
from tests.web.browser.test_accessible import axe, faults

__all__ = ["axe"]  # a fixture

FINGERS = ("thumb", "index", "middle", "ring", "pinky")
BOARD = {"game": "tudor", "castles": ["blue", "yellow", "purple"]}


@pytest.fixture(autouse=True, scope="module")
def _the_usual_game_again(table: RealTable) -> Iterator[None]:
    yield
    assert table.post("/api/owner/house", {"turn_timer_s": 0}).status_code == 204
    assert table.post("/api/game", {"game": "tumult_royale", "castles": ["blue", "yellow"]}).status_code == 204


def begin(table: RealTable, **more: Any) -> None:
    """Start a game for three with the cards of a first game, without a limit for turns."""
    assert table.post("/api/owner/house", {"turn_timer_s": 0}).status_code == 204
    assert table.post("/api/game", {**BOARD, **more}).status_code == 204


def on(table: RealTable, phase: str) -> dict[str, Any]:
    """Take the first possible action until ``phase``."""
    while (view := table.view())["phase"] != phase:
        offer = view["offers"][0]
        if offer["do"] == "wear":
            player = next(one for one in view["players"] if one["color"] == offer["player"])
            rings = [[ring["id"]] for ring in player["unworn"]]
            hand = dict(zip(FINGERS, [*rings, [], [], []], strict=True))
            table.act(do="wear", player=offer["player"], hand=hand)
        else:
            table.act(**offer)
    return view


def lay_by(page: Page, press: Callable[[Locator], object]) -> None:
    """Lay two rings on thumb and middle finger, which strengthen E."""
    for name in ("thumb", "middle"):
        press(page.locator(f'.asked [data-finger="{name}"] button'))
    expect(page.locator(".strength [data-strong]")).to_have_text("E a card back ✓")
    press(page.get_by_role("button", name="Wear the rings like this"))


def test_rings_hands_courtiers_and_lords_are_played_by_tapping(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    page = open_page(path="/referee")
    for number in range(6):
        expect(page.locator(".stand .pick")).to_have_count(14 - number)
        page.locator(".stand button.pick").first.click()
    for number in range(3):
        lay_by(page, lambda button: button.click())
        expect(page.locator(".castle .hand .ring")).to_have_count(2 * (number + 1))
    expect(page.locator(".mode")).to_have_text("Courtiers to the benches")
    for number in range(6):
        page.get_by_role("button", name=f"Courtier to the bench of chamber {number % 3 + 1}").click()
        expect(page.locator(".seat .courtier")).to_have_count(number + 1)
    expect(page.locator(".mode")).to_have_text("Lords")


def test_the_only_person_among_bots_sees_the_own_cards(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table, bots=["yellow", "purple"])
    page = open_page()
    cards = page.get_by_role("group", name="Your cards")
    with table.hurried(100):
        for number in range(2):
            page.locator(".stand button.pick").first.click()
            expect(ward(page, "blue").locator(".ring")).to_have_count(number + 1)
        lay_by(page, lambda button: button.click())
        expect(cards.get_by_role("img")).not_to_have_count(0)
    begin(table)  # with three people
    expect(page.locator(".castle .ring")).to_have_count(0)
    page.locator(".stand button.pick").first.click()
    expect(page.locator(".castle .ring")).to_have_count(1)
    expect(cards).to_have_count(0)
    assert table.first_event("seat") == 'data: {"castle":null,"view":null}'


MOST_TABS = 150
GLASS_S = 120


def enter(page: Page, button: Locator) -> None:
    """Press Tab until the button has the focus, then Enter."""
    button.wait_for()
    for _ in range(MOST_TABS):
        if button.evaluate("button => button === document.activeElement"):
            return page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    raise AssertionError(f"{MOST_TABS} tabs do not reach {button}")


def play_a_turn_by_keyboard(table: RealTable, page: Page) -> None:
    """Activate a figure, go a step if one is free, draw the tokens that are due and end the turn."""
    choices = page.locator(".tudor-choices")
    player = table.view()["to_act"]
    enter(page, page.locator("button.seat").first)
    expect(page.locator(".seat[data-active]")).to_have_count(1)
    steps = [offer["path"][0] for offer in table.view()["offers"] if offer.get("action") == "A"]
    for space in [each for each in steps if steps.count(each) == 1][
        :1
    ]:  # by one courtier only: nothing is left to choose
        enter(page, choices.get_by_role("button", name="Ring move"))
        enter(page, page.locator(f'button[data-space="{space}"]'))
        expect(page.locator(".space[data-step]")).to_have_count(0)
    while table.view()["due"]:
        before = str(choices.text_content())
        enter(page, choices.locator('[data-do="draw"], [data-do="decline"]'))
        expect(choices).not_to_have_text(before)
    expect(page.locator(".clock span").first).to_have_text(re.compile(r"^\d+ s$"))
    enter(page, choices.locator('[data-do="end_turn"]'))
    table.until(lambda: table.view()["to_act"] != player, "the turn has ended")


@in_soak("a figure that goes a way by the keyboard")
def test_a_whole_round_is_played_by_keyboard_alone_within_its_glass(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    begin(table)
    assert table.post("/api/owner/house", {"turn_timer_s": GLASS_S}).status_code == 204
    page = open_page()
    for number in range(6):
        expect(page.locator(".stand .pick")).to_have_count(14 - number)
        enter(page, page.locator(".stand button.pick").first)
    for number in range(3):
        lay_by(page, lambda button: enter(page, button))
        expect(page.locator(".castle .hand .ring")).to_have_count(2 * (number + 1))
    for figure, most in ((".courtier", 6), (".lord", 3)):
        for number in range(most):
            enter(page, page.get_by_role("button", name=f"chamber {number % 3 + 1}"))
            expect(page.locator(f".chamber {figure}")).to_have_count(number + 1)
    while (view := table.view())["round"] == 1:
        expect(page.locator(".castle[data-acting]")).to_have_attribute("data-castle", view["waiting_for"]["color"])
        play_a_turn_by_keyboard(table, page)
    expect(page.locator(".banner .round")).to_have_text(re.compile("^Round 2 "))


def test_a_figure_goes_a_way_by_the_keyboard_and_tokens_are_drawn(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    begin(table)
    view = on(table, "actions")
    page = open_page(path="/referee", size=chromium.SIZES["phone"])
    player = view["to_act"]
    enter(page, page.locator("button.seat").first)
    expect(page.locator(".seat[data-active]")).to_have_count(1)
    view = table.view()
    chamber = view["turn"]["figure"]["chamber"]
    assert view["players"][0]["supply"] == 12
    expect(page.locator(f".chamber:nth-child({chamber}) .seat[data-active]")).to_have_count(1)
    step = next(offer["path"][0] for offer in view["offers"] if "path" in offer)
    expect(page.locator(".offer:visible").first).to_contain_text("Ring move A")
    expect(page.locator(".offer:visible").last).to_have_text("End the turn without acting")
    page.locator(f'button[data-space="{step}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-space="{step}"]')).to_have_attribute("data-step", "1")
    expect(page.locator(f'[data-space="{step}"]')).to_be_focused()
    expect(page.locator(".offers")).to_contain_text(f"from the supply to {step}")
    assert page.evaluate(chromium.OUTSIDE) == []
    assert page.evaluate(chromium.WIDER_THAN_ITS_BOX) == []
    page.keyboard.press("Enter")
    expect(page.locator("[data-step]")).to_have_count(0)
    assert table.view()["to_act"] == player


def test_a_hidden_payment_waits_for_yes_and_a_refusal_names_no_card(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    """G pays with any matching card; no hand has a card of each faction at the start (TU-9.7)."""
    begin(table)
    view = on(table, "actions")
    table.act(**view["offers"][0])
    seq = table.view()["seq"]
    page = open_page(path="/referee")
    for name in ("A1", "B1", "C1", "D1", "E1", "F1"):
        page.get_by_role("button", name="One space court move").click()
        with page.expect_response("**/api/actions**") as answer:
            page.locator(f'button[data-space="{name}"]').click()
        assert (answer.value.status, answer.value.json()["accepted"]) == (200, False)
        expect(page.locator(".tudor-choices .waits")).to_contain_text("yes, at the castle")
        assert table.view()["seq"] == seq
        assert table.post("/api/table/press", {"control": "knob"}).status_code == 204
        table.until(lambda: table.view()["waiting_for"]["step"] != "confirm", "the yes was taken")
        if table.view()["seq"] == seq:
            expect(page.locator(".complaints .complaint")).to_contain_text(
                "What is behind the screen is not enough for this."
            )
            assert table.view()["complaints"][0]["rule"] == "TU-9.7"
            return
        table.act(do="undo")
        assert table.post("/api/corrections/put-right", {}).status_code == 204  # else the knob's press says that
        seq = table.view()["seq"]
    raise AssertionError("every way was paid")


@pytest.mark.parametrize(
    ("path", "language"),
    sample([("/spectator", "en"), *((path, language) for language in LANGUAGES for path in ("/referee", "/"))]),
)
def test_a_board_fits_every_screen_and_a_limited_turn_s_time_runs_down(
    table: RealTable, open_page: chromium.OpenPage, keep_picture: Callable[[Page, str], None], path: str, language: str
) -> None:
    begin(table)
    table.act(**on(table, "actions")["offers"][0])
    page = open_page(path=path, size=chromium.SIZES["tv"], language=language)
    expect(page.locator(".space").first).to_be_visible()
    expect(page.locator(":is(.hourglass, .clock):visible")).to_have_count(0)
    if path == "/spectator":
        keep_picture(page, "tudor.png")
        widths = page.locator(".space .token, .seat").evaluate_all("all => all.map((one) => one.offsetWidth)")
        assert min(widths) >= 44
    for size in chromium.SIZES.values():
        page.set_viewport_size(size)
        assert page.evaluate(chromium.OUTSIDE) == []
        assert page.evaluate(chromium.WIDER_THAN_ITS_BOX) == []
    for seconds, said in ((600, re.compile(r"^\d+ s$")), (1, translate(language, "page-turn-timer-up"))):
        assert table.post("/api/owner/house", {"turn_timer_s": seconds}).status_code == 204
        expect(page.locator(".clock span").first).to_have_text(said)
    assert table.post("/api/owner/house", {"turn_timer_s": 0}).status_code == 204
    expect(page.locator(".clock")).to_be_hidden()


@in_soak("the faces of Tumult Royale")
@pytest.mark.parametrize("path", ["/", "/spectator", "/referee"])
def test_no_face_of_it_has_a_serious_fault(table: RealTable, open_page: chromium.OpenPage, axe: str, path: str) -> None:
    begin(table)
    table.act(**on(table, "actions")["offers"][0])
    page = open_page(path=path)
    expect(page.locator(".space").first).to_be_visible()
    assert faults(page, axe) == []


def ward(page: Page, color: str) -> Locator:
    return page.locator(f'[data-place="castle:{color}"]')


def finger(page: Page, color: str, name: str) -> Locator:
    return ward(page, color).locator(f'[data-finger="{name}"]')


def hand_of(table: RealTable, color: str) -> dict[str, Any]:
    hand: dict[str, Any] = next(player["hand"] for player in table.view()["players"] if player["color"] == color)
    return hand


def activated_in_the_first_chamber(table: RealTable) -> dict[str, Any]:
    """Activate a figure whose chamber has actions A and B; return the view then."""
    view = on(table, "actions")
    while not (found := [each for each in view["offers"] if each["do"] == "activate" and each["chamber"] == 1]):
        table.act(**view["offers"][0])
        table.act(do="end_turn", player=view["to_act"])
        view = table.view()
    table.act(**found[0])
    return table.view()


def test_a_ring_of_the_stand_replaces_a_worn_one_and_brings_its_card(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    """B (TU-9.2): each faction of the stand once, then the rings that are worn; the one legal card needs no choice."""
    begin(table)
    view = activated_in_the_first_chamber(table)
    player, factions = view["to_act"], sorted({ring["faction"] for ring in view["stand"]})
    page = open_page(path="/referee")
    form = page.locator(".asked")
    page.get_by_role("button", name="Ring exchange").click()
    tray = form.get_by_role("group", name="Rings to choose from").get_by_role("button")
    names = [str(button.get_attribute("aria-label")).removesuffix(" ring") for button in tray.all()]
    assert sorted(names) == factions
    expect(form.locator(".hand button")).to_have_count(0)
    tray.first.click()
    expect(form.locator(".hand button")).to_have_count(2)
    form.locator(".hand button").first.click()
    expect(form.locator(".choice label")).to_have_text([names[0]])
    form.get_by_role("button", name="Exchange the rings").click()
    table.until(lambda: "B" in table.view()["turn"]["done"], "the rings were swapped")
    worn = [ring["faction"] for rings in hand_of(table, player).values() for ring in rings]
    assert worn[0] == names[0]
    assert table.view()["complaints"] == []


SEED_OF_AN_OFFICE = 30


def random_game(table: RealTable, seed: int) -> Iterator[State]:
    """Play a random game by its log; yield the state after each action."""
    start = random_start(Random(seed), *TABLES[seed])
    castles = BOARD["castles"][: len(start["players"])]
    players = [{**player, "gate": castle} for player, castle in zip(start["players"], castles, strict=True)]
    assert table.post("/api/owner/house", {"turn_timer_s": 0}).status_code == 204
    body = {"game": "tudor", "castles": castles, "dealt": {**start, "players": players}}
    assert table.post("/api/game", body).status_code == 204
    for move, state in random_games.play(seed):
        answer = table.post("/api/actions", move_to_line(state.table, move))
        assert answer.status_code == 200, answer.text
        if not answer.json()["accepted"]:
            table.until(lambda: takes_yes(table), "the press was taken")
            table.until(lambda: table.view()["waiting_for"]["step"] != "confirm", "the yes was taken")
        yield state


def takes_yes(table: RealTable) -> bool:
    """Press the knob as a yes; first end a scene that came late."""
    while (scene := table.view().get("scene")) is not None:
        table.post("/api/answer", {"yes": True, "scene": scene["left"]})
    return table.post("/api/table/press", {"control": "knob"}).status_code == 204


def until_an_office(table: RealTable) -> dict[str, Any]:
    """Play a random game until a player takes a ring for an office (TU-8.2)."""
    for state in random_game(table, SEED_OF_AN_OFFICE):
        if state.due and isinstance(state.due[0], TakeRingStep):
            return table.view()
    raise AssertionError("no player took an office")


SCENES = ("chairs", "idle") if not SOAK else ("chairs", "idle", "office", "round-ended", "scored", "over")


def next_scene(table: RealTable) -> dict[str, Any] | None:
    """Return the scene that is shown, once what is announced before it is over; None if none comes."""
    while (view := table.view())["scene"] is None and view["waiting_for"]["step"] == "":
        time.sleep(0.05)
    scene: dict[str, Any] | None = view["scene"]
    return scene


CUT = """() => {
    const scene = document.querySelector(".scene");
    return scene ? Math.max(0, scene.scrollHeight - scene.clientHeight) : 0;
}"""
"""How much of a scene's words is hidden."""


def test_no_scene_of_it_has_a_fault(table: RealTable, open_page: chromium.OpenPage, axe: str) -> None:
    """The scenes of a random game, each over the board as it was then."""
    assert table.post("/api/owner/house", {"scenes": "knob"}).status_code == 204
    try:
        pages = [open_page(size=size) for size in (chromium.TV, chromium.PHONE)]
        television = open_page(path="/spectator#tv", size=chromium.TV, language="de")
        seen = set[str]()
        for _ in random_game(table, SEED_OF_AN_OFFICE):
            while (scene := next_scene(table)) is not None:
                for page in pages if scene["name"] not in seen else []:
                    expect(page.locator(f'.scene[data-scene="{scene["name"]}"]')).to_be_visible()
                    assert faults(page, axe) == []
                expect(television.locator(".scene")).to_be_visible()
                assert television.evaluate(CUT) == 0, scene["text"]
                seen.add(scene["name"])
                assert table.post("/api/answer", {"yes": True, "scene": scene["left"]}).status_code == 204
            if seen >= set(SCENES):
                return
        raise AssertionError(f"seen: {seen}")
    finally:
        table.take_time()


@in_soak("a ring of the stand that replaces a worn one")
def test_an_office_brings_a_ring_that_is_laid_at_the_drawn_hand(table: RealTable, open_page: chromium.OpenPage) -> None:
    view = until_an_office(table)
    player, before = view["to_act"], hand_of(table, view["to_act"])
    page = open_page(path="/referee", size=chromium.PHONE, touch=True)
    expect(page.locator(".waiting .what")).to_contain_text("choose a ring for office A.")
    form = page.locator(".asked")
    tray = form.get_by_role("group", name="Rings to choose from").get_by_role("button")
    expect(tray).to_have_count(len({ring["faction"] for ring in view["stand"]}))
    assert len({box["y"] for button in tray.all() if (box := button.bounding_box())}) == 1
    tray.first.tap()
    form.locator(".finger:not(:has(.ring)) button").first.tap()
    form.get_by_role("button", name="Take and wear like this").tap()
    table.until(lambda: table.view()["due"][:1] != view["due"][:1], "the ring is taken")
    rings = {finger: len(worn) for finger, worn in hand_of(table, player).items()}
    assert sum(rings.values()) == 1 + sum(map(len, before.values()))
    assert max(rings.values()) == 1


def test_each_form_asks_for_one_legal_value_after_another(table: RealTable, open_page: chromium.OpenPage) -> None:
    """Two cards are exchanged for one (TU-11.3): the third is asked for once the first two are chosen."""
    begin(table)
    on(table, "actions")
    page = open_page(path="/referee")
    page.get_by_role("button", name="Exchange cards").click()
    form = page.locator(".asked")
    for number, legend in enumerate(("Card given 1", "Card given 2", "Card taken"), 1):
        expect(form.locator("fieldset.choice")).to_have_count(number)
        form.get_by_role("group", name=legend).get_by_text("grey").click()
    expect(form.get_by_role("button", name="Exchange these cards")).not_to_have_attribute("aria-disabled", "true")


def test_a_prompt_says_which_courtier_needs_a_chamber(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    page = open_page()
    for _ in ("first", "second", "and all other players"):
        view = on(table, "assignment")
        number = "second" if all(player["to_place"] < 2 for player in view["players"]) else "first"
        name = str(view["to_act"]).capitalize()
        expect(page.locator(".waiting .what")).to_have_text(f"{name}: choose a chamber for your {number} courtier.")
        for _ in view["players"]:
            if table.view()["phase"] == "assignment":
                table.act(**table.view()["offers"][0])
        if table.view()["phase"] != "assignment":
            break
    expect(page.locator(".waiting .what")).to_contain_text("choose a chamber for your lord.")


def test_a_turn_without_a_figure_has_a_prompt_of_its_own(table: RealTable, open_page: chromium.OpenPage) -> None:
    """Blue has courtiers where no lord is, and a lord that acts in the chamber of Yellow's."""
    begin(table, dealt={"first": "blue"})
    on(table, "assignment")
    chambers = {"blue": 2, "yellow": 2, "red": 3}
    while (view := table.view())["phase"] in ("assignment", "lords"):
        chamber = 1 if view["to_act"] == "blue" and view["phase"] == "assignment" else chambers[view["to_act"]]
        table.act(**next(offer for offer in view["offers"] if offer["chamber"] == chamber))
    page = open_page()
    for color in ("blue", "yellow", "red"):
        lord = next(offer for offer in table.view()["offers"] if offer.get("chair") == "lord")
        table.act(**lord)
        expect(page.locator(".seat[data-active]")).to_have_count(1)
        expect(page.locator(".seat[data-active] .lord")).to_have_class(re.compile(f"of-{color}"))
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".seat[data-active]")).to_have_count(0)
        table.act(**lord)
        table.act(do="end_turn", player=color)
    expect(page.locator(".waiting .what")).to_have_text("Blue: move one space or take a card.")


def test_what_a_chamber_does_is_in_sight_while_one_is_chosen(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table, dealt={"first": "blue"})
    page = open_page(size={"width": 1280, "height": 800})
    on(table, "assignment")
    expect(page.locator("button.enter .of-blue")).to_have_count(3)
    bottom = "getBoundingClientRect().bottom"
    beside = f"all => all.filter((one) => one.{bottom} < one.closest('.wall').querySelector('.enter').{bottom}).length"
    assert page.locator(".letters li").evaluate_all(beside) == 6


def test_a_bots_turn_is_told_instead_of_a_prompt(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table, castles=["blue", "yellow"], bots=["blue", "yellow"], dealt={"first": "yellow"})
    page = open_page()
    expect(page.locator(".waiting .what")).to_have_text(
        re.compile("^(Blue|Yellow) (chooses the (first|second) ring|puts the rings on)")
    )
    expect(page.locator(".others li").last).to_contain_text("ring")
    expect(page.locator(".tudor-choices")).to_have_count(0)


def test_a_courtier_walks_from_its_supply_to_its_space(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    view = activated_in_the_first_chamber(table)
    page = open_page()
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(
        """() => {
          window.walked = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...how) {
            window.walked.push(this.closest("[data-place]")?.dataset.place);
            return animate.apply(this, how);
          };
        }"""
    )
    step = next(offer for offer in view["offers"] if offer.get("action") == "A")
    table.act(**step)
    page.wait_for_function("space => window.walked.includes(`space:${space}`)", arg=step["path"][0])


def test_the_board_marks_the_last_move_and_says_why_a_space_is_closed(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    begin(table)
    table.act(**on(table, "actions")["offers"][0])
    page = open_page()
    page.locator('[data-space="B5"]').click()
    expect(page.locator(".notice")).to_contain_text("B5 cannot be reached now.")
    step = next(offer for offer in table.view()["offers"] if offer.get("action") == "A")
    table.act(**step)
    space = step["path"][0]
    expect(page.locator(".space[data-moved]")).to_have_attribute("data-space", space)
    while table.view()["due"]:
        table.act(**table.view()["offers"][0])
    table.act(do="end_turn", player=step["player"])
    table.act(**next(offer for offer in table.view()["offers"] if offer["do"] == "activate"))
    page.locator(".offer[data-do=G]").click()
    page.locator(f'[data-space="{space}"]').click()
    expect(page.locator(".notice")).to_contain_text(f"{space} is occupied.")
    expect(page.locator(".space[data-moved]")).to_have_attribute("data-space", space)


@pytest.mark.parametrize("size", [chromium.DESKTOP, chromium.PHONE])
def test_the_button_below_the_drawn_hand_stays_in_its_place(
    table: RealTable, open_page: chromium.OpenPage, size: ViewportSize
) -> None:
    begin(table)
    on(table, "hands")
    page = open_page(path="/referee", size=size)
    button = page.get_by_role("button", name="Wear the rings like this")
    button.wait_for()
    before = button.bounding_box()
    for name in ("thumb", "middle"):
        page.locator(f'.asked [data-finger="{name}"] button').click()
    expect(page.locator(".tray-of button")).to_have_count(0)
    after = button.bounding_box()
    assert (after["y"], after["height"]) == (before["y"], before["height"])  # type: ignore[index]


def test_the_keyboard_goes_from_an_answer_to_the_next_choice(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    view = on(table, "actions")
    page = open_page()
    page.locator(".castle[data-acting] .yes").focus()
    table.act(**view["offers"][0])
    expect(page.locator(".tudor-choices :focus")).to_have_count(1)


def test_a_phone_shows_what_is_due_above_its_choices(table: RealTable, open_page: chromium.OpenPage) -> None:
    """Rings, chambers and the throne room: the whole part, without scrolling."""
    begin(table)
    page = open_page(path="/referee", size=chromium.PHONE, touch=True)
    for phase, part in (("rings", ".stand"), ("assignment", ".chambers-of"), ("lords", ".chambers-of")):
        on(table, phase)
        page.wait_for_function(chromium.IN_SIGHT, arg=part)
    on(table, "actions")
    page.wait_for_function(chromium.IN_SIGHT, arg=".chambers-of")
    page.locator("button.seat").first.tap()
    page.wait_for_function(chromium.IN_SIGHT, arg=".throne")
    page.locator(".offer.act").first.tap()
    page.wait_for_function(chromium.IN_SIGHT, arg=".throne")
    expect(page.locator(".tudor-choices .hint").first).to_be_in_viewport()


def test_a_finger_carries_rings_to_and_along_the_hand_on_a_phone(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    """Also to the player's castle, wherever there it is let go."""
    begin(table)
    page = open_page(path="/referee", size=chromium.PHONE, touch=True)
    page.set_viewport_size({"width": 390, "height": 2400})
    chromium.drag_by_touch(page, page.locator(".stand [data-piece]").first, page.locator(".castle[data-acting] h2"))
    expect(page.locator(".castle .line .ring")).to_have_count(1)
    page.set_viewport_size(chromium.PHONE)
    on(table, "hands")
    for piece, finger in ((".tray-of [data-piece]", "index"), (".asked .finger [data-piece]", "pinky")):
        chromium.drag_by_touch(page, page.locator(piece).first, page.locator(f".asked [data-finger={finger}]"))
        expect(page.locator(f".asked [data-finger={finger}] .ring")).to_have_count(1)
    expect(page.locator(".tray-of .pick")).to_have_count(1)


def test_a_phone_shows_the_part_of_the_board_that_a_bot_acts_at(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table, castles=["blue", "yellow"], bots=["blue", "yellow"])
    page = open_page(size=chromium.PHONE, touch=True)
    page.wait_for_function(chromium.IN_SIGHT, arg="[data-due]")


def test_arrow_keys_go_from_place_to_place_of_the_board(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    page = open_page(path="/referee")
    page.locator(".stand button").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stand button").nth(1)).to_be_focused()
    on(table, "assignment")
    page.locator("button.enter").first.focus()
    for key, chamber in (("ArrowDown", 2), ("ArrowDown", 3), ("ArrowDown", 1), ("ArrowUp", 3), ("ArrowUp", 2)):
        page.keyboard.press(key)
        expect(page.locator(f".chamber:nth-child({chamber}) .enter")).to_be_focused()


def test_a_phone_keeps_its_head_in_one_row_and_the_end_of_a_turn_in_sight(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    begin(table)
    page = open_page(size=chromium.PHONE, touch=True, language="de")
    boxes = [page.locator(part).bounding_box() for part in (".top .open-hand", ".top .prefs")]
    assert boxes[0]["y"] == boxes[1]["y"]  # type: ignore[index]
    rings = ".stand .pick >> nth=0"
    lit = page.locator(rings).bounding_box()
    view = on(table, "actions")
    assert page.locator(rings).bounding_box()["height"] == lit["height"]  # type: ignore[index]
    table.act(**[offer for offer in view["offers"] if offer["do"] == "activate"][-1])
    expect(page.locator(".waiting .what")).to_contain_text("in Kammer")
    page.locator(".offer[data-do=end_turn]").wait_for()
    assert page.locator(".slot-offers").evaluate("one => one.scrollHeight <= one.clientHeight")


def test_only_devices_that_are_out_are_named(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    view = table.view()
    for device in view["devices"]:
        device["ok"] = device["name"] not in {"blue", "journal"}
    stream = f"event: view\ndata: {json.dumps(view)}\n\n"

    def lose(page: Page) -> None:
        page.route("**/api/stream?*", lambda route: route.fulfill(content_type="text/event-stream", body=stream))

    devices = open_page(path="/spectator", prepare=lose).locator(".devices li")
    expect(devices).to_have_text(["Blue's gate does not work", "The journal does not work"])


def test_one_press_pays_at_the_tables_page_and_a_refusal_stands_there(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    """At the start a hand has the cards of its rings, and no others (TU-1.3, TU-9.7)."""
    begin(table)
    view = on(table, "actions")
    table.act(**view["offers"][0])
    view = table.view()
    cards = {ring["faction"] for rings in hand_of(table, view["to_act"]).values() for ring in rings}
    row = {name: view["spaces"][name]["token"] for name in ("A1", "B1", "C1", "D1", "E1", "F1")}
    page = open_page()
    choices = page.locator(".tudor-choices")
    choices.get_by_role("button", name="One space court move").click()
    expect(choices).to_contain_text("This page does not know your cards.")
    expect(choices.get_by_role("link", name="My hand")).to_have_attribute("href", "/seat")
    for name in sorted(row, key=lambda name: row[name] in cards)[:: len(row) - 1]:
        space = page.locator(f'button[data-space="{name}"]')
        with page.expect_response("**/api/table/press"):
            space.click()
        table.until(lambda: table.view()["waiting_for"]["step"] != "confirm", "the page has said yes")
        if row[name] in cards:
            assert table.view()["seq"] > view["seq"]
        else:
            expect(choices.locator(".complaint")).to_have_text("What is behind the screen is not enough for this.")
            expect(space).to_have_attribute("data-step", "1")
            space.click()
            expect(choices.locator(".complaint")).to_have_count(0)


def test_nothing_to_aim_at_moves_from_the_first_ring_to_the_first_turn(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    begin(table, castles=["blue", "yellow", "purple", "grey"])
    page = open_page(size=chromium.SIZES["tv"])
    page.set_viewport_size({"width": 1280, "height": 800})
    heights = []
    for phase in ("rings", "hands", "assignment", "lords", "actions"):
        on(table, phase)
        page.wait_for_function("phase => document.querySelector('.mode').textContent === phase", arg=MODES[phase])
        boxes = "all => all.map((one) => one.getBoundingClientRect()).map(({ y, height }) => `${y} ${height}`)"
        still = page.locator(".castle, .chamber, .space, .stock, .stack, .oled, .knob, .speeds, .story")
        heights.append(still.evaluate_all(boxes))
    assert all(each == heights[0] for each in heights)
    expect(page.locator(".story li").last).to_be_in_viewport()


MODES = {
    "rings": "First rings",
    "hands": "Hands",
    "assignment": "Courtiers to the benches",
    "lords": "Lords",
    "actions": "Turns",
}


def test_the_television_says_what_each_player_has_where(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    on(table, "actions")
    page = open_page(path="/spectator#tv", size=chromium.TV)
    expect(page.locator(".castle").first).to_contain_text(
        re.compile("0 prestige *(begins)? *In supply ?12 *In chambers ?2")
    )


def test_the_keyboard_goes_to_the_chamber_that_is_due(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    on(table, "assignment")
    page = open_page()
    page.get_by_role("button", name="Courtier to the bench of chamber 2").focus()
    for number in range(6):
        expect(page.locator(".chamber .seat .courtier")).to_have_count(number)
        expect(page.locator(".chamber button.enter:focus")).to_have_count(1)
        page.keyboard.press("Enter")
    expect(page.locator(".chamber button.enter:focus")).to_have_attribute(
        "aria-label", re.compile("^Lord into chamber")
    )


@in_soak("rings laid by taps")
def test_rings_go_to_their_owners_chosen_fingers(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    page = open_page(path="/referee")
    chromium.drag(page, page.locator(".stand [data-piece]").first, ward(page, table.view()["to_act"]))
    expect(page.locator(".line .ring")).to_have_count(1)
    on(table, "hands")
    expect(page.locator(".line .ring")).to_have_count(6)
    to_act = table.view()["to_act"]
    rings = ward(page, to_act).locator(".line .ring[data-piece]")
    first, second = (rings.nth(number).get_attribute("data-piece") for number in range(2))
    chromium.drag(page, rings.first, finger(page, to_act, "pinky"))
    expect(finger(page, to_act, "pinky").locator(".ring")).to_have_count(1)
    chromium.drag(page, rings.first, finger(page, to_act, "middle"))
    page.get_by_role("button", name="Wear the rings like this").click()
    table.until(lambda: table.view()["to_act"] != to_act, "the rings are laid")
    worn = hand_of(table, to_act)
    assert [ring["id"] for ring in worn["pinky"] + worn["middle"]] == [str(first)[5:], str(second)[5:]]


@in_soak("a finger that carries a courtier to a bench")
def test_courtiers_go_to_benches_and_lords_into_chambers(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    view = on(table, "assignment")
    page = open_page(path="/referee")
    courtier = ward(page, view["to_act"]).locator(".courtier[data-piece]")
    chromium.drag(page, courtier, page.locator(".chamber").nth(1))
    expect(page.locator(".chamber").nth(1).locator(".seat .courtier")).to_have_count(1)
    on(table, "lords")
    for number in range(3):
        to_act = table.view()["to_act"]
        chromium.drag(page, ward(page, to_act).locator(".lord[data-piece]"), page.locator(".chamber").nth(number))
        expect(page.locator(".chamber .seat .lord")).to_have_count(number + 1)
    expect(page.locator(".mode")).to_have_text("Turns")
    colors = [player["color"] for player in view["players"]]
    first = colors.index(view["to_act"])
    lords = [chamber["lords"][0]["color"] for chamber in table.view()["chambers"]]
    assert lords == [*colors[first:], *colors[:first]]  # clockwise from the one who begins


def test_a_carried_piece_lights_its_targets_and_draws_its_way(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    view = on(table, "actions")
    last = max(offer["chamber"] for offer in view["offers"] if offer["do"] == "activate")
    table.act(**next(offer for offer in view["offers"] if offer["do"] == "activate" and offer["chamber"] == last))
    seq = table.view()["seq"]
    page = open_page(path="/referee")
    courtier = ward(page, view["to_act"]).locator(".courtier[data-piece]")
    page.mouse.move(*chromium.middle(courtier))
    page.mouse.down()
    page.mouse.move(*chromium.middle(ward(page, view["to_act"]).locator(".line")), steps=4)
    expect(page.locator(".space.open")).to_have_count(6)
    expect(page.locator(".ghost .figure")).to_have_count(1)
    page.mouse.move(*chromium.middle(page.locator('[data-space="C1"]')), steps=4)
    expect(page.locator('button[data-space="C1"].open')).to_be_visible()  # drawn anew, as a place to tap
    page.mouse.move(*chromium.middle(ward(page, view["to_act"]).locator(".line")), steps=4)
    page.mouse.up()
    expect(page.locator(".space.open")).to_have_count(0)
    expect(page.locator(".ghost")).to_have_count(0)
    assert table.view()["seq"] == seq

    spaces = [page.locator(f'[data-space="{name}"]') for name in ("C1", "C2", "C1", "C2")]
    chromium.drag(page, courtier, *spaces)
    said = {"waits_for": [view["to_act"]], "from": "supply", "path": ["C1", "C2"]}
    table.until(lambda: table.view()["said"] == said, "what was drawn waits for its owner's yes: its cards are forced")
    expect(spaces[0]).to_have_attribute("data-step", "1")
    expect(spaces[1]).to_have_attribute("data-step", "2")
    expect(page.locator(".waits")).to_contain_text("yes, at the castle")
    assert table.post("/api/table/press", {"control": "knob", "long": True}).status_code == 204
    expect(page.locator(".waits")).to_be_hidden()
    assert table.view()["said"] == {}


def test_a_finger_carries_a_courtier_to_a_bench_on_a_phone(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    to_act = on(table, "assignment")["to_act"]
    page = open_page(path="/referee", size=chromium.PHONE, touch=True)
    page.set_viewport_size({"width": 390, "height": 2400})  # all of it in sight: fingers do not scroll while they carry
    chromium.drag_by_touch(page, ward(page, to_act).locator(".courtier[data-piece]"), page.locator(".chamber").nth(1))
    expect(page.locator(".seat .courtier")).to_have_count(1)
    assert page.evaluate(chromium.OUTSIDE) == []


@in_soak("a tile of Tumult Royale dragged over a gate")
def test_a_ring_is_dragged_over_a_gate_of_the_drawn_table(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin(table)
    page = open_page()
    view = table.view()
    gate = next(player["gate"] for player in view["players"] if player["color"] == view["to_act"])
    ring = page.locator(".stand [data-handle]").first
    page.mouse.move(*chromium.middle(ring))
    page.mouse.down()
    page.mouse.move(*chromium.middle(page.locator(f'[data-gate="{gate}"]')), steps=6)
    page.wait_for_timeout(chromium.SEEN_MS)
    page.mouse.up()
    expect(page.locator(".line .ring")).to_have_count(1)
    assert table.view()["seq"] == view["seq"] + 1


QUIET = ("pass", "assign", "place_lord", "activate", "end_turn", "decline")
"""What castles do that climb no further."""


def to_the_end(table: RealTable) -> str:
    """Only the first castle climbs, one step in the first round."""
    climber = str(on(table, "actions")["to_act"])
    on_board = False
    while (view := table.view())["phase"] != "over":
        whole = [offer for offer in view["offers"] if "asks" not in offer]
        steps = [offer for offer in whole if offer.get("action") == "A"]
        if view["due"] and view["due"][0]["step"] == "draw":
            table.act(do="draw")
        elif steps and not on_board and view["to_act"] == climber:
            table.act(**steps[0])
            on_board = True
        else:
            table.act(
                **min((offer for offer in whole if offer["do"] in QUIET), key=lambda offer: QUIET.index(offer["do"]))
            )
    assert on_board
    return climber


@in_soak("the chart of a game of Tumult Royale, and the prestige of TU-13 in tests/games/tudor")
@pytest.mark.parametrize(("size", "path"), sample([("phone", "/referee"), ("tv", "/spectator")]))
def test_the_end_shows_the_sources_of_prestige_and_a_chart_of_rounds(
    table: RealTable, open_page: chromium.OpenPage, size: str, path: str
) -> None:
    """Cards 4 and 5: no office was taken, and a column counted 6 at the end of four rounds (TU-13.5)."""
    begin(table, dealt={"scoring": [4, 5], "scenario": 2})
    climber = to_the_end(table)
    name = climber.capitalize()
    page = open_page(path=path, size=chromium.SIZES[size], language="en")
    ending = page.locator(".chart")
    expect(ending.locator('.podium [data-rank="1"] .named')).to_have_text(name)
    expect(ending.locator("tbody tr")).to_have_count(5)
    rows = [row.split("\t") for row in ending.locator("table").inner_text().splitlines()]
    place = [head.get_attribute("title") for head in ending.locator("thead [title]").all()].index(name)
    numbers = {row[0]: [int(each) for each in row[1:] if each] for row in rows if row[0][:1].isalnum()}
    assert [numbers[name][place] for name in ("4: offices", "5: crowded columns")] == [0, 24]
    assert sum(numbers["5: crowded columns"]) == 24
    prestige = {player["color"]: player["prestige"] for player in table.view()["players"]}
    assert numbers["Prestige"][place] == prestige[climber] == 24 + numbers["The Garter"][place]
    held = ending.locator("tr").filter(has_text="Tokens held").get_by_role("img")
    expect(held).to_have_count(1)  # of the one step
    course = ending.get_by_role("img", name=f"{name}: 0, 6, 12, 18, {prestige[climber]}")
    expect(course).to_be_visible()
    expect(ending.locator("polyline")).to_have_count(3)
    expect(page.locator(".waiting")).to_have_text(f"{name} wins.")
    (top, board) = (page.locator(part).bounding_box() for part in (".chart", ".throne"))
    assert top is not None
    assert board is not None
    assert top["y"] < board["y"]
    assert page.evaluate(chromium.OUTSIDE) == []
    assert page.evaluate(chromium.WIDER_THAN_ITS_BOX) == []
