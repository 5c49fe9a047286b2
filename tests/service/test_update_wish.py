"""A version that the hub wants: root's unit is asked for it between games only, and what it says is reported."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

import pytest

from controller.fleet.messages import UpdateReport
from controller.games.requests import TakeUp
from controller.service.fleet.wishes import UpdateWish
from tests.whole_table.playing import Playing

NEWER = "99.0.0"


class Root:
    """What root's unit would see and say."""

    def __init__(self, folder: Path) -> None:
        self.wish = folder / "table.update"
        self.stands = folder / "stands"

    def took(self) -> str | None:
        """What was asked for since the last look."""
        if not self.wish.exists():
            return None
        wanted = self.wish.read_text()
        self.wish.unlink()
        return wanted


@asynccontextmanager
async def wished(play: Playing, root: Root, *, allowed: bool = True) -> AsyncIterator[UpdateWish]:
    wish = UpdateWish(play.table, root.wish, allowed=allowed, changed=lambda: None, stands=root.stands)
    task = asyncio.create_task(wish.run())
    yield wish
    task.cancel()


async def test_it_is_asked_for_when_nobody_plays_and_again_where_root_saw_the_game_that_is_over(
    play: Playing, tmp_path: Path
) -> None:
    root = Root(tmp_path)
    async with wished(play, root) as wish:
        await play.begin()
        wish.want(NEWER)
        await play.wait(700)
        assert wish.report == UpdateReport(NEWER, "waits")
        assert root.took() is None
        await play.table.loop.submit(TakeUp(None), "test")
        await play.wait(6)
        assert root.took() == "99.0.0\n"
        root.stands.write_text(f"waits {NEWER} 0.1.0 a game is being played\n")
        await play.wait(36)
        assert root.took() == "99.0.0\n", "the service had said so some seconds too long"
        root.stands.write_text(f"waits {NEWER} 0.1.0 the hub's packages cannot be had\n")
        await play.wait(11)
        root.took()
        await play.wait(60)
        assert root.took() is None
        await play.wait(600)
        assert root.took() == "99.0.0\n"


@pytest.mark.parametrize("word", ["trying", "rolled-back", "failed", "refused"])
async def test_what_root_says_is_reported_and_it_is_not_asked_again(play: Playing, tmp_path: Path, word: str) -> None:
    root = Root(tmp_path)
    root.stands.write_text(f"{word} {NEWER} 0.1.0 it did not play\n")
    async with wished(play, root) as wish:
        wish.want(NEWER)
        await play.wait(700)
        assert wish.report == UpdateReport(NEWER, word, "it did not play")  # type: ignore[arg-type]  # one of them
        assert root.took() is None
        wish.want(version("royaltable"))
        await play.wait(1)
        assert wish.report == UpdateReport(version("royaltable"), "holds")
        wish.want(None)
        await play.wait(1)
        assert wish.report is None


@pytest.mark.parametrize(
    "said", [b"", b"holds", b"\xff\xfe", b"dances 99.0.0 0.1.0\n", b"failed 98.0.0 0.1.0\n", b"x" * 9000]
)
async def test_what_is_no_word_of_root_on_this_version_means_nothing(
    play: Playing, tmp_path: Path, said: bytes
) -> None:
    root = Root(tmp_path)
    root.stands.write_bytes(said)
    async with wished(play, root) as wish:
        wish.want(NEWER)
        await play.wait(1)
        assert wish.report == UpdateReport(NEWER, "waits")


async def test_where_its_owner_allows_no_update_none_is_asked_for(play: Playing, tmp_path: Path) -> None:
    root = Root(tmp_path)
    async with wished(play, root, allowed=False) as wish:
        wish.want(NEWER)
        await play.wait(700)
        assert wish.report is not None
        assert wish.report.state == "refused"
        assert root.took() is None
