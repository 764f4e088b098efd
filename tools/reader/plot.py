"""Draws the robustness curves as one SVG picture. It is NOT responsible for the figures."""

from collections.abc import Sequence
from dataclasses import dataclass

_WIDE, _HIGH, _LEFT, _TOP = 250, 150, 44, 30


@dataclass(frozen=True, slots=True)
class Panel:
    """One curve: where it was measured, and the parts (0..1) refused and read falsely there."""

    label: str
    values: tuple[float, ...]
    refused: tuple[float, ...]
    false: tuple[float, ...]


def svg(panels: Sequence[Panel]) -> str:
    """All panels, three in a row, refused in blue and false in red."""
    rows = -(-len(panels) // 3)
    width, height = 3 * (_WIDE + _LEFT + 26), rows * (_HIGH + 84)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="12" fill="#222">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for index, panel in enumerate(panels):
        x, y = index % 3 * (_WIDE + _LEFT + 26) + _LEFT, index // 3 * (_HIGH + 84) + _TOP
        parts.append(f'<g transform="translate({x},{y})">{_panel(panel)}</g>')
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: Panel) -> str:
    low, high = panel.values[0], panel.values[-1]

    def at(value: float, part: float) -> str:
        return f"{(value - low) / (high - low) * _WIDE:.1f},{(1 - part) * _HIGH:.1f}"

    grid = "".join(
        f'<line x1="0" x2="{_WIDE}" y1="{(1 - part) * _HIGH}" y2="{(1 - part) * _HIGH}" stroke="#ddd"/>'
        f'<text x="-6" y="{(1 - part) * _HIGH + 4}" text-anchor="end">{part:.0%}</text>'
        for part in (0, 0.5, 1)
    )
    ticks = "".join(
        f'<text x="{(value - low) / (high - low) * _WIDE:.1f}" y="{_HIGH + 16}" '
        f'text-anchor="middle">{value:g}</text>'
        for value in panel.values[:: 2 if len(panel.values) > 7 else 1]
    )
    lines = "".join(
        f'<polyline points="{" ".join(map(at, panel.values, parts))}" fill="none" '
        f'stroke="{colour}" stroke-width="2.5"/>'
        for parts, colour in ((panel.refused, "#1f6feb"), (panel.false, "#d1242f"))
    )
    title = (
        f'<text x="0" y="-10" font-weight="bold">{panel.label}</text>'
        f'<text x="{_WIDE}" y="-10" text-anchor="end"><tspan fill="#1f6feb">refused</tspan> '
        '<tspan fill="#d1242f">false</tspan></text>'
    )
    return grid + ticks + title + lines
