"""A manifest for the tests."""

from functools import partial

from hallctl.cli.copies.manifest import FORMAT, Manifest

MANIFEST = partial(
    Manifest,
    format=FORMAT,
    made="2026-11-21T20:00:00-04:00",
    program="hallctl",
    hall="Bingo Illimani",
    host="pi",
    machine="",
    config="/etc/hallctl/hall.toml",
    directory="/var/lib/hallctl",
    addresses=(),
    moved=False,
    entries=1,
    hash="",
    names=(),
    files={},
    seal={},
)
