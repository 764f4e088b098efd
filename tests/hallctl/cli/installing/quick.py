"""``hallctl`` as it is, but for passphrases that cost a test less of the processor."""

from functools import partial

from hallctl.__main__ import app
from hallctl.app.installing.making import make_hall
from hallctl.cli.installing import cli
from tests.hallctl.app.installing.halls import QUICK

if __name__ == "__main__":
    vars(cli)["make_hall"] = partial(make_hall, strength=QUICK)
    app()
