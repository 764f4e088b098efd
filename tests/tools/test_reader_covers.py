"""What is laid over a print while a network learns, and what it is said to take away.

These run where torch is, which only training needs: docs/reader.md says how.
"""

import pytest

torch = pytest.importorskip("torch")

from tools.reader.covers import covered  # noqa: E402


def soft_crops(count: int) -> "torch.Tensor":  # type: ignore[name-defined]
    """Flats and shines of a blurred stroke, whose sides are half as dark as its middle."""
    across = torch.linspace(-1, 1, 64)
    flat = (across.abs() * 4).clamp(max=1.0).expand(64, 64)
    return torch.stack([flat, 0.5 * flat]).expand(count, 2, 64, 64).clone()


def test_only_what_is_laid_over_a_print_takes_ink_from_it() -> None:
    crops = soft_crops(2000)
    seen, gone = covered(crops, torch.Generator().manual_seed(1))
    inner = torch.hypot(*torch.meshgrid(*[torch.linspace(-1, 1, 64)] * 2, indexing="ij")) < 0.9
    untouched = ((seen - crops).abs() * inner).amax((1, 2, 3)) < 0.02
    assert 0.6 < untouched.float().mean() < 0.9
    assert gone[untouched].max() == 0
    assert (gone[~untouched] > 0.06).float().mean() > 0.3


def test_ink_shows_under_a_light_that_is_no_brighter_than_the_paint_can_be() -> None:
    crops = soft_crops(4000)
    seen, gone = covered(crops, torch.Generator().manual_seed(2))
    lit = (seen[:, 1] > crops[:, 1] + 0.05).amax((1, 2)).bool()
    assert (lit & (gone == 0)).any(), "a faint light takes nothing"
    assert (lit & (gone > 0.1)).any(), "a bright one does"
