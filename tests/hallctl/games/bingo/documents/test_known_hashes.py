"""What a folio's hash is over grows by nothing: an act of before, made again, has the hash in its book."""

from hallctl.outputs.folios.frame import folio_hash
from tests.hallctl.games.bingo.documents.volume import closed, documents, played

KNOWN = {
    "diligencia-apertura": "085c470aa4c16f2c",
    "cambio-bolas": "a7e1538dbf677ccd",
    "acta": "f5aa10a26eada12f",
    "incidencia": "df3a8d3a027e4f62",
    "acta-sesion": "25538487581f3d8a",
    "diligencia-cierre": "baef97a9753a36e0",
    "registro-premios": "9f508f0dc28af11d",
    "libro-reclamos": "dbdb65e881a90d88",
}
"""The first half of each; a change that is meant is named in the changelog."""


def test_the_documents_of_a_known_volume_have_the_hashes_they_had() -> None:
    made = documents(closed(played()))
    assert {kind: folio_hash(folio.data)[:16] for kind, folio in made.items()} == KNOWN
