"""The hall's own program, whose interpreter can be held: ``python -m tests.torture.hangable run …``."""

import threading

from hallctl.__main__ import app
from tests.torture.drawer import hold_the_interpreter

if __name__ == "__main__":
    threading.Thread(target=hold_the_interpreter, daemon=True).start()
    app()
