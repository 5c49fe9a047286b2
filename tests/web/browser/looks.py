"""Screens that people look at, and what must not be seen on any."""

from typing import Final

from playwright.sync_api import ViewportSize

PHONE: Final = ViewportSize(width=390, height=844)
TV: Final = ViewportSize(width=1920, height=1080)
SIZES: Final = {"phone": PHONE, "tv": TV}

WIDER_THAN_ITS_BOX: Final = """() => [...document.querySelectorAll("button, h1, h2, h3, .chip, .rank, legend, summary")]
  .filter((part) => part.checkVisibility() && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
  .map((part) => `${part.className || part.tagName}: ${part.textContent}`)"""

OUTSIDE: Final = """() => [...document.querySelectorAll("#page *")]
  .filter((part) => part.checkVisibility() && !part.closest(".skip, svg, .symbols"))
  .filter((part) => { const box = part.getBoundingClientRect(); return box.right > innerWidth + 1 || box.left < -1; })
  .map((part) => `${part.className || part.tagName}: ${part.textContent.slice(0, 40)}`)"""

DRAWN: Final = "async () => { for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame); }"
"""What the page has heard by now is drawn when this has ended."""
