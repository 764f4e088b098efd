from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from displays.layout import BoardLayout, Box, LayoutError, Numbers

SIZES = [(1920, 1080), (1280, 720), (3840, 2160), (1366, 768), (1280, 1024), (2560, 1080), (640, 360)]


def boxes(layout: BoardLayout) -> dict[str, Box]:
    """Return every box that holds something of its own; no two of them may touch."""
    named = {f"cell {number}": cell for number, cell in enumerate(layout.cells, start=1)}
    named |= {f"latest {place}": box for place, box in enumerate(layout.side.latest)}
    named |= {f"prize {place}": box for place, box in enumerate(layout.strip.prize)}
    side, strip = layout.side, layout.strip
    named |= {"ball": side.ball, "latest label": side.latest_label, "drawn": side.drawn, "left": side.left}
    named |= {"sold": strip.sold, "price": strip.price, "prizes label": strip.prizes_label}
    named |= {"headline": layout.page.headline, "identity": layout.page.identity}
    named |= {"corner": side.corner} if side.corner else {}
    return named | ({"simulation": layout.page.simulation} if layout.page.simulation else {})


def overlap(one: Box, other: Box) -> bool:
    apart = one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
    return not apart


@given(
    size=st.sampled_from(SIZES) | st.tuples(st.integers(640, 4000), st.integers(360, 2400)),
    universe=st.sampled_from([30, 75, 80, 90]),
    prizes=st.integers(0, 6),
    simulated=st.booleans(),
    corner=st.booleans(),
)
def test_everything_has_a_place_of_its_own_inside_the_screen(
    size: tuple[int, int], universe: int, prizes: int, simulated: bool, corner: bool
) -> None:
    layout = BoardLayout.of(size, Numbers(universe), prizes, simulated, corner)
    assert (layout.side.corner is not None) == corner
    named = boxes(layout)
    assert len(layout.cells) == universe
    assert len(layout.strip.prize) == prizes
    for name, box in named.items():
        assert box.w > 0, name
        assert box.h > 0, name
        assert box.x >= 0, name
        assert box.y >= 0, name
        assert box.right <= size[0], name
        assert box.bottom <= size[1], name
    for (one, first), (other, second) in combinations(named.items(), 2):
        assert not overlap(first, second), f"{one} and {other}"


@pytest.mark.parametrize("size", SIZES[:4])
def test_the_simulation_takes_its_own_space_and_covers_nothing(size: tuple[int, int]) -> None:
    layout = BoardLayout.of(size, Numbers(90), 3, True)
    inside = Box(0, 0, *size).inset(layout.page.frame, layout.page.frame)
    for name, box in boxes(layout).items():
        if name != "simulation":
            assert box.x >= inside.x, name
            assert box.right <= inside.right, name
            assert box.bottom <= inside.bottom, name


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
def test_the_exits_picture_in_the_corner_takes_nothing_from_the_numbers_and_little_from_the_ball(
    size: tuple[int, int],
) -> None:
    without, corner = (BoardLayout.of(size, Numbers(90), 4, False, corner) for corner in (False, True))
    assert corner.cells[0].h == without.cells[0].h
    assert corner.cells[0].w > 0.85 * without.cells[0].w
    assert corner.side.ball.h > 0.85 * without.side.ball.h


@pytest.mark.parametrize("size", [(1080, 1920), (720, 1280)])
def test_an_upright_board_with_twelve_progressives_has_numbers_of_half_the_height_they_have_with_none(
    size: tuple[int, int],
) -> None:
    few, many = (BoardLayout.of(size, Numbers(90), prizes, True).cells[0].h for prizes in (2, 14))
    assert many > 0.5 * few


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (3840, 2160)])
@pytest.mark.parametrize("simulated", [False, True])
def test_the_ball_being_called_is_close_to_half_as_high_as_the_screen(
    size: tuple[int, int], simulated: bool
) -> None:
    assert BoardLayout.of(size, Numbers(90), 6, simulated).side.ball.h >= 0.48 * size[1]


def test_the_design_scales() -> None:
    small, large = (BoardLayout.of(size, Numbers(90), 4, True) for size in ((1280, 720), (2560, 1440)))
    for one, twice in zip(boxes(small).values(), boxes(large).values(), strict=True):
        assert [2 * value for value in one] == pytest.approx(list(twice), abs=12)


@pytest.mark.parametrize("size", [(0, 0), (639, 1080), (1920, 300), (-5, 700), (20000, 1080)])
def test_a_screen_that_nobody_can_read_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(LayoutError, match="640x360"):
        BoardLayout.of(size, Numbers(90), 1, False)


def test_a_box_is_cut_into_no_rows_and_no_columns() -> None:
    assert Box(0, 0, 100, 100).rows(0, 20) == Box(0, 0, 100, 100).columns(0, 20) == []
