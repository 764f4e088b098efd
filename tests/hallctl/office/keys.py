"""Keys of the tests: the hall's controller, its own for the message server, and the office's."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

CONTROLLER = Ed25519PrivateKey.from_private_bytes(bytes(32))
ENTERING = Ed25519PrivateKey.from_private_bytes(bytes([1]) * 32)
OFFICE = Ed25519PrivateKey.from_private_bytes(bytes([2]) * 32)
