"""No screen draws a panel with nothing in it, nor a dash where nothing is known."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pygame
import pytest

from displays import parts, show, theme
from displays.canvas import Canvas
from displays.layout import Box
from displays.theme import Colour
from displays.views import BetweenView, ClosedView, LastView, PrizesView, View
from displays.words import NOTHING
from tests.displays import phases
from tests.displays.golden import EVERY, FULL, SMALL, UPRIGHT, exit_picture, load_any
from tests.displays.recording import recording
from tests.sampling import sampled_pairs

VIEWS = [*EVERY, *(f"phase-{name}" for name in phases.NAMES)]
LITTLE = ("between", "preparing", "last", "closed", "prizes")


def _view(name: str) -> View:
    """Return a kept view, that of a phase, or "little-", one without progressives and without a winner."""
    kind, _, phase = name.partition("-")
    if kind == "little":
        view = phases.view(phase, "es")
        if isinstance(view, PrizesView):
            return replace(view, winners=())
        assert isinstance(view, BetweenView | LastView | ClosedView)
        return replace(view, progressives=())
    return phases.view(phase, "es") if kind == "phase" else load_any(name)


@contextmanager
def panels(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Box]]:
    """Yield the panels that are drawn within, and what their titles leave of those that have one."""
    drawn, panel, titled = list[Box](), parts.panel, parts.titled
    blank = theme.THEMES[theme.USUAL].ground  # a cell of a card without a number

    def _panel(canvas: Canvas, box: Box, fill: Colour) -> None:
        panel(canvas, box, fill)
        if fill != blank:
            drawn.append(box)

    def _titled(canvas: Canvas, box: Box, title: str, beside: str = "") -> Box:
        drawn.append(titled(canvas, box, title, beside))
        return drawn[-1]

    with monkeypatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith("displays"):
                for known, told in ((panel, _panel), (titled, _titled)):
                    if getattr(module, known.__name__, None) is known:
                        patch.setattr(module, known.__name__, told)
        yield drawn


def _is_empty(picture: pygame.Surface, box: Box) -> bool:
    inner = box.inset(box.w // 8, box.h // 8)
    pixels = pygame.surfarray.array2d(picture)[inner.x : inner.right, inner.y : inner.bottom]
    return pixels.size > 0 and len(np.unique(pixels)) == 1


@pytest.mark.parametrize(
    ("name", "size"),
    sampled_pairs([*VIEWS, *(f"little-{name}" for name in LITTLE)], [SMALL, UPRIGHT, FULL], 10),
    ids=str,
)
def test_every_panel_has_something_in_it(
    name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with panels(monkeypatch) as drawn, recording() as texts:
        picture = show.draw(_view(name), size, frame=exit_picture())
    assert [box for box in drawn if _is_empty(picture, box)] == []
    assert NOTHING not in {text.shown for text in texts}


def test_an_empty_panel_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = Canvas.of(pygame.Surface(FULL, 0, 32), _view("draw-1"), {})
    with panels(monkeypatch) as drawn:
        parts.panel(canvas, Box(0, 0, 300, 200), canvas.theme.panel)
        parts.titled(canvas, Box(0, 300, 300, 200), "Últimas")
    assert [_is_empty(canvas.surface, box) for box in drawn] == [True, False, True]
