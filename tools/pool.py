"""Workers of their own for the tools: processes that begin anew instead of being forked.

A fork of a process that has threads (OpenCV, a browser's driver) may inherit a lock that nobody lets go. Not
responsible for what the workers do.
"""

import multiprocessing
from multiprocessing.pool import Pool


def started(workers: int) -> Pool:
    """Return a pool of so many processes, each with its own interpreter."""
    return multiprocessing.get_context("spawn").Pool(workers)
