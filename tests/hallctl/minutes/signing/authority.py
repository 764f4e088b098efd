"""A time-stamp authority for tests: `openssl ts -reply` behind HTTP, and its ways to misbehave."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from hallctl.minutes.signing import pkcs8
from hallctl.minutes.signing.certificates import make_authority, new_key
from tests.hallctl.minutes.signing.conftest import DECADE, YEARS

CONFIGURATION = """
[tsa]
default_tsa = hall
[hall]
dir = {folder}
serial = $dir/serial
crypto_device = builtin
signer_cert = $dir/tsa.crt
certs = $dir/tsa-ca.crt
signer_key = $dir/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
"""


class StampingAuthority:
    """What answers; ``fault`` names how it misbehaves, if it does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fault = ""
        self.asked = 0
        self.last = b""
        root = make_authority("Sellado", "Autoridad de Sellado SRL", DECADE, new_key())
        key = new_key()
        builder = x509.CertificateBuilder().issuer_name(root.certificate.subject).public_key(key.public_key())
        builder = builder.subject_name(
            x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Sello de tiempo")])
        )
        builder = builder.serial_number(7).not_valid_before(YEARS.start).not_valid_after(YEARS.end)
        stamping = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
        certificate = builder.add_extension(stamping, critical=True).sign(root.key, hashes.SHA256())
        self.root = root.certificate.public_bytes(Encoding.DER)
        (folder / "tsa-ca.crt").write_bytes(root.certificate.public_bytes(Encoding.PEM))
        (folder / "tsa.crt").write_bytes(certificate.public_bytes(Encoding.PEM))
        (folder / "tsa.key").write_bytes(pkcs8.plain(key))
        (folder / "serial").write_text("01\n")
        (folder / "tsa.cnf").write_text(CONFIGURATION.format(folder=folder))

    def reply(self, query: bytes) -> bytes:
        """Stamp a query with openssl."""
        (self.folder / "query.tsq").write_bytes(query)
        command = ["openssl", "ts", "-reply", "-config", "tsa.cnf", "-queryfile", "query.tsq"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, check=True)
        return done.stdout

    def answer(self, query: bytes) -> bytes:
        """Answer as the fault says."""
        if self.fault == "mute":
            time.sleep(2)
        wrong = {"junk": b"<html>" * 10, "empty": b"", "replay": self.last}
        if self.fault in wrong:
            return wrong[self.fault]
        self.last = self.reply(query)
        if self.fault == "flip":
            return self.last[:-3] + bytes([self.last[-3] ^ 1]) + self.last[-2:]
        return self.last


@contextmanager
def stamping(folder: Path) -> Iterator[tuple[str, StampingAuthority]]:
    """Run an authority; give its address."""
    authority = StampingAuthority(folder)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            authority.asked += 1
            query = self.rfile.read(int(self.headers["Content-Length"]))
            answer = authority.answer(query)
            self.send_response(503 if authority.fault == "503" else 200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            step = 1 if authority.fault == "trickle" else len(answer) or 1
            for start in range(0, len(answer), step):
                self.wfile.write(answer[start : start + step])
                time.sleep(0.05 if step == 1 else 0)

        def handle(self) -> None:
            with suppress(BrokenPipeError, ConnectionResetError):  # a client that waited long enough
                super().handle()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = False
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", authority
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
