"""Options and fixtures of the whole suite."""

import contextlib
import faulthandler
import gc
import importlib
import random
import signal
import threading
from pathlib import Path

import pytest
from hypothesis import settings

from tests.browser import Browsers
from tests.meter import Meter, costs, over_budget, table
from tests.shared import close_shared, open_shared

faulthandler.enable()

# On a machine that others share, how long an example takes says nothing about it.
settings.register_profile("shared", deadline=None, max_examples=25)
settings.register_profile("torture", deadline=None, max_examples=500)

_ENDING = 5.0  # seconds

# A shell starts what runs in its background with SIGINT ignored, and every child inherits that; not here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption("--torture", action="store_true", help="run the long campaigns in full")
    parser.addoption(
        "--order", type=int, help="the seed that shuffles the files and the tests in each; 0 as written"
    )
    parser.addoption(
        "--meter", type=Path, help="write here what each test takes of the processor, and tell it"
    )


def pytest_configure(config):
    # Tests make much and keep little: to look for garbage as often as usual takes a tenth of their time.
    gc.set_threshold(20_000, 20, 20)
    # By the option: a worker of xdist has it too, and no --torture among its arguments.
    settings.load_profile("torture" if config.option.torture else "shared")
    if config.option.meter and not config.getoption("numprocesses", None):  # what runs no test has no cost
        config.pluginmanager.register(Meter(config.option.meter.absolute()))
    if hasattr(config, "workerinput"):
        config.option.order = config.workerinput["order"]
        return
    open_shared()
    config.add_cleanup(close_shared)
    if config.option.order is None:
        config.option.order = random.SystemRandom().randint(1, 9999)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Give a worker of xdist the order, which it would draw for itself."""
    node.workerinput["order"] = node.config.option.order


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session):
    """Fail where what was measured takes more of the processor than it may."""
    result = yield
    folder = session.config.option.meter
    if folder and not hasattr(session.config, "workerinput") and not session.config.option.torture:
        session.exitstatus = session.exitstatus or int(any(over_budget(costs(folder))))
    return result


def pytest_report_header(config):
    return _order(config)


def pytest_terminal_summary(terminalreporter, config):
    """Say it where a failure is read, also where ``-q`` leaves the header out."""
    terminalreporter.write_line(f"The same order again: {_order(config)}")
    if folder := config.option.meter:
        for line in (*table(costs(folder)), *over_budget(costs(folder))):
            terminalreporter.write_line(line)


def _order(config):
    return f"--order {config.option.order}"


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Look for no garbage among what stays to the end, neither while it is made nor ever after."""
    gc.disable()
    try:
        import_share(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def import_share(config):
    """Begin each worker with modules of its own.

    In a fresh clone pytest rewrites the asserts of each module that it imports, and keeps that for the next.
    Workers that import the same module at the same time would each do so.
    """
    if not hasattr(config, "workerinput") or config.args != config.getini("testpaths"):
        return
    modules = sorted(Path(__file__).parent.rglob("test_*.py"))
    number, workers = int(config.workerinput["workerid"][2:]), config.workerinput["workercount"]
    for path in modules[len(modules) * number // workers : len(modules) * (number + 1) // workers]:
        name = ".".join(path.relative_to(config.rootpath).with_suffix("").parts)
        with contextlib.suppress(Exception, pytest.skip.Exception):  # the collection says what is wrong
            importlib.import_module(name)


@pytest.hookimpl(tryfirst=True)  # pytest then brings together what shares a fixture
def pytest_collection_modifyitems(config, items):
    if config.option.torture:
        mark_campaigns(items)
    else:
        leave_campaigns_out(config, items)
    if seed := config.option.order:
        shuffle_tests(items, seed)
    long_first(items)


def mark_campaigns(items):
    """Mark as a campaign what does more where it may run in full."""
    for item in items:
        if "full" in getattr(item, "fixturenames", ()):
            item.add_marker("campaign")


def leave_campaigns_out(config, items):
    """Leave to `make torture` what `make test` proves by a smaller one of its kind."""
    campaigns = [item for item in items if item.get_closest_marker("campaign")]
    config.hook.pytest_deselected(items=campaigns)
    items[:] = [item for item in items if not item.get_closest_marker("campaign")]


def shuffle_tests(items, seed):
    """Shuffle in place, file by file; the same seed gives every worker the same order."""
    luck, files = random.Random(seed), {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    for tests in files.values():
        luck.shuffle(tests)
    shuffled = list(files.values())
    luck.shuffle(shuffled)
    items[:] = [item for tests in shuffled for item in tests]


def long_first(items):
    """Begin with the files of which a test may take longer than others: none is left to the end, alone."""
    long = {item.path for item in items if item.get_closest_marker("timeout")}
    items.sort(key=lambda item: item.path not in long)


@pytest.fixture
def full(request):
    """Whether the long campaigns run in full."""
    return request.config.getoption("--torture")


@pytest.fixture(scope="session")
def browsers():
    """Chromium for the tests of pages: it starts once in a worker."""
    with Browsers.started() as browsers:
        yield browsers


@pytest.fixture(autouse=True)
def no_thread_is_left():
    before = set(threading.enumerate())
    yield
    new = [t for t in threading.enumerate() if t not in before and not t.daemon]
    for thread in new:
        thread.join(_ENDING)  # told to end it may have, and on a crowded machine not got to it yet
    left = [t for t in new if t.is_alive()]
    assert not left, f"threads left behind: {left}"


@pytest.fixture(autouse=True)
def signals_are_left_as_they_were():
    heard = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1)
    before = {number: signal.getsignal(number) for number in heard}
    yield
    after = {number: signal.getsignal(number) for number in heard}
    for number, handler in before.items():
        signal.signal(number, handler)
    assert after == before
