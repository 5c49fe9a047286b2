"""The disk whose cache goes with the power."""

from random import Random

from tests.kernel_table.write_cache import SECTOR, WriteCache

OLD, NEW = b"o" * SECTOR, b"n" * SECTOR


def test_what_was_flushed_is_there_and_of_the_rest_any_sector_may_be() -> None:
    disk = WriteCache(OLD * 4, [(0, NEW), None, (SECTOR, NEW * 2), (3 * SECTOR, NEW)])
    seen = {bytes(disk.cut(4, Random(seed))[::SECTOR]) for seed in range(200)}
    assert all(after.startswith(b"n") for after in seen)
    assert seen >= {b"nooo", b"nnoo", b"nono", b"nnnn", b"nnno", b"noon"}


def test_what_comes_after_the_cut_is_never_there() -> None:
    disk = WriteCache(OLD * 2, [(0, NEW), None, (SECTOR, NEW), None])
    assert {bytes(disk.cut(2, Random(seed))[::SECTOR]) for seed in range(50)} == {b"no"}


def test_a_flush_that_was_none_leaves_what_came_before_it_to_chance() -> None:
    disk = WriteCache(OLD, [(0, NEW), None])
    assert {bytes(disk.cut(2, Random(seed), lies=1)[::SECTOR]) for seed in range(50)} == {b"o", b"n"}
