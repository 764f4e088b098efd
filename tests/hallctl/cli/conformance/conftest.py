"""The second machine and the second PLC, compiled once."""

from pathlib import Path

import pytest

from tests.machines.second import compiled


@pytest.fixture(scope="session")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The second machine."""
    return compiled("extractor.c", tmp_path_factory.mktemp("machines"))


@pytest.fixture(scope="session")
def plc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The second PLC."""
    return compiled("plc.c", tmp_path_factory.mktemp("machines"))
