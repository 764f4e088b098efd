"""Those who guess at passphrases never hold up who is inside, nor who enters from a known machine (I28)."""

import threading

import anyio
import pytest

from hallctl.web.access.auth import Entered
from hallctl.web.access.words import Denied
from hallctl.web.console.async_auth import MOST_WAITING, AsyncAuth

pytestmark = pytest.mark.invariant("I28")

GUESSERS = [f"192.0.2.{number}" for number in range(1, 61)]


class SlowAuth:
    """A service at which every guess takes as long as the test wants."""

    def __init__(self):
        self.guessing = threading.Event()

    def log_in(self, name, passphrase, code, source):
        if passphrase == "guess":
            self.guessing.wait(20)
            return Denied("ACC-WRONG", "no")  # type: ignore[arg-type]
        return Entered("token", None)  # type: ignore[arg-type]

    def prove(self, who, secret, source, *, pin=True):
        return None


@pytest.fixture
def auth():
    auth = SlowAuth()
    yield auth
    auth.guessing.set()


def trial(auth, ask):
    """Have sixty addresses guess at once and ask something meanwhile; return the answers to both."""
    answers = []

    async def guess(async_auth, source):
        answers.append(await async_auth.log_in("Ana", "guess", "", source))

    async def main():
        async_auth = AsyncAuth(auth)
        await async_auth.log_in("Ana", "right", "", "192.0.2.200")  # the desk's tablet, earlier this evening
        async with anyio.create_task_group() as group:
            for source in GUESSERS:
                group.start_soon(guess, async_auth, source)
            await anyio.sleep(0.1)
            with anyio.fail_after(2):
                answer = await ask(async_auth)
            auth.guessing.set()
        return answer

    return anyio.run(main), answers


@pytest.mark.parametrize("source", ["127.0.0.1", "192.0.2.200"])
def test_who_enters_from_a_known_machine_does_not_wait_behind_guesses(auth, source):
    answer, _ = trial(auth, lambda async_auth: async_auth.log_in("Ana", "right", "", source))
    assert isinstance(answer, Entered)


def test_who_is_inside_does_not_wait_behind_guesses(auth):
    answer, _ = trial(auth, lambda async_auth: async_auth.prove(None, "123456", "192.0.2.7"))
    assert answer is None


def test_only_so_many_guesses_wait_and_the_others_are_told_to_come_back(auth):
    _, answers = trial(auth, lambda async_auth: async_auth.run(lambda: None))
    busy = [answer for answer in answers if answer.code == "ACC-BUSY"]
    assert len(busy) == len(GUESSERS) - MOST_WAITING - 1
    assert all(answer.wait_s == 5 for answer in busy)
