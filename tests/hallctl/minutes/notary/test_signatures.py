"""The notary's verifier and known signatures: vectors of the standards, and a library beside it."""

import random

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from hallctl.minutes.notary import verificar_libro as notary

RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
]
P256_KEY = bytes.fromhex(
    "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
)
RFC_6979 = [
    (
        b"sample",
        0xEFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716,
        0xF7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8,
    ),
    (
        b"test",
        0xF1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367,
        0x019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083,
    ),
]
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
L = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize(("key", "message", "signature"), RFC_8032)
def test_the_ed25519_signatures_of_rfc_8032_verify(key, message, signature):
    given = (bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature))
    assert notary.ed25519_verifies(*given)
    assert not notary.ed25519_verifies(given[0], given[1] + b"!", given[2])


def test_an_ed25519_signature_has_one_form():
    key, message, signature = (bytes.fromhex(part) for part in RFC_8032[1])
    s = int.from_bytes(signature[32:], "little") + L
    assert not notary.ed25519_verifies(key, message, signature[:32] + s.to_bytes(32, "little"))
    assert not notary.ed25519_verifies(key, message, signature + b"\0")
    assert not notary.ed25519_verifies(b"\xff" * 32, message, signature)


@pytest.mark.parametrize(("message", "r", "s"), RFC_6979)
def test_the_p256_signatures_of_rfc_6979_verify(message, r, s):
    assert notary.ecdsa_verifies(P256_KEY, message, encode_dss_signature(r, s))
    assert not notary.ecdsa_verifies(P256_KEY, message + b"!", encode_dss_signature(r, s))
    assert not notary.ecdsa_verifies(P256_KEY, message, encode_dss_signature(s, r))


def test_an_ecdsa_signature_is_the_shortest_der_of_integers_within_the_order():
    message, r, s = RFC_6979[0]
    der = encode_dss_signature(r, s)
    longer = bytes([0x30, der[1] + 1, 2, der[3] + 1, 0]) + der[4:]
    for bad in (
        longer, der + b"\0", der[:-1], b"", encode_dss_signature(r + N, s), encode_dss_signature(r, s + N),
        encode_dss_signature(0, s), encode_dss_signature(r, 0), bytes([0x31]) + der[1:],
        bytes([0x30, 0x81]) + der[1:],
    ):  # fmt: skip
        assert not notary.ecdsa_verifies(P256_KEY, message, bad)
    off_curve = P256_KEY[:-1] + bytes([P256_KEY[-1] ^ 1])
    assert not notary.ecdsa_verifies(off_curve, message, der)


def test_each_algorithm_judges_as_the_library_does():
    rng = random.Random(7)
    for number in range(8):
        message = rng.randbytes(number)
        other = rng.randbytes(number + 1)
        edwards = ed25519.Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))
        signature = edwards.sign(message)
        point = edwards.public_key().public_bytes_raw()
        assert notary.ed25519_verifies(point, message, signature)
        assert not notary.ed25519_verifies(point, other, signature)
        curve = ec.derive_private_key(rng.randrange(1, N), ec.SECP256R1())
        der = curve.sign(message, ec.ECDSA(hashes.SHA256()))
        numbers = curve.public_key().public_numbers()
        public = b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
        assert notary.ecdsa_verifies(public, message, der)
        r, s = decode_dss_signature(der)
        assert notary.ecdsa_verifies(public, message, encode_dss_signature(r, N - s))
        assert not notary.ecdsa_verifies(public, other, der)


def test_an_rsa_signature_verifies_and_no_changed_or_short_one_does():
    key = rsa.generate_private_key(65537, 2048)
    signature = key.sign(b"acta", padding.PKCS1v15(), hashes.SHA256())
    modulus = key.public_key().public_numbers().n
    assert notary.rsa_verifies(modulus, 65537, b"acta", signature)
    assert not notary.rsa_verifies(modulus, 65537, b"actas", signature)
    assert not notary.rsa_verifies(modulus, 65537, b"acta", b"\0" + signature)
    longer = int.from_bytes(signature, "big") + modulus
    if longer.bit_length() <= 2048:
        assert not notary.rsa_verifies(modulus, 65537, b"acta", longer.to_bytes(256, "big"))
    other_hash = key.sign(b"acta", padding.PKCS1v15(), hashes.SHA512())
    assert not notary.rsa_verifies(modulus, 65537, b"acta", other_hash)
    short = rsa.generate_private_key(65537, 1024)
    signed = short.sign(b"acta", padding.PKCS1v15(), hashes.SHA256())
    assert not notary.rsa_verifies(short.public_key().public_numbers().n, 65537, b"acta", signed)
