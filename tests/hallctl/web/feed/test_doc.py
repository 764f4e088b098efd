"""docs/feed.md says what is so: its envelopes verify, and its program reads a real feed."""

import itertools
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

from displays.seal import read_key
from displays.views import read
from tests.hallctl.web.console.hall import Hall
from tests.hallctl.web.feed.feeding import KEY, Feeding, verifier_text

PAGE = (Path(__file__).parents[4] / "docs/feed.md").read_text("utf-8")


def test_the_envelopes_of_the_page_verify_under_its_key() -> None:
    found = re.search(r"under the key `(.+?)`", PAGE)
    assert found is not None
    key = read_key(found[1])
    events = re.findall(r"^event: (\w+)\nid: \d+\ndata: (\S+) (.+)$", PAGE, re.MULTILINE)
    assert [event for event, _, _ in events] == ["hello", "view"]
    for event, signature, text in events:
        key.verify(b64decode(signature), f"hallctl feed v1 {event}\n{text}".encode())
    assert read(json.loads(events[1][2])["view"]).KIND == "board"


def test_the_program_of_the_page_reads_a_real_feed(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.+?)```", PAGE, re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)
    with Hall(tmp_path) as hall, Feeding(hall) as feeding:
        stream = names["views"](feeding.url, verifier_text(KEY))
        views = list(itertools.islice(stream, 3))
        stream.close()
    assert [view["hall"] for view in views] == ["Bingo Illimani"] * 3
