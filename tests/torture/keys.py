"""The keys of the hall in the crash tests: always the same, so that a plan gives one book byte for byte.

Made once by ``tests.hallctl.minutes.notary.hall.Hall(seed=9, people=("Ana Quispe",))``: a certificate has a
random number in it, and keys of small numbers protect nothing.
"""

import base64

from cryptography.hazmat.primitives.asymmetric import ec

from hallctl.minutes import Draft, Entry
from hallctl.minutes.signatures import signature_draft, signed_message
from hallctl.minutes.signed import KINDS
from hallctl.minutes.signing.signers import SoftwareSigner

DIRECTOR, JEFE = "Marta Suárez", "Ana Quispe"

AUTHORITY = (
    "MIIB3zCCAYWgAwIBAgIQSL2WIghkIKC6UNYA4TJVtTAKBggqhkjOPQQDAjBOMQswCQYDVQQGEwJCTzERMA8GA1UECgwIQmluZ28g"
    "U0ExLDAqBgNVBAMMI0F1dG9yaWRhZCBkZSBjZXJ0aWZpY2FjacOzbiBkZSBTYWxhMB4XDTI2MDEwMTAwMDAwMFoXDTI4MDEwMTAw"
    "MDAwMFowTjELMAkGA1UEBhMCQk8xETAPBgNVBAoMCEJpbmdvIFNBMSwwKgYDVQQDDCNBdXRvcmlkYWQgZGUgY2VydGlmaWNhY2nD"
    "s24gZGUgU2FsYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJAEJynWnEN8bxUZFX6FagSaxmNudHoZV2wNqPJt7++iouB4ab9U"
    "O9XJ/+F8VyY3C2UGOxuptFL9VGpLFrpiGtSjRTBDMB0GA1UdDgQWBBQ2Jfc2n+2cCZM0qlSPmaWDwtKZsTASBgNVHRMBAf8ECDAG"
    "AQH/AgEAMA4GA1UdDwEB/wQEAwIBBjAKBggqhkjOPQQDAgNIADBFAiEA3Fcuu9E3yfLnDxIIADDz5I5Um4X3esien895kKrFC8cC"
    "IBJkGXerMiGKqF0F0Pqwzqac093H6J6K5NkVTWGs3VUm"
)

_DIRECTOR = (
    "MIICFTCCAbygAwIBAgIQRXDVVm5vvwMo8go839DPaDAKBggqhkjOPQQDAjBOMQswCQYDVQQGEwJCTzERMA8GA1UECgwIQmluZ28g"
    "U0ExLDAqBgNVBAMMI0F1dG9yaWRhZCBkZSBjZXJ0aWZpY2FjacOzbiBkZSBTYWxhMB4XDTI2MDEwMTAwMDAwMFoXDTI4MDEwMTAw"
    "MDAwMFowSzELMAkGA1UEBhMCQk8xETAPBgNVBAoMCEJpbmdvIFNBMREwDwYDVQQLDAhkaXJlY3RvcjEWMBQGA1UEAwwNTWFydGEg"
    "U3XDoXJlejBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDQjLGp+wlgQf1I7r5rW64d7dj2Nk99+rPwO6ChevRsyMu93hqOBDdpr"
    "lUaa3jVhg/1DilHApQmYDaHghrCttOSjfzB9MB0GA1UdDgQWBBQrCPL7iabkORV/9FV0fLB+BIRGFzAMBgNVHRMBAf8EAjAAMB8G"
    "A1UdIwQYMBaAFDYl9zaf7ZwJkzSqVI+ZpYPC0pmxMA4GA1UdDwEB/wQEAwIGwDAdBgNVHSUEFjAUBggrBgEFBQcDBAYIKwYBBQUH"
    "AyQwCgYIKoZIzj0EAwIDRwAwRAIgWj1CazlPXjttBzyD1pP4puRA8thAEHlirYMBfaxgdSUCIDPAoMoJTSRKhRNrtAXjVG0nGvD+"
    "dn/2KmyWg89++YzN"
)

_JEFE = (
    "MIICDzCCAbWgAwIBAgIQQZXpV6UqvcRlxFle/B2UnjAKBggqhkjOPQQDAjBOMQswCQYDVQQGEwJCTzERMA8GA1UECgwIQmluZ28g"
    "U0ExLDAqBgNVBAMMI0F1dG9yaWRhZCBkZSBjZXJ0aWZpY2FjacOzbiBkZSBTYWxhMB4XDTI2MDEwMTAwMDAwMFoXDTI4MDEwMTAw"
    "MDAwMFowRDELMAkGA1UEBhMCQk8xETAPBgNVBAoMCEJpbmdvIFNBMQ0wCwYDVQQLDARqZWZlMRMwEQYDVQQDDApBbmEgUXVpc3Bl"
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoRxc1MjsgFXUjfsq3xqZKBflTZ3DfPVFPKgzC5XusZwOr4+kOwHw677LQm93SkkO"
    "Akkqf+zzeMfHIO8dMqjQdqN/MH0wHQYDVR0OBBYEFMkzJbCHmOc65cEL9jq2o7JdBAFDMAwGA1UdEwEB/wQCMAAwHwYDVR0jBBgw"
    "FoAUNiX3Np/tnAmTNKpUj5mlg8LSmbEwDgYDVR0PAQH/BAQDAgbAMB0GA1UdJQQWMBQGCCsGAQUFBwMEBggrBgEFBQcDJDAKBggq"
    "hkjOPQQDAgNIADBFAiBNu7vtim1jtxvz63vFP1ZQoLVbC1Y/d4cUO/fQij1lpAIhAOcgDbahIe8DAijtfN5OXmbN+LkBYpWwZxeg"
    "R5FOsjEr"
)

PEOPLE = [
    {"person": JEFE, "posts": ["jefe"], "certificate": _JEFE},
    {"person": DIRECTOR, "posts": ["director"], "certificate": _DIRECTOR},
]
"""As the opening diligence names them."""

_SIGNERS = {
    person: SoftwareSigner(base64.b64decode(certificate), ec.derive_private_key(number, ec.SECP256R1()))
    for person, certificate, number in ((JEFE, _JEFE, 901), (DIRECTOR, _DIRECTOR, 902))
}


def countersign(entry: Entry) -> Draft | None:
    """Sign an entry that needs it; the same entry always gets the same signature."""
    if entry.kind not in KINDS:
        return None
    person = entry.actor.partition(":")[2]
    signer = _SIGNERS[person]
    signature = signer.sign(signed_message(entry.hash))
    return signature_draft(entry, person, signer.fingerprint, signer.algorithm, signature)
