"""A hand that carries things over the page: by mouse, or by finger."""

from typing import Final

from playwright.sync_api import Locator, Page

SEEN_MS: Final = 600
"""Above a gate, as long as even a busy machine takes to see what passes."""


def middle(part: Locator) -> tuple[float, float]:
    part.scroll_into_view_if_needed()
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carried(page: Page, thing: Locator, *way: Locator | tuple[float, float], stays_ms: int = 0) -> None:
    """By mouse, along the way, and put down at its end; at each place of it the hand stays.

    Where a place is, is looked up once the thing is there to be taken: until then the page may still be moving.
    """
    page.mouse.move(*middle(thing))
    page.mouse.down()
    for place in way:
        page.mouse.move(*(middle(place) if isinstance(place, Locator) else place), steps=6)
        page.wait_for_timeout(stays_ms)
    page.mouse.up()


def carried_by_finger(page: Page, thing: Locator, place: Locator, parts: int = 8) -> None:
    """Both are in sight."""
    (x, y), (to_x, to_y) = middle(thing), middle(place)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, parts + 1):
        point = {"x": x + (to_x - x) * part / parts, "y": y + (to_y - y) * part / parts}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    page.wait_for_timeout(SEEN_MS)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
