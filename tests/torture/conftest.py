"""What the long campaigns share."""

from collections.abc import Callable

import pytest


@pytest.fixture
def tell(full: bool, capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Prints the figures of a campaign that ran in full."""

    def line(text: str) -> None:
        if full:
            with capsys.disabled():
                print(f"\n{text}", flush=True)

    return line
