"""In which order the forms that a ball touches are looked at, and from which planes: in few passes.

Forms of which each is the one before a row lower are looked at in one pass over planes that lie together; a
form that holds others begins with what was found of them. Not responsible for the planes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from hallctl.games.bingo.variants.variant import Variant


@dataclass(frozen=True, slots=True)
class Pass:
    """Two runs of planes, each pair of which makes a third plane.

    Attributes:
        both: Whether a bit is set where both have it, else where one has it.
        first: The place of the first of the first run.
        second: That of the second run.
        into: Where what is made of them begins.
        height: How many planes a run has.
    """

    both: bool
    first: int
    second: int
    into: int
    height: int = 1


class Plan:
    """The passes for a ball of each column.

    The planes are those of the cells, by column, then row; one for each combination; then some to work in.

    Attributes:
        columns: For each column, its passes.
        planes: How many planes there are.
    """

    def __init__(self, variant: Variant, combinations: Sequence[Sequence[int]]) -> None:
        """Make it.

        Args:
            variant: The variant.
            combinations: For each combination its forms, with bit n for plane n.
        """
        self._cells = variant.cells
        self._free = by_column(variant, sum(1 << cell for cell in variant.free))
        self._results = variant.cells
        self._work = variant.cells + len(combinations)
        self._combinations = combinations
        self.planes = self._work
        rows = variant.rows
        column = (1 << rows) - 1
        self.columns = tuple(tuple(self._passes(column << at)) for at in range(0, variant.cells, rows))

    def _passes(self, column: int) -> Iterator[Pass]:
        touched = {form for forms in self._combinations for form in forms if form & column}
        made = [(run, *self._made_of(run, touched)) for run in _runs(touched)]
        parts = {part for _, forms, _ in made for part in forms}
        place = {run[0]: at for run, _, _ in made if (at := self._result_of(run))}
        kept = [form for run, _, _ in made if run[0] not in place and parts & {*run} for form in run]
        place |= zip(kept, count(self._work))
        for run, forms, cells in made:
            into = place.get(run[0], self._work + len(kept))
            self.planes = max(self.planes, into + len(run))
            yield from _all([*(place[form] for form in forms), *cells], into, len(run))
            for form, found in zip(run, count(into)):
                for at, others in enumerate(self._combinations, self._results):
                    if form in others and at != found:
                        yield Pass(False, at, found, at)

    def _result_of(self, run: Sequence[int]) -> int:
        """Return the place of a combination that is this form and no other, where it is made; else 0."""
        alone = (at for at, forms in enumerate(self._combinations, self._results) if [*forms] == [*run])
        return next(alone, 0) if len(run) == 1 else 0

    def _made_of(self, run: Sequence[int], touched: Iterable[int]) -> tuple[list[int], list[int]]:
        """Return the forms, looked at before, and the cells of which the first of a run is made."""
        form, found = run[0], []
        rest = form
        if len(run) == 1:
            rest = form & ~self._free or form
            inside = [other for other in touched if other != form and other & form == other]
            for other in sorted(inside, key=lambda part: (-part.bit_count(), part)):
                if (other & rest).bit_count() > 1:
                    found.append(other)
                    rest &= ~other
        return found, [cell for cell in range(self._cells) if rest >> cell & 1]


def by_column(variant: Variant, form: int) -> int:
    """Return a form, which has bit n for cell n row by row, with a bit for each plane."""
    width, rows = len(variant.columns), variant.rows
    cells = (divmod(cell, width) for cell in range(variant.cells) if form >> cell & 1)
    return sum(1 << column * rows + row for row, column in cells)


def _runs(forms: set[int]) -> Iterator[list[int]]:
    """Yield forms of which each is the one before a plane further, those of fewer cells first."""
    for form in sorted(forms, key=lambda form: (form.bit_count(), form)):
        if form & 1 or form >> 1 not in forms:
            run = [form]
            while run[-1] << 1 in forms:
                run.append(run[-1] << 1)
            yield run


def _all(planes: Sequence[int], into: int, height: int) -> Iterator[Pass]:
    """Yield the passes that find where all of some planes are set."""
    first, *others = planes
    for second in others or [first]:
        yield Pass(True, first, second, into, height)
        first = into
