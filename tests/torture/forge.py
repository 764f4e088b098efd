"""A process that has the programs in memory and forks one for each that is asked for, ready to be traced.

Starting Python anew takes longer than what is traced, and what it does at its start is no concern here. A
line of JSON names the program, its arguments and where its output goes; the answer is its process number.
It begins at the next line; the answer is how it ended.
"""

import ctypes
import importlib
import json
import os
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from types import ModuleType
from typing import TypeVar

from hallctl.minutes.medium_deadline import MediumThread

T = TypeVar("T")

_PR_SET_PTRACER = 0x59616D61
_ANY = ctypes.c_ulong(-1)


def main(modules: dict[str, ModuleType]) -> None:
    """Answer until there is nothing more to read."""
    while line := sys.stdin.readline():
        name, arguments, output = json.loads(line)
        wait, go = os.pipe()
        child = os.fork()
        if not child:
            os.close(go)
            _begin(modules[name], arguments, output, wait)
        os.close(wait)
        print(child, flush=True)
        sys.stdin.readline()
        os.close(go)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _begin(program: ModuleType, arguments: list[str], output: str, wait: int) -> None:
    # Where only a parent may trace, the child allows it to whoever its parent started.
    ctypes.CDLL(None).prctl(_PR_SET_PTRACER, _ANY, 0, 0, 0)
    descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(descriptor, 1)
    os.read(wait, 1)
    # strace counts the calls of each thread by itself, and a fault is for one call: what the medium's thread
    # does, while the deciding one waits for it, is done in its place, in the same order.
    setattr(MediumThread, "begin", _at_once)  # noqa: B010  a method is no variable
    status = 1
    try:
        status = program.main(arguments)
    except Exception:  # noqa: BLE001 - the last word of a process
        traceback.print_exc()
    os._exit(status)


def _at_once(_: MediumThread, work: Callable[[], T]) -> Future[T]:
    future: Future[T] = Future()
    try:
        future.set_result(work())
    except Exception as error:  # noqa: BLE001 - whoever asked raises it
        future.set_exception(error)
    return future


if __name__ == "__main__":
    main({name: importlib.import_module(name) for name in sys.argv[1:]})
