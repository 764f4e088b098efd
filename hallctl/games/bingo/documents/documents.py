"""Bingo's documents as the house is handed them.

Not responsible for any of them.
"""

from typing import Final

from hallctl.games.bingo.documents.acts import BingoActs
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.documents.prizes import prize_book
from hallctl.outputs.folios.documents import Documents

BINGO_DOCUMENTS: Final = Documents(
    acts=BingoActs,
    paperwork=BingoPaperwork,
    annexes=(prize_book,),
    director="Director de Bingo",
    purpose="Sorteos de bingo",
)
