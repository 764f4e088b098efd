"""The hall's keys as a folder: the authority, a pair for each person, the seal and the controller's own key.

The keys of the authority and of people are encrypted under passphrases, so nobody signs without the person.
The keys of seal and controller are not: they act when no person is there, and prove no more than "this
controller printed it" and "this controller saw it". The folder belongs to the controller's user, and nobody
else reads it.
Not responsible for who may sign what, nor for the clock, nor for the console's TLS, whose pair lies here too.
"""

import re
import secrets
import shutil
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from hallctl.minutes.signing import pkcs8
from hallctl.minutes.signing.certificates import (
    Authority,
    Validity,
    checked_name,
    endorse_person,
    issue_person,
    issue_seal,
    make_authority,
    new_key,
)
from hallctl.minutes.signing.errors import named_trouble, refused, trouble
from hallctl.minutes.signing.files import (
    demand_private,
    make_folder,
    pem,
    read_certificate,
    read_key,
    sync,
    write_new,
)
from hallctl.minutes.signing.signers import Signer, SoftwareSigner, fingerprint_of
from hallctl.minutes.signing.verify import is_key_of, name_of, posts_of, same_key, verifies

FORMER: Final = "anteriores"
"""Where the certificates that were replaced stay: what they signed is still in the book."""

_PERSON: Final = "persona-"
_ACCREDITED: Final = ".acreditado.crt"
_PROOF: Final = b"hallctl: who is enrolled with this certificate holds its key\n"


@dataclass(frozen=True, slots=True)
class Holder:
    """A person with a certificate.

    Attributes:
        name: As in the certificate.
        posts: What the person is in the hall, as in the certificate.
        certificate: The certificate, DER.
        fingerprint: Its SHA-256, hexadecimal.
        accredited: Another authority's certificate of the same key, DER; empty where the key is the hall's.
    """

    name: str
    posts: tuple[str, ...]
    certificate: bytes
    fingerprint: str
    accredited: bytes = b""


@dataclass(frozen=True, slots=True)
class Keystore:
    """The folder of keys; every call reads it afresh, so several programs may use it.

    Attributes:
        folder: Where it is.
        rounds: PBKDF2 rounds for the keys it writes.
    """

    folder: Path
    rounds: int = pkcs8.ROUNDS

    @classmethod
    def create(
        cls,
        folder: Path,
        hall: str,
        company: str,
        passphrase: str,
        validity: Validity,
        rounds: int = pkcs8.ROUNDS,
    ) -> Self:
        """Make a new folder with authority, seal and controller key: whole, or not at all.

        Args:
            folder: Must not be there yet.
            hall: The hall's name, for the names in the certificates.
            company: The company that runs it.
            passphrase: Of the authority's key; at least eight characters.
            validity: Of the authority and of the seal.
            rounds: PBKDF2 rounds.

        Raises:
            SigningError: KEY-EXISTS, KEY-SHORT, KEY-NAME, or KEY-IO and KEY-MISSING of the file system.
        """
        if folder.exists() or folder.is_symlink():
            raise trouble("KEY-EXISTS", path=folder)
        authority = make_authority(hall, company, validity, new_key())
        seal = new_key()
        files = {
            "ca.key": pkcs8.encrypted(authority.key, passphrase, rounds),
            "ca.crt": pem(authority.certificate),
            "seal.key": pkcs8.plain(seal),
            "seal.crt": pem(issue_seal(authority, hall, validity, seal.public_key())),
            "controller.key": pkcs8.plain(ed25519.Ed25519PrivateKey.generate()),
        }
        beside = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.part")
        with named_trouble(folder):
            try:
                make_folder(beside)
                for name, content in files.items():
                    write_new(beside / name, content)
                sync(beside)
                beside.rename(folder)
            except BaseException:
                if beside.exists():
                    shutil.rmtree(beside)
                raise
            sync(folder.parent)
        return cls(folder, rounds)

    def enrol(
        self,
        person: str,
        posts: Iterable[str],
        passphrase: str,
        authority_passphrase: str,
        validity: Validity,
        *,
        replace: bool = False,
    ) -> Holder:
        """Make a person's key and certificate.

        Args:
            person: The name as it is to stand in the certificate.
            posts: What the person is in the hall.
            passphrase: The person's own; at least eight characters.
            authority_passphrase: The authority's.
            validity: Of the certificate.
            replace: Whether a person who has a certificate gets a new one; the old key is destroyed and the
                old certificate moves to ``anteriores/``.

        Raises:
            SigningError: KEY-ENROLLED, KEY-NAME, KEY-SHORT, KEY-PASSPHRASE of the authority, KEY-VALIDITY, or
                what speaks against the folder.
        """
        person = checked_name(person)
        held = self._replaceable(person, replace=replace)
        key = new_key()
        content = pkcs8.encrypted(key, passphrase, self.rounds)
        authority = self.open_authority(authority_passphrase)
        certificate = issue_person(authority, person, posts, validity, key.public_key())
        path = held or self._free(person)
        # The key first: a person has a certificate from the moment that the key is there too.
        self._put({path.with_suffix(".key"): content, path: pem(certificate)}, held)
        return self._holder(path)

    def endorse(
        self,
        person: str,
        posts: Iterable[str],
        token: Signer,
        authority_passphrase: str,
        validity: Validity,
        *,
        replace: bool = False,
    ) -> Holder:
        """Make a certificate of the hall over the key of a person's token; nothing of the token is copied.

        Args:
            person: The name as it is to stand in the hall's certificate.
            posts: What the person is in the hall.
            token: The open token, with the certificate that another authority gave: it signs, once.
            authority_passphrase: The hall's authority's.
            validity: Of the certificate, which ends with the token's if that is sooner.
            replace: As for `enrol`.

        Raises:
            SigningError: KEY-ENROLLED, KEY-NAME, KEY-PASSPHRASE of the authority, KEY-VALIDITY, KEY-ENDORSE,
                KEY-TOKEN, or what speaks against the folder.
        """
        person = checked_name(person)
        held = self._replaceable(person, replace=replace)
        if not verifies(token.certificate, token.algorithm, _PROOF, token.sign(_PROOF)):
            raise refused("KEY-ENDORSE", detail="la tarjeta no tiene su clave")
        authority = self.open_authority(authority_passphrase)
        certificate = endorse_person(authority, person, posts, validity, token.certificate)
        path = held or self._free(person)
        accredited = pem(x509.load_der_x509_certificate(token.certificate))
        self._put({_beside(path): accredited, path: pem(certificate)}, held)
        return self._holder(path)

    def people(self) -> tuple[Holder, ...]:
        """Return everyone with a certificate, by name.

        Raises:
            KeyFileError: The folder is missing, open to others, or a certificate is damaged.
        """
        demand_private(self.folder)
        return tuple(sorted(map(self._holder, self._certificates()), key=lambda holder: holder.name))

    def person(self, name: str) -> Holder:
        """Return a person with a certificate.

        Raises:
            SigningError: KEY-UNKNOWN, or what speaks against the folder.
        """
        path = self._file_of(name)
        if path is None:
            raise refused("KEY-UNKNOWN", name=name)
        return self._holder(path)

    def unlock(self, person: str, passphrase: str) -> SoftwareSigner:
        """Open a person's key.

        Raises:
            SigningError: KEY-UNKNOWN, KEY-PASSPHRASE, KEY-TOKEN-PLACE where the key is on a token, or what
                speaks against the folder.
        """
        path = self._file_of(person)
        if path is None:
            raise refused("KEY-UNKNOWN", name=person)
        if _beside(path).exists():
            raise refused("KEY-TOKEN-PLACE", name=person)
        return self._signer(path, passphrase, person)

    def key_file(self, person: str) -> Path:
        """Return where the key of a person lies.

        Raises:
            SigningError: KEY-UNKNOWN, or what speaks against the folder.
        """
        path = self._file_of(person)
        if path is None:
            raise refused("KEY-UNKNOWN", name=person)
        return path.with_suffix(".key")

    @property
    def authority(self) -> bytes:
        """The authority's certificate, DER.

        Raises:
            KeyFileError: The folder is missing, open to others, or the certificate is damaged.
        """
        demand_private(self.folder)
        return read_certificate(self.folder / "ca.crt")

    def controller(self) -> ed25519.Ed25519PrivateKey:
        """Return the key that signs checkpoints.

        Raises:
            KeyFileError: The folder is missing, open to others, or the key is damaged.
        """
        demand_private(self.folder)
        path = self.folder / "controller.key"
        key = read_key(path, None, "")
        if not isinstance(key, ed25519.Ed25519PrivateKey):
            raise trouble("KEY-DAMAGED", path=path)
        return key

    def seal(self) -> SoftwareSigner:
        """Return the signer that seals folios.

        Raises:
            KeyFileError: The folder is missing, open to others, or the key is damaged.
        """
        demand_private(self.folder)
        return self._signer(self.folder / "seal.crt", None, "")

    def open_authority(self, passphrase: str) -> Authority:
        """Open the authority's key.

        Raises:
            SigningError: KEY-PASSPHRASE, or what speaks against the folder.
        """
        path = self.folder / "ca.crt"
        signer = self._signer(path, passphrase, "la autoridad")
        return Authority(x509.load_der_x509_certificate(signer.certificate), signer.key)

    def _file_of(self, person: str) -> Path | None:
        demand_private(self.folder)
        wanted = unicodedata.normalize("NFC", person)
        for path in self._certificates():
            if name_of(read_certificate(path)) == wanted:
                return path
        return None

    def _certificates(self) -> list[Path]:
        found = self.folder.glob(f"{_PERSON}*.crt")
        return [path for path in found if not path.name.endswith(_ACCREDITED)]

    def _holder(self, path: Path) -> Holder:
        der, beside = read_certificate(path), _beside(path)
        accredited = read_certificate(beside) if beside.exists() else b""
        if accredited and not same_key(der, accredited):
            raise trouble("KEY-DAMAGED", path=beside)
        return Holder(name_of(der), posts_of(der), der, fingerprint_of(der), accredited)

    def _replaceable(self, person: str, *, replace: bool) -> Path | None:
        """Give the certificate that a person has, if it may be replaced."""
        held = self._file_of(person)
        if held is not None and not replace:
            raise refused("KEY-ENROLLED", name=person)
        return held

    def _free(self, person: str) -> Path:
        """Give a file for a person's certificate: two people may have names that are written alike."""
        plain = unicodedata.normalize("NFKD", person).encode("ascii", "ignore").decode().lower()
        slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "x"
        path = self.folder / f"{_PERSON}{slug}.crt"
        count = 1
        while path.exists():
            count += 1
            path = self.folder / f"{_PERSON}{slug}-{count}.crt"
        return path

    def _put(self, files: dict[Path, bytes], held: Path | None) -> None:
        """Write the files, all or none, the certificate last; the one held goes when they are safe."""
        path = list(files)[-1]
        beside = {each: each.with_name(f".{each.name}.part") for each in files}
        with named_trouble(self.folder):
            try:
                for each, part in beside.items():
                    part.unlink(missing_ok=True)
                    write_new(part, files[each])
                if held is not None:
                    self._retire(held)
                # What an enrolment that was cut short left behind belongs to no certificate.
                for left in {path.with_suffix(".key"), _beside(path)} - files.keys():
                    left.unlink(missing_ok=True)
                for each, part in beside.items():
                    part.replace(each)
            finally:
                for part in beside.values():
                    part.unlink(missing_ok=True)
            sync(self.folder)

    def _retire(self, certificate: Path) -> None:
        former = self.folder / FORMER
        if not former.is_dir():
            make_folder(former)
        for path in (certificate, _beside(certificate)):
            if path.exists():
                path.rename(former / f"{fingerprint_of(read_certificate(path))}.crt")
        certificate.with_suffix(".key").unlink(missing_ok=True)
        sync(former)
        sync(self.folder)

    def _signer(self, certificate: Path, passphrase: str | None, name: str) -> SoftwareSigner:
        der = read_certificate(certificate)
        path = certificate.with_suffix(".key")
        key = read_key(path, passphrase, name)
        if not isinstance(key, ec.EllipticCurvePrivateKey) or not is_key_of(der, key.public_key()):
            raise trouble("KEY-DAMAGED", path=path)
        return SoftwareSigner(der, key)


def _beside(certificate: Path) -> Path:
    """Name the file of the other authority's certificate."""
    return certificate.with_suffix(_ACCREDITED)
