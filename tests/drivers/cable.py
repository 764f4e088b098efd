"""A serial cable that a test may pull out."""

import os
import pty
import tty


class Cable:
    """A pty with a link to it, that may be pulled out."""

    def __init__(self, folder):
        self.link = folder / "port"
        self.ends: tuple[int, int] | None = None
        self.plug()

    def plug(self):
        _, slave = self.ends = pty.openpty()
        tty.setraw(slave)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(slave))

    def unplug(self):
        for end in self.ends or ():
            os.close(end)
        self.link.unlink()
        self.ends = None

    def say(self, data):
        assert self.ends is not None
        os.write(self.ends[0], data)
