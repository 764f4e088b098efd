"""A signer on a PKCS#11 token: a smart card, USB token or security module that never gives its key away.

For people who have a certificate of a nationally accredited authority. An ECDSA token draws a random number
for each signature, so it does not sign the same bytes the same way twice. Not responsible for issuing
certificates, nor for making keys on a token: whoever hands it out does that. Needs the extra ``token``.
"""

import importlib
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from hallctl.minutes.signing.errors import SigningError, refused, trouble
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.signers import Signer, fingerprint_of
from hallctl.minutes.signing.verify import ECDSA, RSA, algorithm_of, name_of, verifies

_TRIAL: Final = b"hallctl: does this key belong to this certificate?"

_LOST: Final = frozenset({"KEY-TOKEN", "KEY-TOKEN-FIND"})
"""After which a library is started anew: one that lost its token or its reader may not see it come back."""

_CALLS: Final = threading.RLock()
"""Held during every call: python-pkcs11 starts the libraries without locks of their own."""


class TokenSigner:
    """A key on a token, usable until closed; thread-safe."""

    def __init__(self, session: Any, key: Any, certificate: bytes, algorithm: str) -> None:
        """Hold an open session; use `open_token`."""
        self._session = session
        self._key = key
        self.certificate = certificate
        self.algorithm = algorithm

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate, hexadecimal."""
        return fingerprint_of(self.certificate)

    def sign(self, message: bytes) -> bytes:
        """Sign the bytes on the token; an ECDSA signature is DER.

        Raises:
            SigningError: KEY-LOCKED, it is closed; KEY-TOKEN, the token does not answer, or with something
                else than a signature of the certificate's key.
        """
        with _asked():
            if self._session is None:
                raise refused("KEY-LOCKED", name=name_of(self.certificate))
            signature = self._signature(message)
        # What goes into a book cannot be taken out of it.
        if not verifies(self.certificate, self.algorithm, message, signature):
            raise trouble("KEY-TOKEN", detail="la firma no es la del certificado")
        return signature

    def close(self) -> None:
        """Log out of the token; a second time does nothing."""
        with _CALLS:
            session, self._session = self._session, None
            if session is not None:
                with suppress(RuntimeError):  # a token that was taken out is logged out already
                    session.close()

    def is_of_certificate(self) -> bool:
        """Return whether the key is the certificate's; it signs something of no other use.

        Raises:
            SigningError: KEY-TOKEN, the token does not answer.
        """
        with _asked():
            return verifies(self.certificate, self.algorithm, _TRIAL, self._signature(_TRIAL))

    def _signature(self, message: bytes) -> bytes:
        mechanism = _library().Mechanism
        if self.algorithm == RSA:
            return bytes(self._key.sign(message, mechanism=mechanism.SHA256_RSA_PKCS))
        # Hashed here: not every token hashes by itself.
        raw = self._key.sign(sha256(message).digest(), mechanism=mechanism.ECDSA)
        half = len(raw) // 2
        return encode_dss_signature(int.from_bytes(raw[:half], "big"), int.from_bytes(raw[half:], "big"))

    def __enter__(self) -> Self:
        """Use it in a ``with``."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


@dataclass(frozen=True, slots=True)
class TokenPlace:
    """Where a person's key is.

    Attributes:
        module: The PKCS#11 library of the token's maker.
        token: The token's label.
        key: The label that key and certificate have on it.
    """

    module: Path
    token: str
    key: str


class TokenOpener:
    """Opens the tokens of the people who have one, and for everyone else asks the keystore; thread-safe.

    A token signs under the certificate that the hall's authority made over its key.
    """

    def __init__(self, places: Mapping[str, TokenPlace], store: Keystore) -> None:
        """Know where the keys are; nothing is opened yet."""
        self._places = dict(places)
        self._store = store
        self._open: dict[str, TokenSigner] = {}
        self._lock = threading.Lock()

    def unlock(self, person: str, passphrase: str) -> Signer:
        """Log in with the person's PIN, or open the person's key with the passphrase.

        Where a token is not found, its library is started anew, which logs out the library's other tokens.

        Raises:
            SigningError: As `open_token` and the keystore; after a wrong PIN the token is logged out.
        """
        place = self._places.get(person)
        if place is None:
            return self._store.unlock(person, passphrase)
        certificate = self._store.person(person).certificate
        with self._lock:
            # A token that is logged in takes no PIN, so a second authentication begins with logging out.
            self._close(person)
            try:
                signer = open_token(place.module, place.token, place.key, passphrase, certificate)
            except SigningError as error:
                if error.code not in _LOST or not place.module.is_file():
                    raise
                self._start_anew(place.module)
                signer = open_token(place.module, place.token, place.key, passphrase, certificate)
            self._open[person] = signer
            return signer

    def _close(self, person: str) -> None:
        held = self._open.pop(person, None)
        if held is not None:
            held.close()

    def _start_anew(self, module: Path) -> None:
        """Start a library anew; its signers are closed first, since their handles would be others' then."""
        for person, place in self._places.items():
            if place.module == module:
                self._close(person)
        with _asked():
            _library().lib(str(module)).reinitialize()


def open_token(module: Path, token: str, key: str, pin: str, certificate: bytes | None = None) -> TokenSigner:
    """Log in to a token and find the key and certificate of a label; close the signer when done.

    Args:
        module: The PKCS#11 library of the token's maker.
        token: The token's label.
        key: The label that key and certificate have on it.
        pin: The holder's PIN. A token locks itself after a few wrong ones.
        certificate: Under which it signs, DER: another one of the same key. None takes the token's own.

    Raises:
        SigningError: KEY-TOKEN-EXTRA, KEY-TOKEN, KEY-TOKEN-PIN or KEY-TOKEN-FIND.
    """
    with _asked():
        session = _found(module, token).open(user_pin=pin)
        try:
            return _signer(session, key, certificate or _certificate(session, key))
        except BaseException:
            with suppress(RuntimeError):  # the first error is the one to report
                session.close()
            raise


def _library() -> Any:
    try:
        return importlib.import_module("pkcs11")
    except ImportError as error:
        raise trouble("KEY-TOKEN-EXTRA") from error


def _found(module: Path, label: str) -> Any:
    pkcs11 = _library()
    if not module.is_file():
        raise trouble("KEY-TOKEN", detail=f"no existe {module}")
    try:
        return pkcs11.lib(str(module)).get_token(token_label=label)
    except (pkcs11.NoSuchToken, pkcs11.MultipleTokensReturned) as error:
        raise trouble("KEY-TOKEN-FIND", name=label, detail=type(error).__name__) from error


def _certificate(session: Any, label: str) -> bytes:
    pkcs11 = _library()
    wanted = {
        pkcs11.Attribute.CLASS: pkcs11.ObjectClass.CERTIFICATE,
        pkcs11.Attribute.LABEL: label,
    }
    found = [bytes(each[pkcs11.Attribute.VALUE]) for each in session.get_objects(wanted)]
    if len(found) != 1:
        raise trouble("KEY-TOKEN-FIND", name=label, detail=f"{len(found)} certificados")
    return found[0]


def _signer(session: Any, label: str, certificate: bytes) -> TokenSigner:
    pkcs11 = _library()
    kinds = {ECDSA: pkcs11.KeyType.EC, RSA: pkcs11.KeyType.RSA}
    algorithm = algorithm_of(certificate) or ""
    if algorithm not in kinds:
        raise trouble("KEY-TOKEN-FIND", name=label, detail="ni P-256 ni RSA de 2048 bits o más")
    try:
        key = session.get_key(object_class=pkcs11.ObjectClass.PRIVATE_KEY, label=label)
    except (pkcs11.NoSuchKey, pkcs11.MultipleObjectsReturned) as error:
        raise trouble("KEY-TOKEN-FIND", name=label, detail=type(error).__name__) from error
    signer = TokenSigner(session, key, certificate, algorithm)
    if key.key_type != kinds[algorithm] or not signer.is_of_certificate():
        raise trouble("KEY-TOKEN-FIND", name=label, detail="la clave no es la del certificado")
    return signer


@contextmanager
def _asked() -> Iterator[None]:
    """Ask a library alone, and name what goes wrong."""
    pkcs11 = _library()
    try:
        with _CALLS:
            yield
    except SigningError:
        raise
    except (pkcs11.PinIncorrect, pkcs11.PinInvalid, pkcs11.PinLenRange, pkcs11.PinLocked) as error:
        raise trouble("KEY-TOKEN-PIN") from error
    except UnicodeEncodeError as error:  # no PIN that can be written
        raise trouble("KEY-TOKEN-PIN") from error
    except RuntimeError as error:  # what every error of the module is, and a library that does not load
        raise trouble("KEY-TOKEN", detail=str(error) or type(error).__name__) from error
