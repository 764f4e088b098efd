"""Two print services for the tests: CUPS itself, where it is installed, and a stand-in that answers in IPP.

Both are worked by the same words, so that what is proved with the one can be proved with the other. Their
queue is called ``folios``; what comes out of its printer lies in ``paper``, a file a job.
"""

import http.server
import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

QUEUE = "folios"
WAITING, HELD, STOPPED, CANCELLED, ABORTED, COMPLETED = 3, 4, 5, 7, 8, 9
_PATIENCE_S = 30

LP = f"""#!{sys.executable}
import sys, urllib.request
name, title = sys.argv[sys.argv.index("-d") + 1], sys.argv[sys.argv.index("-t") + 1]
url = "http://" + open(__file__ + ".address").read() + "/lp/" + name + "/" + title
try:
    print(urllib.request.urlopen(url, sys.stdin.buffer.read(), 20).read().decode())
except OSError as error:
    sys.exit(f"lp: {{getattr(error, 'msg', error)}}")
"""
LPSTAT = f"""#!{sys.executable}
import sys
if sys.argv[1:] == ["-e"]:
    sys.exit(print("folios"))
assert sys.argv[1:] == ["-H"], sys.argv
print(open(__file__.removesuffix("stat") + ".address").read())
"""


class StandIn:
    """Answers the questions of ``drivers.printer`` as CUPS 2.4 does, and takes what its own ``lp`` brings."""

    def __init__(self, folder: Path, monkeypatch) -> None:
        self.folder, self.paper = folder, folder / "paper"
        self.paper.mkdir(parents=True)
        self.jobs: dict[int, tuple[str, int]] = {}
        self.documents: dict[int, bytes] = {}
        self.state, self.accepting, self.reasons, self.message = 3, True, "none", ""
        self.there = self.keeps = True
        self.aborts = False
        self.lock = threading.RLock()
        for name, text in (("lp", LP), ("lpstat", LPSTAT)):
            (folder / name).write_text(text)
            (folder / name).chmod(stat.S_IRWXU)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        self.port = 0
        self.start()

    def start(self):
        stand_in = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with stand_in.lock:
                    status, answer = stand_in.answer(self.path, body)
                self.send_response(status, None if status == 200 else answer.decode())
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_address[1]
        (self.folder / "lp.address").write_text(f"127.0.0.1:{self.port}")
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, path, body):
        if path.startswith("/lp/"):
            return self.take(*path.split("/")[2:], body)  # type: ignore[call-arg]
        (operation,) = struct.unpack_from(">H", body, 2)
        target = re.search(rb"ipp://localhost/(printers|jobs)/([a-z]+|[0-9]+)", body)
        assert target is not None, body
        if operation == 0x0B:
            found = None if not self.there or target[2].decode() != QUEUE else self.queue()
        else:
            found = self.job(int(target[2]))
        if found is None:
            return 200, struct.pack(">2sHIB", b"\2\0", 0x0406, 1, 3)
        values = b"".join(_packed(*each) for each in found)
        return 200, struct.pack(">2sHIB", b"\2\0", 0, 1, 1) + b"\x02" + values + b"\x03"

    def queue(self):
        return [
            (0x22, "printer-is-accepting-jobs", self.accepting),
            (0x23, "printer-state", self.state),
            (0x41, "printer-state-message", self.message),
            *(
                (0x44, "" if at else "printer-state-reasons", each)
                for at, each in enumerate(self.reasons.split())
            ),
        ]

    def job(self, number):
        if number not in self.jobs:
            return None
        title, state = self.jobs[number]
        return [(0x42, "job-name", title), (0x23, "job-state", state)]

    def take(self, queue, title, document):
        if queue != QUEUE or not self.there:
            return 404, b"The printer or class does not exist."
        if not self.accepting:
            return 503, f'Destination "{QUEUE}" is not accepting jobs.'.encode()
        number = max(self.jobs, default=0) + 1
        self.jobs[number], self.documents[number] = (title, WAITING), document
        self.work()
        return 200, f"request id is {QUEUE}-{number} (1 file(s))".encode()

    def work(self):
        for number, (title, state) in self.jobs.items():
            if state != WAITING or self.state == STOPPED or "media-empty-error" in self.reasons:
                continue
            self.jobs[number] = (title, ABORTED if self.aborts else COMPLETED)
            if not self.aborts:
                (self.paper / f"job-{number}").write_bytes(self.documents[number])
        if not self.keeps:
            self.jobs = {number: job for number, job in self.jobs.items() if job[1] < CANCELLED}

    def _set(self, **values):
        with self.lock:
            for name, value in values.items():
                setattr(self, name, value)
            self.work()

    def stop(self):
        self._set(state=STOPPED, reasons="paused", message="Paused")

    def resume(self):
        self._set(state=3, reasons="none", message="")

    def reject(self):
        self._set(accepting=False, message="Rejecting Jobs")

    def accept(self):
        self._set(accepting=True, message="")

    def run_out(self):
        self._set(reasons="media-empty-error")

    def fill(self):
        self._set(reasons="none")

    def fail(self, aborts=True):
        self._set(aborts=aborts)

    def cancel(self, number):
        with self.lock:
            self.jobs[number] = (self.jobs[number][0], CANCELLED)

    def hold(self, number):
        with self.lock:
            self.jobs[number] = (self.jobs[number][0], HELD)

    def forget(self):
        """Lose the history of jobs, as a service that is set to keep none."""
        self._set(keeps=False)

    def remove(self):
        self._set(there=False, jobs={})

    def restart(self):
        self.end()
        self.start()


def _packed(tag, name, value):
    if tag == 0x22:
        content = bytes([value])
    elif tag == 0x23:
        content = struct.pack(">i", value)
    else:
        content = value.encode()
    return (
        bytes([tag])
        + struct.pack(">H", len(name))
        + name.encode()
        + struct.pack(">H", len(content))
        + content
    )


BACKEND = """#!/bin/sh
[ $# = 0 ] && { echo 'direct papel "Unknown" "papel"'; exit 0; }
here=${DEVICE_URI#papel:}
while [ -e $here/empty ]; do echo "STATE: +media-empty-error" >&2; sleep 0.05; done
echo "STATE: -media-empty-error" >&2
[ -e $here/fails ] && exit 1
cat ${6:--} > $here/paper/.job-$1 && mv $here/paper/.job-$1 $here/paper/job-$1
"""


def why_no_cupsd() -> str:
    """Return why CUPS itself cannot be run here; empty where it can."""
    if os.geteuid() != 0:
        return "cupsd runs as root only"
    lacking = [name for name in ("cupsd", "lp", "lpstat", "lpadmin", "cancel") if shutil.which(name) is None]
    return f"not installed (apt-get install cups-daemon cups-client): {', '.join(lacking)}" if lacking else ""


class RealCups:
    """A cupsd of the test's own, with a printer that writes files."""

    def __init__(self, folder: Path, monkeypatch) -> None:
        self.folder, self.paper = folder, folder / "paper"
        for name in ("spool", "cache", "state", "log", "root", "tmp", "bin/backend", "paper"):
            (folder / name).mkdir(parents=True)
        for each in Path("/usr/lib/cups").iterdir():
            if each.name != "backend":
                (folder / "bin" / each.name).symlink_to(each)
        backend = folder / "bin/backend/papel"
        backend.write_text(BACKEND)
        backend.chmod(0o755)
        for each in (folder / "paper", folder / "tmp"):
            each.chmod(0o777)
        self.history = "Yes"
        monkeypatch.setenv("CUPS_SERVER", str(folder / "sock"))
        self.start()
        self.do("lpadmin", "-p", QUEUE, "-v", f"papel:{folder}", "-o", "printer-error-policy=abort-job", "-E")

    def start(self):
        files = {"ServerRoot": "root", "ServerBin": "bin", "RequestRoot": "spool", "CacheDir": "cache"}
        files |= {"StateDir": "state", "TempDir": "tmp"}
        lines = [f"{name} {self.folder / place}" for name, place in files.items()]
        lines += [f"{name}Log {self.folder}/log/{name}" for name in ("Access", "Error", "Page")]
        (self.folder / "files").write_text("\n".join([*lines, "SystemGroup root", ""]))
        allowed = "<Location />\nAllow all\n</Location>\n<Policy default>\n<Limit All>\nOrder deny,allow\n"
        (self.folder / "conf").write_text(
            f"Listen {self.folder}/sock\nBrowsing Off\nDefaultAuthType None\nWebInterface No\n"
            f"PreserveJobHistory {self.history}\n{allowed}</Limit>\n</Policy>\n"
        )
        command = ("cupsd", "-f", "-c", str(self.folder / "conf"), "-s", str(self.folder / "files"))
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: self.ask("lpstat", "-r"))

    def ask(self, *command):
        return subprocess.run(command, capture_output=True, timeout=_PATIENCE_S, check=False).returncode == 0

    def do(self, *command):
        until(lambda: self.ask(*command))

    def end(self):
        self.process.terminate()
        self.process.wait(_PATIENCE_S)

    def stop(self):
        self.do("cupsdisable", QUEUE)

    def resume(self):
        self.do("cupsenable", QUEUE)

    def reject(self):
        self.do("cupsreject", QUEUE)

    def accept(self):
        self.do("cupsaccept", QUEUE)

    def run_out(self):
        (self.folder / "empty").touch()

    def fill(self):
        (self.folder / "empty").unlink()

    def fail(self, aborts=True):
        if aborts:
            (self.folder / "fails").touch()
        else:
            (self.folder / "fails").unlink()

    def cancel(self, number):
        self.do("cancel", f"{QUEUE}-{number}")

    def hold(self, number):
        self.do("lp", "-i", str(number), "-H", "hold")

    def forget(self):
        self.history = "No"
        self.restart()

    def remove(self):
        self.do("lpadmin", "-x", QUEUE)

    def restart(self):
        self.end()
        self.start()


def until(true):
    """Wait until something is so."""
    end = time.monotonic() + _PATIENCE_S
    while not true():
        assert time.monotonic() < end, true
        time.sleep(0.02)
