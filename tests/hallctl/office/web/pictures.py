"""Pictures of the office's pages with forty halls: ``python -m tests.hallctl.office.web.pictures FOLDER``."""

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from hallctl.app.typesetting import typesetting
from tests.browser import windows
from tests.hallctl.office.servers import Postgres, database
from tests.hallctl.office.web.forty import PASSPHRASE, SETTLER, fill, serving

SIZES = ((1280, 800), (1920, 1080), (1024, 768), (390, 844))
PAGES = {
    "salas": "/",
    "noche": "/salas/sala-4",
    "mesa": "/salas/sala-38",
    "asientos": "/asientos",
    "asiento": "/asientos/sala-4/1/60",
    "alarmas": "/alarmas",
    "resumen": "/informes/resumen",
    "premios": "/informes/premios",
    "pozos": "/informes/pozos",
    "bolas": "/informes/bolas",
    "caja": "/informes/caja",
    "reclamos": "/informes/reclamos",
    "personas": "/cuenta",
}


def main(folder: Path, halls: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="office-pages-"))
    server = Postgres(work / "postgres")
    try:
        with database(server, "pages") as url, typesetting() as render:
            fill(url, datetime.now(UTC), halls)
            with serving(work, url, render) as office, windows() as window:
                page = window().new_page()
                page.goto(f"{office.url}/entrar")
                page.screenshot(path=folder / "entrar.png")
                page.get_by_label("Persona").select_option(SETTLER)
                page.get_by_label("Contraseña").fill(PASSPHRASE)
                page.keyboard.press("Enter")
                page.wait_for_url(f"{office.url}/")
                for name, path in PAGES.items():
                    for width, height in SIZES:
                        page.set_viewport_size({"width": width, "height": height})
                        page.goto(office.url + path)
                        page.screenshot(path=folder / f"{name}-{width}.png", full_page=name != "salas")
                answer = page.request.get(f"{office.url}/informes/resumen.pdf")
                (folder / "resumen.pdf").write_bytes(answer.body())
    finally:
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 40)
