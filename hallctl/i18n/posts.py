"""The posts of a hall, as people name them."""

from typing import Final

from hallctl.i18n.sentences import _
from hallctl.rules.commands.base import Post

POST_NAMES: Final = {
    Post.DIRECTOR: _("Director"),
    Post.JEFE: _("Jefe de Mesa"),
    Post.LOCUTOR: _("Locutor"),
    Post.VENDEDOR: _("Vendedor"),
    Post.CAJERO: _("Cajero"),
    Post.JEFE_SALA: _("Jefe de Sala"),
    Post.AUXILIAR: _("Auxiliar de Sala"),
    Post.CROUPIER: _("Croupier"),
}
