"""A digest as a few words that a person can read aloud and another can check by ear.

Not responsible for the digest. The words are a check for the ear, 32 bits of it; who verifies compares the
hex.
"""

from typing import Final

_ROWS: Final = (
    "abeja abeto acero agua aguja ajo alba aldea alga alma altar ancla",
    "anillo arado arco arena aro arroz asno avena bahia balsa bambu banco",
    "barca barro bastón bata bello berro bisonte boca bola bolsa bosque bota",
    "brasa brazo brisa bronce bruma bueno burro cabra cacao caja calle calma",
    "cama camino campo canela canoa canto capa cara carro carta casa casco",
    "cebra cedro ceja cera cerro cesto ciervo cima cinta cisne ciudad clavo",
    "cobre cocina codo cofre col cometa conejo copa coral corcho coro corona",
    "costa crema cuerda cueva cuna dado danza delfín diente disco dulce duna",
    "ébano eco elote ermita escoba espiga estrella faro feria fiesta flauta flecha",
    "flor foca fresa frente fruta fuego fuente gaita gallo ganso garza gato",
    "globo gorra gota grano grillo gruta guante guitarra hacha hielo hierba higo",
    "hilo hoja horno hotel hueso huerto huevo humo isla jabón jardín jarra",
    "jinete joya judía juego kilo labio lago lana lápiz lata laurel lazo",
    "leche león leña libro lima limón lince lira lobo loma lluvia luna",
    "luz llama llave madera maíz mango mano manta manzana mapa mar marfil",
    "mesa metal miel mina molino mono monte mora mosca mula museo nácar",
    "nave nido niebla nieve niño noche nogal nube nuez oasis oca océano",
    "oído olivo olla onda oreja oro oso oveja pala palma pan panal",
    "papel pato pavo pera perla perro pez piano piedra pino piña plato",
    "playa pluma pozo prado puente puma quena queso rama rana rayo red",
    "reloj remo reno rey río roble roca rosa rueda sal sapo sauce",
    "seda selva semilla sol",
)

WORDS: Final = tuple(" ".join(_ROWS).split())
"""256 Spanish words, one for each value of a byte; their order is part of the book's format."""


def aloud(digest: str, words: int = 4) -> str:
    """Return the first bytes of a digest in hex as words, e.g. "luna pera ancla cobre".

    Raises:
        ValueError: If the digest is not hex or is too short.
    """
    head = bytes.fromhex(digest[: 2 * words])
    if len(head) < words:
        raise ValueError(f"a digest of at least {words} bytes is needed, not {digest!r}")
    return " ".join(WORDS[byte] for byte in head)
