"""The documents look as they did when somebody last looked: ``python -m tools.folios`` takes them again."""

import shutil

import pytest

from drivers.printer.pdf import render
from tests.hallctl.games.bingo.documents.volume import closed, documents, played
from tools.folios import PICTURES, pages

KINDS = sorted(path.stem.removeprefix("folio-") for path in PICTURES.glob("folio-*.png"))


@pytest.fixture(scope="module")
def kinds():
    return documents(closed(played()))


def test_there_is_a_picture_of_every_document(kinds):
    assert sorted(kinds) == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_looks_like_its_picture(kinds, kind, tmp_path):
    cv2, np = pytest.importorskip("cv2"), pytest.importorskip("numpy")
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm is not installed (apt-get install poppler-utils)")
    folio = kinds[kind]
    path = pages(render(kind, folio.data, folio.moment), tmp_path)[0]
    now = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    then = cv2.imread(str(PICTURES / f"folio-{kind}.png"), cv2.IMREAD_GRAYSCALE)
    assert now.shape == then.shape
    # Another poppler smooths edges otherwise; a word that moves or changes is far more than that.
    blurred = [cv2.GaussianBlur(picture, (5, 5), 0).astype(np.int16) for picture in (now, then)]
    assert np.abs(blurred[0] - blurred[1]).max() < 60
