"""What binds the book to people's keys, to the program, to the volume before and to the security log.

Not responsible for making or checking signatures: certificates and hashes are texts here.
"""

from dataclasses import dataclass
from typing import Final

from hallctl.rules.fields import Certificate, Machine, Name, Short


@dataclass(frozen=True, slots=True)
class Signatory:
    """A person with a certificate (AJ-42, 54).

    Attributes:
        person: The name, as in the certificate.
        posts: The posts in the certificate.
        certificate: X.509, DER in base64.
        accredited: Another authority's certificate of the same key, likewise; empty where there is none.
    """

    person: Name
    posts: tuple[Short, ...]
    certificate: Certificate
    accredited: Certificate = ""


@dataclass(frozen=True, slots=True)
class VolumeEnd:
    """Where a volume ended.

    Attributes:
        volume: Its number.
        entries: How many entries it has.
        root: The root of the Merkle tree over them, in hex.
        hash: The hash of its last entry.
    """

    volume: int
    entries: int
    root: str
    hash: str


@dataclass(frozen=True, slots=True)
class LogEnd:
    """Where the security log ended, as the controller saw it.

    Attributes:
        entries: How many entries it had.
        hash: The hash of its last entry.
    """

    entries: int
    hash: str


@dataclass(frozen=True, slots=True)
class Binding:
    """What binds a volume to keys, to the program and to the volume before.

    Attributes:
        origin: What its checkpoints call the volume; empty where the hall has no keys.
        controller: The key that signs its checkpoints, as a verifier key.
        authority: The certificate of the hall's authority, DER in base64; empty where nobody signs.
        people: Who has a certificate.
        signed: The kinds of entries that need a signature.
        program: The program, its version and the SHA-256 over its files.
        clock: What is known of the clock.
        previous: The end of the volume before, None in the first.
    """

    origin: str = ""
    controller: Machine = ""
    authority: Certificate = ""
    people: tuple[Signatory, ...] = ()
    signed: tuple[str, ...] = ()
    program: str = ""
    clock: str = ""
    previous: VolumeEnd | None = None


NO_BINDING: Final = Binding()
"""What a hall without keys has."""
