"""Every screen: what it says fits, what it must say is there, and what moves comes to rest."""

from dataclasses import replace

import cv2
import numpy as np
import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from displays import parts, show, theme
from displays.canvas import Canvas
from displays.celebration import LASTS
from displays.layout import LISTED, BoardLayout, Box, Numbers, PageLayout
from displays.legibility import amount_height, drawn_pixels
from displays.parts import ARRIVAL
from displays.screens import cctv
from displays.screens.between import RULE
from displays.text import ELLIPSIS
from displays.views import (
    TONES,
    BetweenView,
    BoardView,
    CctvView,
    CheckedCard,
    CheckView,
    PauseView,
    PlayView,
    PrizeLine,
    PrizesView,
    RecentGame,
    SaleView,
    SeriesOnSale,
    View,
    Winner,
)
from displays.words import LANGUAGES
from hallctl.games.bingo.screens.common import bands
from hallctl.games.bingo.variants.library import variant
from tests.displays import phases
from tests.displays.golden import EVERY, FULL, SIZES, UPRIGHT, exit_picture, load, load_any
from tests.displays.recording import Written, recording
from tests.sampling import sampled, sampled_pairs

NOCHE = theme.THEMES[theme.USUAL]

PLAYED = [name for name in EVERY if isinstance(load_any(name), PlayView)]
NAME = "Gran Casino y Salón de Juegos Nuestra Señora de La Paz — Sucursal El Alto"


def written(view: View, size: tuple[int, int]) -> list[Written]:
    with recording() as texts:
        show.draw(view, size, frame=exit_picture())
    return texts


def inside(texts: list[Written], size: tuple[int, int]) -> None:
    """Assert that every text stands in its box, and every box on the screen."""
    screen = Box(0, 0, *size)
    for text in texts:
        for inner, outer in ((text.place, text.box), (text.box, screen)):
            assert inner.x >= outer.x, text
            assert inner.right <= outer.right, text
            assert inner.y >= outer.y, text
            assert inner.bottom <= outer.bottom, text


def pixels(picture: pygame.Surface) -> np.ndarray:
    """Return the colours of a picture by column and row, each as one number (``of``)."""
    return pygame.surfarray.array2d(picture)


def of(colour: theme.Colour) -> int:
    """Return a colour as ``pixels`` has it."""
    return pygame.Surface((1, 1), 0, 32).map_rgb(colour)


@pytest.mark.parametrize(("name", "size"), sampled_pairs(EVERY, SIZES, 5), ids=str)
def test_every_kept_view_fits_every_claimed_size_and_no_amount_is_cut(
    name: str, size: tuple[int, int]
) -> None:
    view = load_any(name)
    texts = written(view, size)
    inside(texts, size)
    for text in texts:
        assert not (text.asked.startswith("Bs ") and text.shown != text.asked), text


@pytest.mark.req("AJ-33", "AJ-34", "AJ-35", "AJ-36", "AJ-37", "AJ-115")
@pytest.mark.parametrize(("name", "size"), sampled_pairs(PLAYED, SIZES, 5), ids=str)
def test_the_four_mandatory_fields_are_on_every_screen_of_play_at_every_size(
    name: str, size: tuple[int, int]
) -> None:
    view = load_any(name)
    assert isinstance(view, PlayView)
    shown = {text.shown for text in written(view, size)}
    if view.price:
        assert {LANGUAGES[view.language].count(view.cards_sold), view.price} <= shown
    turned = set().union(*on_pages(view, size, 8))
    for prize in view.prizes:
        assert prize.amount in turned
    calling = replace(view, called=(*view.called[:-1], 88) if 88 not in view.called else (88,))
    before, after = (pixels(show.draw(each, size)) for each in (replace(calling, called=()), calling))
    assert (before != after).any(), "the ball being called is not drawn"
    lit = (after == of(theme.BALL)) & (before != of(theme.BALL))
    assert lit.sum() > 0.003 * min(size) ** 2, "the ball being called is too small"


@pytest.mark.req("AJ-115")
@pytest.mark.parametrize(
    ("name", "size"),
    sampled_pairs(["between-many", "between-games", "last-game", "closed-hall", "board-many"], SIZES, 5),
    ids=str,
)
def test_every_progressive_has_its_condition_in_sight_uncut(name: str, size: tuple[int, int]) -> None:
    view = load_any("draw-pots" if name == "board-many" else name)
    lines = view.prizes if isinstance(view, PlayView) else view.progressives
    shown = set().union(*on_pages(view, size))
    for line in lines:
        assert {line.name, line.amount, line.note} <= shown | {""}


def on_pages(view: View, size: tuple[int, int], count: int = 12) -> list[set[str]]:
    """Return what is written on each page of a view that turns."""
    pages = []
    for turn in range(count):
        with recording() as texts:
            show.draw(view, size, frame=exit_picture(), shown=turn * parts.TURN)
        pages.append({text.shown for text in texts})
    return pages


@pytest.mark.req("AJ-36", "AJ-115")
@pytest.mark.parametrize("size", sampled([*SIZES, (1024, 768)], 3), ids=str)
def test_twelve_progressives_turn_pages_beside_line_and_bingo_and_are_as_large_as_six(
    size: tuple[int, int],
) -> None:
    view = load("draw-pots")
    fixed, pots = view.prizes[:2], view.prizes[2:]
    assert len(pots) == 12
    amounts = {line.amount for line in pots}
    pages = on_pages(view, size)
    assert amounts <= set[str]().union(*pages)
    for page in pages:
        assert {line.amount for line in fixed} <= page
        count = len(amounts & page)
        assert count in (4, 6), "of ten digits four are read, where six would be small"
        assert page & {f"{first} a {first + count - 1} de 12" for first in range(1, 13, count)}
    few = replace(view, prizes=view.prizes[:6])
    heights = [
        min(text.place.h for text in written(each, size) if text.asked.startswith("Bs "))
        for each in (view, few)
    ]
    assert heights[0] >= heights[1] - 1
    assert show.steps(view, 0.0, parts.TURN) != show.steps(view, 0.0, parts.TURN - 0.1)
    assert show.steps(few, 0.0, parts.TURN) == show.steps(few, 0.0, 0.0)


@pytest.mark.parametrize(
    ("name", "size"), sampled_pairs(["between-games", "between-many"], [*SIZES, (1024, 768)], 5), ids=str
)
def test_every_rule_of_play_is_read_from_a_seat_and_has_its_turn(name: str, size: tuple[int, int]) -> None:
    view = load_any(name)
    assert isinstance(view, BetweenView)
    found, least = "", 0.55 * RULE * PageLayout.of(size, view.simulated).unit
    for turn in range(12):
        with recording() as texts:
            show.draw(view, size, shown=turn * parts.TURN)
        ruled = [text for text in texts if text.asked and any(text.asked in rule for rule in view.rules)]
        assert all(text.style.cap >= least for text in ruled if " " in text.asked)
        found += " ".join(text.shown for text in ruled) + " "
    assert all(rule in found for rule in view.rules)


WIDE_OR_UPRIGHT = (*SIZES, (1024, 768), (1280, 1024), (768, 1024))


@pytest.mark.parametrize(("name", "size"), sampled_pairs(PLAYED, WIDE_OR_UPRIGHT, 5), ids=str)
def test_the_called_ball_is_on_the_right_of_a_wide_screen_and_on_the_left_or_on_top_of_an_upright_one(
    name: str, size: tuple[int, int]
) -> None:
    view = load_any(name)
    assert isinstance(view, PlayView)
    calling = replace(
        view, called=(*view.called[:-1], 88) if 88 not in view.called else (88,), simulated=False
    )
    columns, rows = np.nonzero(pixels(show.draw(calling, size)) == of(theme.BALL))
    middle = float(np.median(columns)) / size[0]
    if size[0] > size[1]:
        assert middle > 0.5
    else:
        assert middle < 0.5 or float(np.median(rows)) < 0.7 * size[1]


@pytest.mark.parametrize("size", WIDE_OR_UPRIGHT, ids=str)
def test_nothing_is_stretched_on_any_shape_of_screen(size: tuple[int, int]) -> None:
    board = BoardLayout.of(size, Numbers(90), 4, False, True)
    assert 0.4 < board.cells[0].h / board.cells[0].w < 1.2
    assert board.side.corner is not None  # upright, the picture stands whole in a wider place
    assert size[0] < size[1] or 1.0 < board.side.corner.w / board.side.corner.h < 1.8
    assert board.side.ball.w == board.side.ball.h
    assert board.side.ball.h >= 0.24 * min(size)
    view = load_any("check-good")
    with recording() as texts:
        show.draw(view, size)
    cells = [text.box for text in texts if text.asked.isdigit() and int(text.asked) in view.cells]
    assert len([box for box in cells if box.w < 0.2 * size[0]]) >= 15
    assert all(0.2 < box.h / box.w < 1.15 for box in cells)


def test_the_digits_of_every_ball_are_clear_of_its_rim_also_while_it_arrives() -> None:
    side = 160
    away = np.hypot(*(np.indices((side, side)) - side / 2))
    letters = bands(variant("pt-bingo-75"))
    for number, lettered in (*((n, ()) for n in range(1, 91)), *((n, letters) for n in range(1, 76))):
        view = replace(load("draw-0"), called=(number,), bands=lettered, universe=75 if lettered else 90)
        for t in (None, 0.0, 0.2) if number % 11 == 0 else (None,):
            surface = pygame.Surface((side, side), 0, 32)
            canvas = Canvas(surface, 1.0, NOCHE, LANGUAGES["es"])
            parts.ball(canvas, Box(0, 0, side, side), view, t)
            levels = pygame.surfarray.array3d(surface)
            radius = np.ptp(np.nonzero(levels.min(axis=2) > 235)[0]) / 2
            ink = away[(levels.sum(axis=2) < 150) & (away < radius)]
            assert len(ink) > 100, number
            assert ink.max() < 0.95 * radius, number


def test_what_the_exit_shows_before_it_is_called_says_so() -> None:
    for name in ("draw-23", "cctv-draw"):
        view = load_any(name)
        assert isinstance(view, BoardView | CctvView)
        if isinstance(view, BoardView):
            view = replace(view, corner=True)
        said = LANGUAGES[view.language].uncalled
        for uncalled in (False, True):
            texts = written(replace(view, uncalled=uncalled), FULL)
            assert (said in {text.shown for text in texts}) == uncalled


amounts = st.integers(0, 10**12 - 1).map(lambda n: f"Bs {n / 100:,.2f}")
words = st.text(st.sampled_from("ABCDEÑÁ aeiouñç.·0123456789"), max_size=60)
lines = st.builds(PrizeLine, words, amounts, words)
balls = st.lists(st.integers(1, 90), unique=True, max_size=90).map(tuple)
sizes = st.sampled_from(SIZES) | st.tuples(st.integers(640, 2600), st.integers(360, 2600))
heads = {
    "hall": st.just(NAME) | words,
    "simulated": st.booleans(),
    "tone": st.sampled_from(TONES),
    "headline": words,
    "notice": words,
    "game": st.none() | st.integers(0, 10**6),
    "language": st.sampled_from(sorted(LANGUAGES)),
}
plays = heads | {
    "called": balls,
    "universe": st.just(90),
    "cards_sold": st.none() | st.integers(0, 10**9),
    "price": amounts,
    "prizes": st.lists(lines, max_size=14).map(tuple),
}
serieses = st.builds(SeriesOnSale, words, *[st.integers(0, 10**6)] * 3)
verdicts = st.sampled_from(["none", "good", "bad"])
views = st.one_of(
    st.builds(BoardView, **plays),
    st.builds(CctvView, **plays),
    st.builds(
        SaleView,
        **plays,
        series=st.lists(serieses, max_size=2).map(tuple),
        closes_in=st.none() | st.integers(0, 9999),
    ),
    st.builds(
        CheckView,
        **plays,
        claim=words,
        card=st.none() | st.integers(1, 10**6),
        series=words,
        cells=st.just(()) | st.lists(st.integers(0, 90), min_size=27, max_size=27).map(tuple),
        verdict=verdicts,
        said=words,
        reasons=st.lists(words, max_size=4).map(tuple),
        queue=st.lists(st.builds(CheckedCard, st.integers(1, 10**6), words, verdicts, words)).map(tuple),
        closes_in=st.none() | st.integers(0, 99),
    ),
    st.builds(
        PrizesView,
        **plays,
        winners=st.lists(st.builds(Winner, words, st.integers(1, 10**6), words, amounts)).map(tuple),
    ),
    st.builds(
        BetweenView,
        **heads,
        progressives=st.lists(lines, max_size=12).map(tuple),
        recent=st.lists(st.builds(RecentGame, st.integers(0, 10**6), balls), max_size=3).map(tuple),
        rules=st.lists(words, max_size=6).map(tuple),
        complaint=words,
        qr=st.sampled_from(["", "https://example.org/reclamos?sala=17"]),
    ),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(view=views, size=sizes)
def test_no_text_of_any_view_leaves_its_place_at_any_size(view: View, size: tuple[int, int]) -> None:
    texts = written(view, size)
    inside(texts, size)
    for text in texts:
        if text.asked.startswith("Bs ") and size in SIZES:
            assert text.shown == text.asked, "an amount is cut"


@pytest.mark.parametrize("name", sampled(EVERY, 4))
def test_a_simulation_cannot_be_missed_on_any_screen(name: str) -> None:
    for size in (FULL, UPRIGHT):
        picture = pixels(show.draw(replace(load_any(name), simulated=True), size))
        page = PageLayout.of(size, True)
        assert page.simulation is not None
        marked = picture == of(theme.SIMULATED)
        assert marked[:, : page.simulation.h].mean() > 0.4
        for edge in (marked[: page.frame], marked[-page.frame :], marked[:, -page.frame :]):
            assert edge.mean() > 0.2
        real = pixels(show.draw(replace(load_any(name), simulated=False), size))
        assert not (real == of(theme.SIMULATED)).any()


@pytest.mark.parametrize("name", ["draw-23", "cctv-draw", "pause-draw"])
def test_a_ball_arrives_within_its_time_and_then_stands_still(name: str) -> None:
    view = load_any(name)
    still, start, halfway, end = (pixels(show.draw(view, FULL, t)) for t in (None, 0.0, 0.1, parts.ARRIVAL))
    assert (start != halfway).any()
    assert (halfway != still).any()
    assert (end == still).all()
    assert show.moving(view, 0.1)
    assert not show.moving(view, parts.ARRIVAL)


def test_while_a_ball_arrives_no_other_number_changes() -> None:
    view = load("draw-23")
    still, moving = pixels(show.draw(view, FULL)), pixels(show.draw(view, FULL, 0.05))
    layout = BoardLayout.of(FULL, Numbers(90), len(view.prizes), view.simulated)
    for number, cell in enumerate(layout.cells, 1):
        if number != view.called[-1]:
            part = np.s_[cell.x : cell.right, cell.y : cell.bottom]
            assert (still[part] == moving[part]).all()


def test_time_begins_anew_with_another_ball_and_not_with_another_word() -> None:
    view = load("draw-23")
    assert show.moves(None, view)
    assert show.moves(load_any("sale-open"), view)
    assert show.moves(replace(view, called=view.called[:-1]), view)
    assert not show.moves(replace(view, notice="otra"), view)


def test_a_countdown_shows_what_the_hall_says_is_left() -> None:
    with recording() as texts:
        show.draw(load_any("sale-countdown"), FULL)
    assert "1:35" in {text.shown for text in texts}
    assert [parts.clock(left) for left in (0, 9, 60, 3605)] == ["0:00", "0:09", "1:00", "60:05"]


@pytest.mark.req("AJ-94")
def test_exactly_the_called_numbers_of_the_card_are_lit_with_their_place() -> None:
    view = load_any("check-good")
    assert isinstance(view, CheckView)
    places = {text.shown for text in written(view, FULL) if text.shown.endswith(".ª")}
    lit = [cell for cell in view.cells if cell in view.called]
    assert places == {f"{view.called.index(cell) + 1}.ª" for cell in lit}
    assert len(lit) == 5


@pytest.mark.req("AJ-30")
@pytest.mark.parametrize(
    ("size", "extent"), sampled_pairs(SIZES, [(640, 480), (1280, 720), (480, 640), (2560, 1080)], 4), ids=str
)
def test_the_picture_is_whole_and_the_number_is_never_over_its_middle(
    extent: tuple[int, int], size: tuple[int, int]
) -> None:
    area, _ = PageLayout.of(size, True).with_strip(4, ball=False)
    picture, ball = cctv.places(extent, area)
    assert picture.w / picture.h == pytest.approx(extent[0] / extent[1], rel=0.02)
    for box in (picture, ball):
        assert area.x <= box.x
        assert box.right <= area.right
        assert area.y <= box.y
        assert box.bottom <= area.bottom
    x, y = picture.centre
    assert not (ball.x <= x < ball.right and ball.y <= y < ball.bottom)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_legibility_counts_on_is_what_is_drawn(size: tuple[int, int]) -> None:
    drawn = drawn_pixels(size, 4, True)
    for name in ("pause-draw", "cctv-practice", "draw-23"):
        view = load_any(name)
        assert isinstance(view, PauseView | CctvView | BoardView)
        view = replace(view, simulated=True, prizes=load_any("pause-draw").prizes)
        with recording() as texts:
            show.draw(view, size)
        caps = {text.shown: text.place.h for text in texts}
        assert caps[view.price] >= drawn["price"] - 2
        assert caps["Bs 123,00"] >= drawn["prizes"] - 2
    assert amount_height(Box(0, 0, 400, 1000), 1.0) == 54


def test_no_text_is_cut_in_the_pictures_of_docs() -> None:
    for name in (
        "draw-23",
        "sale-open",
        "check-good",
        "prizes-few",
        "between-games",
        "pause-draw",
        "last-game",
    ):
        assert not [text for text in written(load_any(name), FULL) if ELLIPSIS in text.shown]


def caps(texts: list[Written], said: set[str]) -> set[int]:
    """Return the sizes in which these words are written."""
    return {text.style.cap for text in texts if text.asked in said}


@pytest.mark.parametrize(
    ("name", "size"),
    sampled_pairs(["draw-pots", "between-many", "pause-draw", "cctv-draw"], SIZES, 5),
    ids=str,
)
def test_all_prizes_of_a_grid_are_in_letters_of_one_size(name: str, size: tuple[int, int]) -> None:
    view = load_any(name)
    lines = view.prizes if isinstance(view, PlayView) else view.progressives
    texts = written(view, size)
    for part in (
        {line.name for line in lines},
        {line.amount for line in lines},
        {line.note for line in lines},
    ):
        assert len(caps(texts, part - {"", view.headline})) == 1, part


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_numbers_of_all_last_games_are_of_one_size(size: tuple[int, int]) -> None:
    texts = [text for text in written(load_any("between-games"), size) if text.asked.isdigit()]
    assert len(texts) == 52 + 47 + 90
    assert len({text.style.cap for text in texts}) == 1
    assert len({text.box.w for text in texts}) == 1


def test_a_number_that_names_something_is_no_amount() -> None:
    check, prizes, between = load_any("check-good"), load_any("prizes-few"), load_any("between-games")
    assert isinstance(check, CheckView)
    assert isinstance(prizes, PrizesView)
    assert isinstance(between, BetweenView)
    views: list[View] = [
        replace(check, card=123456, game=4321, cards_sold=1500),
        replace(prizes, winners=(replace(prizes.winners[0], card=123456),), game=4321),
        replace(between, recent=(replace(between.recent[0], game=4321),)),
    ]
    shown = [[text.asked for text in written(view, FULL)] for view in views]
    assert "CARTÓN 123456" in shown[0]
    assert "CARTÓN 123456 · A 1042" in shown[1]
    assert all(any(said.startswith("PARTIDA 4321") for said in each) for each in shown)
    assert "1.500" in shown[0], "a count of cards is one"


@pytest.mark.parametrize(
    ("name", "size"), sampled_pairs(["closed-hall", "last-game", "pause-draw"], SIZES, 5), ids=str
)
def test_no_heading_stands_twice(name: str, size: tuple[int, int]) -> None:
    view = load_any(name)
    assert [text.asked for text in written(view, size)].count(view.headline) == 1


@pytest.mark.req("AJ-113")
@pytest.mark.parametrize("size", sampled(SIZES, 4), ids=str)
def test_every_winner_and_every_other_card_has_its_turn_and_is_said_to_be_one_of_so_many(
    size: tuple[int, int],
) -> None:
    prizes, check = load_any("prizes-many"), load_any("check-any-more")
    assert isinstance(prizes, PrizesView)
    assert isinstance(check, CheckView)
    won = {each.card for each in check.winners}
    others = [each for each in check.queue if each.card not in won]
    parted = {f"CARTÓN {card}" for card in won}
    named = [{f"CARTÓN {each.card} · {each.series}" for each in cards} for cards in (prizes.winners, others)]
    for view, cards, names in ((prizes, prizes.winners, named[0]), (check, others, named[1] | parted)):
        found, parts_said = set[str](), set[str]()
        for turn in range(len(cards)):
            with recording() as texts:
                show.draw(view, size, LASTS + turn * parts.TURN)
            found |= {text.shown for text in texts}
            parts_said |= {text.shown for text in texts if f"de {len(cards)}" in text.shown}
        assert names <= found
        assert len(parts_said) > 1
        began = LASTS if view is prizes else 0.0
        assert show.steps(view, began + parts.TURN, 0) != show.steps(view, began + parts.TURN - 0.1, 0)


def test_a_list_that_fits_is_shown_whole_and_turns_no_page() -> None:
    assert parts.paged(3, 4, 100.0) == range(3)
    pages = [parts.paged(9, 4, t) for t in (None, 0.0, 7.9, 8.0, 16.0, 24.0)]
    assert pages == [range(4), range(4), range(4), range(4, 8), range(8, 9), range(4)]


@pytest.mark.req("AJ-115")
@pytest.mark.parametrize(("name", "size"), sampled_pairs(["draw-pots", "pause-draw"], SIZES, 5), ids=str)
def test_a_prize_out_of_play_is_struck_through_with_its_words_and_its_amount_in_sight(
    name: str, size: tuple[int, int]
) -> None:
    view = load_any(name)
    assert isinstance(view, PlayView)
    prizes = view.prizes[:LISTED]
    at = min(parts.ALWAYS, len(prizes) - 1)  # the first that is not on each page is on the first
    line = replace(prizes[at], note="ya no: pasó la bola 9", out_of_play=True)
    struck = replace(view, prizes=(*prizes[:at], line, *prizes[at + 1 :]))
    texts = written(struck, size)
    amount = next(text for text in texts if text.asked == line.amount)
    assert {line.name, line.amount, line.note} <= {text.shown for text in texts}
    picture = pixels(show.draw(struck, size))
    middle = picture[amount.place.x : amount.place.right, amount.place.centre[1]]
    assert (middle == of(NOCHE.label)).all(), "one line runs through all of it"


@pytest.mark.req("AJ-33", "AJ-37")
@pytest.mark.parametrize(
    ("name", "size"), sampled_pairs(["check-bad", "pause-draw", "prizes-few"], SIZES, 5), ids=str
)
def test_the_called_number_is_as_high_as_a_tenth_of_the_short_side(name: str, size: tuple[int, int]) -> None:
    view = load_any(name)
    assert isinstance(view, PlayView)
    picture = pixels(show.draw(replace(view, called=(*view.called[:-1], 88)), size))
    columns, rows = np.nonzero(picture == of(theme.BALL))
    face = picture[columns.min() : columns.max(), rows.min() : rows.max()]
    ink = np.nonzero((face == of(theme.BLACK)).any(axis=0))[0]
    assert np.ptp(ink) >= 0.1 * min(size)
    assert drawn_pixels(size, len(view.prizes), view.simulated)["called"] >= 0.1 * min(size)


@pytest.mark.parametrize(("size", "pots"), sampled_pairs(SIZES, [2, 12], 4), ids=str)
def test_the_code_beside_the_complaints_is_read_and_more_than_a_quarter_of_the_screen_wide(
    pots: int, size: tuple[int, int]
) -> None:
    view, many = load_any("between-games"), load_any("between-many")
    assert isinstance(view, BetweenView)
    assert isinstance(many, BetweenView)
    if pots > 2:
        view = replace(view, progressives=many.progressives)
    picture = pygame.surfarray.array3d(show.draw(view, size))
    read, corners, _ = cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(picture.swapaxes(0, 1)))
    assert read == view.qr
    assert np.ptp(corners[0][:, 0]) > 0.28 * min(size), "without its quiet zone"


@pytest.mark.req("AJ-30", "AJ-37")
@pytest.mark.parametrize(
    ("name", "size"), sampled_pairs(["draw-23", "draw-pots", "crowded"], SIZES, 5), ids=str
)
def test_the_corner_of_the_exit_is_redrawn_alone_and_hides_nothing(name: str, size: tuple[int, int]) -> None:
    view = replace(load(name), corner=True)
    without, whole = show.draw(view, size), show.draw(view, size, frame=exit_picture())
    places = BoardLayout.of(size, Numbers(view.universe), len(view.prizes), view.simulated, True)
    box = places.side.corner
    assert box is not None
    assert box in show.redraw(without, view, ARRIVAL, exit_picture())
    assert (pixels(without) == pixels(whole)).all()
    for other in (*places.cells, *places.side.latest, places.side.ball, places.side.drawn, places.side.left):
        assert not pygame.Rect(box).colliderect(other)
    assert box.bottom <= places.strip.sold.y


@pytest.mark.req("AJ-37")
@pytest.mark.parametrize("language", sampled(["es", "pt"], 2))
@pytest.mark.parametrize(
    ("phase", "size"), sampled_pairs(["prizes", "any-more", "passed", "pause"], SIZES, 4), ids=str
)
def test_no_amount_is_smaller_than_the_check_of_the_farthest_seat_counts_on(
    phase: str, language: str, size: tuple[int, int]
) -> None:
    view = phases.view(phase, language)
    assert isinstance(view, PlayView)
    least = drawn_pixels(size, len(view.prizes), view.simulated)["prizes"]
    texts = written(view, size)  # an amount that somebody won stands a second time, in the verdict
    heights = {text.shown: max(each.place.h for each in texts if each.shown == text.shown) for text in texts}
    assert all(heights[prize.amount] >= least - 2 for prize in view.prizes)


@pytest.mark.req("PT-17")
@pytest.mark.parametrize(
    ("name", "size"), sampled_pairs(["between-games", "between-many"], [FULL, UPRIGHT], 2)
)
def test_the_programme_is_written_whole_between_games(name: str, size: tuple[int, int]) -> None:
    lines = tuple(f"Partida {number}: Especial · € 5,00" for number in range(2, 6))
    view = load_any(name)
    assert isinstance(view, BetweenView)
    told = replace(view, programme=lines, sponsors=(), language="pt")
    pages = [texts_at(told, size, turn) for turn in range(24)]
    assert {*lines, "PROGRAMA"} <= pages[0]
    assert [turn for turn, page in enumerate(pages) if "PROGRAMA" in page] == [*range(0, 24, 3)]
    alone = [texts_at(replace(told, programme=()), size, turn) for turn in range(16)]
    assert [page for turn, page in enumerate(pages) if turn % 3] == alone, "no page of the rules is missing"


def texts_at(view: BetweenView, size: tuple[int, int], turn: int) -> set[str]:
    """Return what a screen says after so many turns of its pages, but for its progressives."""
    with recording() as written:
        show.draw(replace(view, progressives=()), size, shown=turn * parts.TURN + 0.1)
    return {each.shown for each in written}
