"""The manual's pictures are taken from the running console; each can still be taken."""

import re
from pathlib import Path

import pytest

from tests.browser import Browsers
from tests.hallctl.web.console.hall import ROOT, Hall, Serving
from tests.hallctl.web.console.manual_pictures import BALLS, DESK, Photographer, small


@pytest.mark.campaign
def test_every_picture_of_the_manual_can_still_be_taken(tmp_path: Path, browsers: Browsers) -> None:
    with (
        Hall(tmp_path, balls=BALLS) as hall,
        Serving(hall) as serving,
        browsers.windows(viewport=DESK) as window,
    ):
        taken = {name: small(picture) for name, picture in Photographer(hall, serving, window).pictures()}
    text = (ROOT / "docs/manual.es.md").read_text("utf-8")
    assert set(taken) == set(re.findall(r"\(pictures/manual-(\w+)\.png\)", text))
    for name, picture in taken.items():
        assert 2_000 < len(picture) < 100_000, name
