"""The second machine and the second PLC, compiled once."""

from pathlib import Path

import pytest

from tests.machines.second import COMPILER, compiled


def _program(source: str, factory: pytest.TempPathFactory) -> Path:
    if COMPILER is None:
        pytest.skip("no C compiler")
    return compiled(source, factory.mktemp("machines"))


@pytest.fixture(scope="session")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The second machine."""
    return _program("extractor.c", tmp_path_factory)


@pytest.fixture(scope="session")
def plc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The second PLC."""
    return _program("plc.c", tmp_path_factory)
