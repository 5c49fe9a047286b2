"""The figures of display and spinner: each keeps its bound, and the bounds are those that were promised."""

from bench.shared.figure import Figure
from bench.suites import oled, spinner


def test_a_figure_over_its_bound_is_not_kept_and_one_without_a_bound_always_is() -> None:
    assert Figure("x", 1.0, "", most=1.0).kept
    assert not Figure("x", 1.1, "", most=1.0).kept
    assert Figure("x", 1e9, "").kept


def test_the_display_keeps_its_bounds_and_a_full_frame_is_what_luma_sends() -> None:
    figures = oled.run()

    assert [figure.name for figure in figures if not figure.kept] == []
    assert figures[0].value == oled.FULL_FRAME == 1034
    assert 3.0 in {figure.most for figure in figures}


def test_the_arrow_keeps_its_bounds() -> None:
    figures = spinner.many(20, seed=4)

    assert [figure.name for figure in figures if not figure.kept] == []
    assert [figure.value for figure in figures if "drawn sector" in figure.name] == [0]
