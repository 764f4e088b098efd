"""The plots of a report as SVG within the page: bars, lines, dots, gauges, as the printer's template has.

Colours and sizes are those of ``records.css``: the pages take no style from elsewhere, nor any script. What a
plot shows is also in the report's tables. Not responsible for its numbers, nor for the rest of the page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup, escape

Block = Mapping[str, Any]

WIDE: Final = 860
HIGH: Final = 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 92, 20, 16, 34
_NARROW: Final = 420
"""So wide are gauges, which a telephone shows whole: each bar stands below its words."""
_STEP_DOWN: Final = 40
_RADIUS: Final = 4
_WIDEST: Final = 64.0
_COLOURS: Final = 6
"""How many colours ``records.css`` has for the parts of a plot."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where numbers stand within a plot."""

    x: tuple[float, float]
    y: tuple[float, float]
    high: int = HIGH

    def at_x(self, value: float) -> float:
        low, high = self.x
        return round(_LEFT + (value - low) / ((high - low) or 1) * (WIDE - _LEFT - _RIGHT), 1)

    def at_y(self, value: float) -> float:
        low, high = self.y
        span = self.high - _TOP - _BOTTOM
        return round(_TOP + span - (value - low) / ((high - low) or 1) * span, 1)


def plot(block: Block) -> Markup:
    """Return a block of a report as a drawing, with its title as what it is called."""
    kind = block["kind"]
    high, parts = {"bars": _bars, "lines": _lines, "dots": _dots, "gauges": _gauges}[kind](block)
    look, wide = ("plot gauges", _NARROW) if kind == "gauges" else ("plot", WIDE)
    head = Markup('<svg class="{}" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
        look, wide, high, block["title"]
    )
    return head + Markup("").join(parts) + Markup("</svg>")


def legend(block: Block) -> list[tuple[int, str]]:
    """Return the names of a plot's parts, each with the number of its colour."""
    names = block.get("names") or [each["name"] for each in block.get("series", ())]
    return [(place % _COLOURS, name) for place, name in enumerate(names) if name]


def _bars(block: Block) -> tuple[int, Iterator[Markup]]:
    bars: Sequence[Block] = block["bars"]
    frame = _Frame((0, max(len(bars), 1)), (0, block["y"]["to"]))

    def parts() -> Iterator[Markup]:
        yield from _across(frame, block["y"]["ticks"])
        width = frame.at_x(1) - frame.at_x(0)
        wide = min(width * 0.76, _WIDEST)
        every = -(-len(bars) // 24) or 1
        for place, bar in enumerate(bars):
            left, below = frame.at_x(place) + (width - wide) / 2, 0.0
            for colour, part in enumerate(bar["parts"]):
                top = frame.at_y(below + part)
                yield Markup(
                    '<rect class="part c{}" x="{:.1f}" y="{}" width="{:.1f}" height="{:.1f}"/>'
                ).format(colour % _COLOURS, left, top, wide, frame.at_y(below) - top)
                below += part
            if place % every == 0:
                yield _word(left + wide / 2, HIGH - 12, bar["label"], "middle")

    return HIGH, parts()


def _lines(block: Block) -> tuple[int, Iterator[Markup]]:
    frame = _framed(block)

    def parts() -> Iterator[Markup]:
        yield from _across(frame, block["y"]["ticks"])
        yield from _below(frame, block["x"]["ticks"])
        if block["reference"] is not None:
            yield _rule(frame, block["reference"]["at"], block["reference"]["text"])
        for place, series in enumerate(block["series"]):
            points = [(frame.at_x(x), frame.at_y(y)) for x, y in series["points"]]
            shown = _stepped(points) if block["step"] else points
            path = " ".join(f"{x},{y}" for x, y in shown)
            yield Markup('<polyline class="line c{}" points="{}"/>').format(place % _COLOURS, path)
            for x, y in points:
                yield Markup('<circle class="c{}" cx="{}" cy="{}" r="3"/>').format(place % _COLOURS, x, y)

    return HIGH, parts()


def _dots(block: Block) -> tuple[int, Iterator[Markup]]:
    frame = _framed(block)

    def parts() -> Iterator[Markup]:
        yield from _across(frame, block["y"]["ticks"])
        yield from _below(frame, block["x"]["ticks"])
        for band in block["bands"]:
            yield _rule(frame, band["at"], band["text"])
            yield _rule(frame, -band["at"], "")
        for dot in block["dots"]:
            x, y = frame.at_x(dot["x"]), frame.at_y(dot["y"])
            if dot["marked"]:
                yield Markup('<circle class="marked" cx="{}" cy="{}" r="{}"/>').format(x, y, _RADIUS + 4)
                yield _word(x, y - 12, str(dot["x"]), "middle", "loud")
            yield Markup('<circle class="c0" cx="{}" cy="{}" r="{}"/>').format(x, y, _RADIUS)

    return HIGH, parts()


def _gauges(block: Block) -> tuple[int, Iterator[Markup]]:
    items: Sequence[Block] = block["items"]

    def parts() -> Iterator[Markup]:
        for place, item in enumerate(items):
            top = place * _STEP_DOWN
            full = _NARROW * max(0.0, min(1.0, item["part"]))
            yield _word(0, top + 15, item["label"], "start", "loud")
            yield _word(_NARROW, top + 15, item["text"], "end")
            yield Markup('<rect class="empty" x="0" y="{}" width="{}" height="10"/>').format(
                top + 21, _NARROW
            )
            yield Markup('<rect class="part c0" x="0" y="{}" width="{:.1f}" height="10"/>').format(
                top + 21, full
            )

    return len(items) * _STEP_DOWN, parts()


def _framed(block: Block) -> _Frame:
    x, y = block["x"], block["y"]
    return _Frame((x["from"], x["to"]), (y["from"], y["to"]))


def _across(frame: _Frame, ticks: Iterable[Block]) -> Iterator[Markup]:
    """Draw the lines of the values at the left."""
    for tick in ticks:
        y = frame.at_y(tick["at"])
        yield Markup('<line class="level" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(
            _LEFT, y, WIDE - _RIGHT, y
        )
        yield _word(_LEFT - 10, y + 5, tick["text"], "end")


def _below(frame: _Frame, ticks: Iterable[Block]) -> Iterator[Markup]:
    for tick in ticks:
        yield _word(frame.at_x(tick["at"]), frame.high - 12, tick["text"], "middle")


def _rule(frame: _Frame, at: float, said: str) -> Markup:
    """Draw a dashed line at a value, with what it means above its end."""
    y = frame.at_y(at)
    line = Markup('<line class="rule" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(_LEFT, y, WIDE - _RIGHT, y)
    return line + (_word(WIDE - _RIGHT, y - 5, said, "end") if said else Markup(""))


def _stepped(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the corners of a line that holds each value up to the next."""
    corners = list(points[:1])
    for x, y in points[1:]:
        corners += [(x, corners[-1][1]), (x, y)]
    return corners


def _word(x: float, y: float, said: str, anchor: str, look: str = "") -> Markup:
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
        look, x, y, anchor, escape(said)
    )
