"""The certificate of the hall's own authority, for who wants to trust the console: it is public.

Not responsible for trust: what is fetched before there is any is compared, by its fingerprint, with what the
machine itself says of it.
"""

import ssl
from hashlib import sha256
from typing import Final

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

PATH: Final = "/ca.crt"
_MEDIA: Final = "application/x-x509-ca-cert"


def authority(certificate: bytes | None) -> APIRouter:
    """Return the route of the certificate.

    Args:
        certificate: The authority's, DER; None where the console speaks plainly, and nobody needs it.
    """
    router = APIRouter(include_in_schema=False)

    @router.get(PATH)
    async def serve() -> Response:
        if certificate is None:
            return PlainTextResponse("Esta consola no usa TLS y no necesita certificado.", 404)
        return Response(ssl.DER_cert_to_PEM_cert(certificate), media_type=_MEDIA)

    return router


def fingerprint(certificate: bytes | None) -> str:
    """Return the SHA-256 of a certificate as devices show it, in pairs; empty where there is none."""
    return "" if certificate is None else sha256(certificate).digest().hex(" ").upper()
