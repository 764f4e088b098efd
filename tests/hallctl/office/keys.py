"""Keys of the tests: the hall's controller, its own for the message server, and the office's."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.note import verifier_of
from hallctl.minutes.wire.nkey import public_nkey
from hallctl.office.enrolment import Hall, accounts_of

CONTROLLER = Ed25519PrivateKey.from_private_bytes(bytes(32))
ENTERING = Ed25519PrivateKey.from_private_bytes(bytes([1]) * 32)
OFFICE = Ed25519PrivateKey.from_private_bytes(bytes([2]) * 32)
OTHER = Ed25519PrivateKey.from_private_bytes(bytes([3]) * 32)


def two_halls():
    """Two halls, of which the first may call for the second."""
    halls = (("sala-1", ENTERING), ("sala-2", OTHER))
    return [
        Hall(
            *(name, name, "bingo", "America/La_Paz", public_nkey(key), str(verifier_of(name, CONTROLLER))),
            caller="sala-1" if name == "sala-2" else "",
        )
        for name, key in halls
    ]


def accounts():
    """What the message server lets the office and two halls do, as the office writes it."""
    return accounts_of(public_nkey(OFFICE), two_halls())
