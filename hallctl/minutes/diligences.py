"""Whether a volume is opened once, by a diligence of its format, and what follows its closing may.

Pure: it walks along with the entries. Not responsible for the keys that the opening diligence names.
"""

from dataclasses import dataclass, field
from typing import Final

from hallctl.minutes.chain import Problem
from hallctl.minutes.entry import Entry, EntryError
from hallctl.minutes.folio import is_folio
from hallctl.minutes.opening import CLOSED, FOLIO, OPENED, SIGNED, Opening
from hallctl.minutes.schema import printable

_PLACED: Final = frozenset({OPENED, SIGNED, CLOSED, FOLIO})


@dataclass(slots=True)
class DiligenceAudit:
    """A walk along the diligences of a volume.

    Attributes:
        form: The format of the volume.
        opening: Its opening diligence; None where there is none, or it was not met.
        problems: What is wrong.
    """

    form: int
    opening: Opening | None = None
    problems: list[Problem] = field(default_factory=list)
    _ending: str = ""
    _before: str = ""

    @property
    def closed(self) -> bool:
        """Whether it is closed: what follows the closing diligence is no more than may follow it."""
        return self._ending == CLOSED

    def open(self, entry: Entry) -> Opening | None:
        """Read the opening diligence in the first entry; a book of drafts has no opening diligence."""
        if entry.kind != OPENED:
            return None
        try:
            opening = Opening.read(entry)
        except EntryError as error:
            self._misplaced(entry, f"la diligencia de apertura no se puede leer: {error}")
            return None
        faults = opening.faults()
        if opening.form != self.form:
            faults.append(f"dice ser del formato {opening.form}, y el archivo del {self.form}")
        for fault in faults:
            self._misplaced(entry, f"la diligencia de apertura {fault}")
        self.opening = opening
        return opening

    def take(self, entry: Entry) -> None:
        """See the next entry in its place."""
        if entry.kind in _PLACED or self._ending == CLOSED:
            self._place(entry)
        else:
            self._ending = entry.kind
        self._before = entry.kind

    def _place(self, entry: Entry) -> None:
        """See that the volume is opened once, and that no more follows its closing than may."""
        if self._ending == CLOSED and not self._may_follow(entry):
            self._misplaced(entry, f"el asiento {entry.number} está después de la diligencia de cierre")
        if entry.kind == OPENED and entry.number != 1:
            self._misplaced(entry, f"el asiento {entry.number} es otra diligencia de apertura")
        if entry.kind == FOLIO and not is_folio(entry.body):
            sentence = f"el asiento {entry.number} no tiene la forma de un folio"
            self.problems.append(Problem(entry.number, "MIN-FORM", sentence))
        if entry.kind != SIGNED and not (self._ending == CLOSED and self._may_follow(entry)):
            self._ending = entry.kind

    def _may_follow(self, entry: Entry) -> bool:
        """Return whether an entry may follow the closing diligence: its signature, then sealed folios."""
        if entry.kind == SIGNED:
            return self._before == CLOSED
        return self.form > 2 and entry.kind == FOLIO

    def _misplaced(self, entry: Entry, sentence: str) -> None:
        self.problems.append(Problem(entry.number, "MIN-OPEN", printable(sentence)))
