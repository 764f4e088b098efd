"""The certificate of the hall's own authority, for who wants to trust the console: it is public.

Not responsible for trust: what is fetched before there is any is compared, by its fingerprint, with what the
machine itself shows.
"""

import ssl
from hashlib import sha256
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from hallctl.i18n.sentences import _
from hallctl.web.console.language import Languages

PATH: Final = "/ca.crt"
_MEDIA: Final = "application/x-x509-ca-cert"


def authority(certificate: bytes | None, languages: Languages) -> APIRouter:
    """Return the route of the certificate.

    Args:
        certificate: The authority's, DER; None for plain HTTP, which needs none.
        languages: Those of its answers.
    """
    router = APIRouter(include_in_schema=False)

    @router.get(PATH)
    async def serve(request: Request) -> Response:
        if certificate is None:
            none = languages.of(request)(_("Esta consola no usa TLS y no necesita certificado."))
            return PlainTextResponse(none, 404)
        return Response(ssl.DER_cert_to_PEM_cert(certificate), media_type=_MEDIA)

    return router


def fingerprint(certificate: bytes | None) -> str:
    """Return the SHA-256 of a certificate as devices show it, in pairs; empty where there is none."""
    return "" if certificate is None else sha256(certificate).digest().hex(" ").upper()
