"""The film of the README: what `tools.film` cuts together, and the one that is kept."""

from pathlib import Path

from PIL import Image

from tools.film import BOARD_MS, DESK_MS, EXIT_MS, SIZE, Moment, Take, cut

KEPT = Path(__file__).parents[2] / "docs/pictures/hall.webp"


def test_each_ball_is_the_desk_then_the_exit_then_the_board_as_long_as_they_lasted():
    desk, empty, ball, board, late = (Image.new("RGB", (1, 1), (shade, 0, 0)) for shade in range(5))
    moments = [
        Moment("salida", 10.1, empty),
        Moment("tablero", 10.2, board),
        Moment("salida", 10.3, ball),
        Moment("tablero", 11.5, late),
    ]
    film = list(cut([Take(desk, 10.0, 11.0)], moments))
    assert [picture for picture, _ in film] == [desk, empty, ball, board]
    assert [stays for _, stays in film] == [DESK_MS, 200, EXIT_MS, BOARD_MS]


def test_the_kept_film_moves_and_is_small_enough_for_a_page():
    with Image.open(KEPT) as film:
        assert film.size == SIZE
        assert getattr(film, "n_frames", 1) > 10
    assert KEPT.stat().st_size <= 2_000_000
