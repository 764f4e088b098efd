"""Takes the pictures of the documentation from the running programs: ``python -m tools.pictures``.

The documents of the book (``tools.folios``), the screens of the wall (``tools.screens``), and the film of a
practice hall (``tools.film``). Not responsible for the golden pictures, nor for those of the manual.
"""

from tools import film, folios, screens


def main() -> None:
    """Take all of them."""
    folios.main()
    screens.main()
    film.main()


if __name__ == "__main__":
    main()
