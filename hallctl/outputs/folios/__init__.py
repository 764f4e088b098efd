"""The documents of the book as data for the printer, folio by folio.

Not responsible for typesetting (``drivers.printer``), nor for reading the book.
"""

from hallctl.outputs.folios.act import game_act, incident_text, incidents, sheets
from hallctl.outputs.folios.balls import ball_change, ball_change_sheets
from hallctl.outputs.folios.book import Binder, folios
from hallctl.outputs.folios.closing import closing_diligence, closing_sheets
from hallctl.outputs.folios.complaints import complaints_book
from hallctl.outputs.folios.frame import fingerprint, folio_hash, folio_text, stamped
from hallctl.outputs.folios.incident import incident_diligence, incident_sheets
from hallctl.outputs.folios.opening import opening_diligence, opening_sheets
from hallctl.outputs.folios.prizes import prize_book
from hallctl.outputs.folios.session import session_act, session_sheets
from hallctl.outputs.folios.values import NO_HASH, Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted

__all__ = [
    "NO_HASH",
    "Binder",
    "Folio",
    "Letterhead",
    "Minuted",
    "Place",
    "game_act",
    "ball_change",
    "ball_change_sheets",
    "closing_diligence",
    "closing_sheets",
    "complaints_book",
    "fingerprint",
    "folio_hash",
    "folio_text",
    "folios",
    "incident_diligence",
    "incident_sheets",
    "incident_text",
    "incidents",
    "opening_diligence",
    "opening_sheets",
    "prize_book",
    "session_act",
    "session_sheets",
    "sheets",
    "stamped",
]
