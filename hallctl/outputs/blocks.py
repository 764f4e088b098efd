"""The parts a report's page is made of, as the data of the printer's template ``informe``.

Not responsible for what a report says, nor for drawing: places and sizes are the template's, figures in
words are made here.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hallctl.i18n.words import amount, date, hour
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.volumes import BookOpened

Block = dict[str, Any]

DASH: Final = "—"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; ``width`` is a share of what the others leave, 0 for as wide as its contents."""

    name: str
    right: bool = True
    width: int = 0


def text(name: str, width: int = 0) -> Column:
    """Return a column that is read from the left."""
    return Column(name, right=False, width=width)


def document(
    entries: Sequence[Minuted], title: str, subtitle: str, blocks: Iterable[Block]
) -> dict[str, Any]:
    """Return a whole report over a book's entries; it depends on nothing else."""
    book = next((entry.event for entry in entries if isinstance(entry.event, BookOpened)), None)
    last = entries[-1] if entries else None
    until = f"{date(last.time)}, {hour(last.time)}" if last else "sin asientos"
    return {
        "simulated": book is not None and book.simulated,
        "hall": book.hall if book else "",
        "company": f"{book.company} · licencia {book.licence}" if book else "",
        "volume": str(book.volume) if book else DASH,
        "title": title,
        "subtitle": subtitle,
        "until": f"Según el libro hasta el asiento {last.number if last else 0} ({until})",
        "hash": last.hash if last else "",
        "blocks": [block for block in blocks if block],
    }


def figures(*items: tuple[str, str] | tuple[str, str, str]) -> Block:
    """Return a strip of the figures that matter most: label, value and, where there is one, a remark."""
    rows = [{"label": item[0], "value": item[1], "note": item[2] if len(item) == 3 else ""} for item in items]
    return {"kind": "figures", "items": rows}


def paragraph(body: str, title: str = "") -> Block:
    """Return a paragraph."""
    return {"kind": "text", "title": title, "body": body, "tone": ""}


def verdict(good: bool, body: str) -> Block:
    """Return a sentence in a frame: that all is well, or that it is not."""
    return {"kind": "text", "title": "", "body": body, "tone": "good" if good else "bad"}


def table(
    title: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[str]],
    *,
    total: Sequence[str] = (),
    note: str = "",
    empty: str = "No hay.",
    marked: Iterable[int] = (),
) -> Block:
    """Return a table; ``marked`` are the rows, from 0, that the reader should see first."""
    return {
        "kind": "table",
        "title": title,
        "note": note,
        "columns": [{"name": c.name, "right": c.right, "width": c.width} for c in columns],
        "rows": [list(row) for row in rows],
        "total": list(total),
        "empty": empty,
        "marked": list(marked),
    }


def bars(
    title: str,
    names: Sequence[str],
    values: Sequence[tuple[str, Sequence[int]]],
    currency: str,
    note: str = "",
) -> Block:
    """Return stacked bars of money: for each label, a part for each name, in minor units."""
    most = max((sum(parts) for _, parts in values), default=0)
    return {
        "kind": "bars",
        "title": title,
        "note": note,
        "names": list(names),
        "bars": [{"label": label, "parts": [max(0, part) for part in parts]} for label, parts in values],
        "y": axis(0, most, lambda value: amount(round(value), currency).removesuffix(",00")),
    }


def lines(
    title: str,
    series: Sequence[tuple[str, Sequence[tuple[float, float]]]],
    say: Callable[[float], str],
    *,
    x_name: str,
    note: str = "",
    reference: tuple[float, str] | None = None,
    step: bool = False,
) -> Block:
    """Return lines over whole numbers; ``step`` holds each value up to the next, as a pot holds its money."""
    xs = [x for _, points in series for x, _ in points]
    ys = [y for _, points in series for _, y in points]
    ys += [reference[0]] if reference else []
    return {
        "kind": "lines",
        "title": title,
        "note": note,
        "step": step,
        "series": [{"name": name, "points": [list(point) for point in points]} for name, points in series],
        "reference": {"at": reference[0], "text": reference[1]} if reference else None,
        "x": whole_axis(min(xs, default=0), max(xs, default=1), x_name),
        "y": axis(0, max(ys, default=1), say),
    }


def dots(
    title: str, values: Sequence[tuple[int, float, bool]], bands: Sequence[tuple[float, str]], note: str = ""
) -> Block:
    """Return dots about zero: for each number its value and whether it is to be seen first."""
    reach = max([abs(value) for _, value, _ in values] + [limit for limit, _ in bands], default=1.0) * 1.12
    return {
        "kind": "dots",
        "title": title,
        "note": note,
        "dots": [{"x": x, "y": y, "marked": marked} for x, y, marked in values],
        "bands": [{"at": limit, "text": text} for limit, text in bands],
        "x": {"from": 0, "to": len(values) + 1, "ticks": [_tick(n) for n in range(10, len(values) + 1, 10)]},
        "y": axis(-reach, reach, lambda value: f"{value:+.0f}".replace("-", "−") if value else "0"),
    }


def gauges(title: str, values: Sequence[tuple[str, float, str]], note: str = "") -> Block:
    """Return bars that fill up: a label, the part that is full from 0 to 1, and what is said of it."""
    items = [{"label": label, "part": min(1.0, part), "text": said} for label, part, said in values]
    return {"kind": "gauges", "title": title, "note": note, "items": items}


def gallery(title: str, pictures: Iterable[tuple[str, str, str]], note: str = "") -> Block:
    """Return pictures that the hall keeps: the digest of each, what it is and when; a page shows them."""
    items = [{"picture": digest, "label": label, "text": said} for digest, label, said in pictures]
    return {"kind": "gallery", "title": title, "note": note, "items": items}


def axis(low: float, high: float, say: Callable[[float], str]) -> Block:
    """Return an axis with some ticks at round values; one that starts at zero ends at a tick."""
    step = _round_step((high - low or 1) / 4)
    first, last = math.ceil(low / step), math.ceil(high / step) if low >= 0 else math.floor(high / step)
    ticks = [n * step for n in range(first, max(last, first + 1) + 1)]
    end = max(high, ticks[-1]) if low >= 0 else high
    return {"from": low, "to": end, "ticks": [{"at": at, "text": say(at)} for at in ticks]}


def whole_axis(low: float, high: float, name: str) -> Block:
    """Return an axis of whole numbers, a half beyond the first and the last."""
    step = max(1, round(_round_step((high - low) / 24 or 1)))
    first, last = int(low), int(high)
    ticks = [n for n in range(first, last + 1) if n == first or n % step == 0]
    ticks = [first, *(n for n in ticks[1:] if n - first >= step)]
    return {"from": low - 0.5, "to": high + 0.5, "name": name, "ticks": [_tick(n) for n in ticks]}


def decimal(value: float | None, places: int = 1) -> str:
    """Return a number as people read it: "1.234,5"; a dash for None."""
    if value is None:
        return DASH
    whole = f"{value:,.{places}f}".replace(",", " ").replace(".", ",").replace(" ", ".")
    return whole.replace("-", "−")


def chance(p: float) -> str:
    """Return a probability as people read it."""
    return "< 0,0001" if p < 0.0001 else decimal(p, 4 if p < 0.01 else 3)


def plain_amount(minor: int) -> str:
    """Return an amount without its currency, for a column that is headed by it; a dash for nothing."""
    return amount(minor, "").strip().replace("-", "−") if minor else DASH


def minutes(seconds: float | None) -> str:
    """Return a duration as people read it: "12 min 05 s"."""
    if seconds is None:
        return DASH
    whole = round(seconds)
    return f"{whole // 60} min {whole % 60:02d} s" if whole >= 60 else f"{whole} s"


def _round_step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20 ... (or 0.1, 0.2 ...) that is not below this."""
    power: float = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * 0.999)


def _tick(at: int) -> Block:
    return {"at": at, "text": str(at)}
