"""The commands of the book that change nothing: it is verified, read, asked, proved and exported.

Not responsible for those that write to it (``hallctl.cli.book.acts``), which need the whole hall.
"""

import sys
from dataclasses import astuple, fields
from pathlib import Path
from typing import Annotated

import typer

from hallctl.cli import terminal
from hallctl.cli.book import reading
from hallctl.cli.book.acts import commands as acts
from hallctl.cli.book.errors import NOT_WHOLE, WHOLE, BookError, progress, report_errors
from hallctl.cli.book.outside import Folios, Paper, Pictures
from hallctl.cli.book.proof import prove as prove_entry
from hallctl.cli.book.proof import read_proof
from hallctl.cli.book.verdict import OutsideKnowledge, inquire, read_fingerprint, read_key, read_note
from hallctl.cli.configured import MaybeConfig
from hallctl.games.bingo.documents.register import RegisteredPrize, prize_register
from hallctl.i18n.plain import escaped
from hallctl.i18n.spreadsheet import comma_separated, row_of
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import is_book, number_of, volumes_in

app = typer.Typer(no_args_is_help=True, help="Verifica, lee, prueba, exporta y repara el libro de actas.")

BookPath = Annotated[Path, typer.Argument(help="La carpeta del libro, o el archivo de un tomo.")]
Second = Annotated[Path | None, typer.Option("--second", help="La carpeta del segundo soporte.")]
Checkpoints = Annotated[
    list[Path] | None, typer.Option("--checkpoint", help="Un punto de control guardado fuera; repetible.")
]
Keys = Annotated[
    list[str] | None, typer.Option("--key", help="La clave conocida del controlador; repetible.")
]
Authorities = Annotated[
    list[str] | None, typer.Option("--authority", help="La huella SHA-256 conocida de la autoridad.")
]
Volume = Annotated[int | None, typer.Option("--volume", min=1, help="El tomo; si no, el último.")]


@app.command()
def verify(
    path: BookPath,
    second: Second = None,
    checkpoint: Checkpoints = None,
    key: Keys = None,
    authority: Authorities = None,
    folio: Annotated[
        list[str] | None, typer.Option(help="El texto del código de un folio impreso; repetible.")
    ] = None,
    folios: Annotated[Path | None, typer.Option(help="La carpeta de los PDF de los folios.")] = None,
    pictures: Annotated[Path | None, typer.Option(help="La carpeta de las imágenes de las bolas.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="El veredicto para programas.")] = False,
) -> None:
    """Verifica el libro entero.

    Termina con 0 si está íntegro, 1 si no, 2 si no se pudo leer, 3 si está íntegro y no todo atado.
    """
    with report_errors():
        volumes = [] if is_book(path) and not volumes_in(path) else reading.volumes_of(path)
        for folder in (second, folios, pictures):
            if folder is not None and not folder.is_dir():
                raise BookError(f"no hay ninguna carpeta {folder}.")
        known = OutsideKnowledge(
            tuple(read_key(text) for text in key or ()),
            tuple(read_fingerprint(text) for text in authority or ()),
            tuple(read_note(file) for file in checkpoint or ()),
            (
                *(Paper.read(text, alone=path.is_file()) for text in folio or ()),
                *([] if folios is None else [Folios(folios, path.is_file())]),
                *([] if pictures is None else [Pictures(pictures)]),
            ),
        )
        with progress("Verificando", reading.size_of(volumes)) as step:
            found = inquire(path, second, known, step)
        if as_json:
            terminal.write_json(found.as_json())
        else:
            terminal.print_lines(*found.describe().split("\n"))
        raise typer.Exit(found.status)


@app.command()
def tail(
    path: BookPath,
    config: MaybeConfig,
    count: Annotated[int, typer.Option("-n", min=1, help="Cuántos asientos.")] = 20,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Sigue con los que vengan.")] = False,
) -> None:
    """Muestra los últimos asientos del libro, en las palabras de la sala.

    Solo para el personal: dice cada carta al salir, antes de que se vuelva.
    """
    with report_errors():
        lines = reading.EntryLines(reading.rules_of(reading.volumes_of(path)[-1], config))
        shown = reading.newest(path, count)
        at, number = shown[-1] if shown else (reading.volumes_of(path)[-1], None)
        before: Path | None = None

        def print_entry(placed: reading.Placed) -> None:
            nonlocal before
            volume, entry = placed
            if path.is_dir() and volume != before:
                terminal.print_lines(f"{volume.stem}:")
            before = volume
            terminal.print_lines(lines.line(volume, entry))

        for placed in shown:
            print_entry(placed)
        for placed in reading.coming(path, at, number.number if number is not None else 0) if follow else ():
            print_entry(placed)
            sys.stdout.flush()


@app.command()
def query(
    path: BookPath,
    question: Annotated[str, typer.Argument(help="Un SELECT, o el nombre de una vista o tabla.")],
    volume: Volume = None,
    as_json: Annotated[bool, typer.Option("--json", help="Un objeto JSON por línea, en vez de CSV.")] = False,
) -> None:
    """Pregunta a un tomo en SQL, sin poder cambiarlo, y escribe las filas como CSV o JSON."""
    from hallctl.cli.book.tables import opened, rows

    with report_errors(), opened(_one_of(path, volume)) as database:
        for number, row in enumerate(rows(database, question)):
            if as_json:
                terminal.write_json(row)
                continue
            heads = "" if number else comma_separated(list(row), [])
            typer.echo(heads + row_of(row.values()), nl=False)


@app.command()
def search(
    path: BookPath,
    text: Annotated[
        str, typer.Argument(help="Parte de un nombre, un texto o un valor, como sea que se escriba.")
    ],
    config: MaybeConfig,
) -> None:
    """Muestra los asientos de todos los tomos que llevan un texto; termina con 1 si no hay ninguno."""
    from hallctl.cli.book.tables import entries_with, opened

    with report_errors():
        found = 0
        for volume in reading.volumes_of(path):
            lines = reading.EntryLines(reading.rules_of(volume, config))
            with opened(volume) as database:
                for entry in entries_with(database, text):
                    terminal.print_lines(f"{volume.stem}: {lines.line(volume, entry)}")
                    found += 1
        if not found:
            raise BookError(f"Ningún asiento lleva «{text}».", NOT_WHOLE)


@app.command()
def prizes(path: BookPath) -> None:
    """Escribe el registro de premios de todos los tomos como CSV."""
    with report_errors():
        heads = [field.name for field in fields(RegisteredPrize)]
        rows = map(astuple, prize_register(reading.minuted(path)))
        typer.echo(comma_separated(heads, rows), nl=False)


@app.command()
def prove(
    path: BookPath,
    number: Annotated[int, typer.Argument(min=1, help="El número del asiento.")],
    volume: Volume = None,
) -> None:
    """Escribe la prueba de que un asiento está en el libro, para quien no tiene el libro (JSON)."""
    with report_errors():
        chosen = _one_of(path, volume)
        with progress("Leyendo", reading.size_of([chosen])) as step:
            proof = prove_entry(chosen, number, step)
        typer.echo(escaped(proof.written()), nl=False)


@app.command("check-proof")
def check_proof(
    file: Annotated[Path, typer.Argument(help="La prueba que escribió «hallctl book prove».")],
    key: Annotated[str, typer.Option(help="La clave del controlador o de un testigo, conocida de fuera.")],
) -> None:
    """Comprueba la prueba de un asiento; termina con 0 si prueba, 1 si no, 2 si no se pudo leer."""
    with report_errors():
        verifier, proof = read_key(key), read_proof(file)
        faults = proof.faults(verifier)
        said = proof.checkpoint
        for fault in faults:
            terminal.print_lines(f"NO PRUEBA: {fault}.")
        if not faults:
            place = f"está entre los {said.size} primeros asientos de «{said.origin}»"
            terminal.print_lines(f"PRUEBA: el asiento {proof.entry.number} ({proof.entry.kind}) {place}.")
            terminal.print_lines(reading.entry_line(proof.entry, None))
        raise typer.Exit(NOT_WHOLE if faults else WHOLE)


@app.command()
def export(
    path: BookPath,
    out: Annotated[Path, typer.Argument(help="La carpeta que se escribe; no debe existir.")],
    config: MaybeConfig,
    acts: Annotated[
        Path | None, typer.Option("--acts", help="La carpeta de los folios; si no, «actas», junto al libro.")
    ] = None,
) -> None:
    """Escribe el libro, sus certificados, los datos de los folios y un verificador para el notario."""
    from hallctl.app.setting import load
    from hallctl.cli.book.notary_folder import export as export_book
    from hallctl.cli.book.printing import data_of

    with report_errors():
        volumes = reading.volumes_of(path)
        size = reading.size_of(volumes)
        with progress("Verificando", size) as step:
            verdict = verify_book(path, None, (), step)
        if not verdict.ok:
            sentence = "Repárelo, o entregue copia de los archivos tal como están."
            raise BookError(f"{verdict.describe()}\nNo se exporta. {sentence}", NOT_WHOLE)
        book = path.absolute().parent if path.is_file() else path.absolute()
        data = data_of(acts or book.parent / "actas", None if config is None else load(config), volumes)
        with progress("Exportando", size) as step:
            lacking = export_book(volumes, out, step, data)
        terminal.print_lines(f"{out}: exportado. Tomos: {', '.join(volume.stem for volume in volumes)}.")
        if lacking:
            what = f"Faltan los datos de {len(lacking)} folios ({lacking[0]}…), y el verificador lo dirá."
            raise BookError(f"{what} Dé su carpeta (--acts) o la configuración (--config).", NOT_WHOLE)


def _one_of(path: Path, number: int | None) -> Path:
    """Return the volume with a number, or the last one."""
    found = reading.volumes_of(path)
    chosen = found[-1:] if number is None else [each for each in found if number_of(each) == number]
    if not chosen:
        raise BookError(f"{path}: no hay ningún tomo {number}.")
    return chosen[0]


acts(app)
