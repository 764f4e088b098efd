"""Reads frames from standard input and answers how long each took.

It is run by its path and reads with the reader that is found first, which it names at the beginning: that of
another checkout, perhaps (`tools.reader.pace`). It is NOT responsible for what is read.
"""

import pickle
import sys
import time
from pathlib import Path

import cv2

from drivers.reader import reader


def main() -> None:
    """Read until no more frames come."""
    cv2.setNumThreads(1)
    read = reader.Reader().read
    print(Path(reader.__file__).resolve(), flush=True)
    while True:
        try:
            image = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        begun = time.perf_counter()
        read(image)
        print(1e3 * (time.perf_counter() - begun), flush=True)


if __name__ == "__main__":
    main()
