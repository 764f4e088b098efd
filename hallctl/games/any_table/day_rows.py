"""The rows of a table's day on paper that do not depend on what is played, taken from its events.

Not responsible for the document that has them (``day``).
"""

from dataclasses import dataclass, field

from hallctl.games.any_table.rules.events import (
    BankEvent,
    TableClosed,
    TableCredited,
    TableFilled,
    TableOpened,
)
from hallctl.i18n.words import amount
from hallctl.rules.events.base import Event
from hallctl.rules.events.incidents import IncidentMinuted

Row = tuple[str, ...]


@dataclass
class BankRows:
    """What the act of a table's day lists of its bank, as far as the day has come.

    Attributes:
        currency: Of its amounts.
        money: The float, the slips, the count.
        incidents: What was minuted beside.
        played: How many rounds had a result.
        voided: How many were void.
        closed: The last count of the table, None before it.
    """

    currency: str
    money: list[Row] = field(default_factory=list)
    incidents: list[Row] = field(default_factory=list)
    played: int = 0
    voided: int = 0
    closed: TableClosed | None = None

    @property
    def result(self) -> int:
        """What the table won, negative where it lost; nothing before its count."""
        return 0 if self.closed is None else self.closed.result

    def take_bank(self, time: str, event: Event) -> bool:
        """Take an event of the bank or an incident; return whether it was one."""
        match event:
            case TableOpened() | TableFilled() | TableCredited() | TableClosed():
                self._take_money(time, event)
            case IncidentMinuted(number=number, text=text):
                self.incidents.append((str(number), time, text))
            case _:
                return False
        return True

    def _take_money(self, time: str, event: BankEvent) -> None:
        match event:
            case TableOpened(initial=initial):
                self.money.append((time, "Fondo inicial", "", self._said(initial)))
            case TableFilled(slip=slip, amount=sum_):
                self.money.append((time, "Reposición de fichas", slip, self._said(sum_)))
            case TableCredited(slip=slip, amount=sum_):
                self.money.append((time, "Retirada de fichas", slip, self._said(sum_)))
            case TableClosed(counted=counted):
                self.closed = event
                self.money.append((time, "Recuento final", "", self._said(counted)))

    def _said(self, minor: int) -> str:
        return amount(minor, self.currency)
