"""The head office's papers in the words of a hall: what each would change, and the steps that answer it.

Not responsible for whether a step is open (``desk`` asks the rules).
"""

from collections.abc import Iterator

from hallctl.i18n.posts import POST_NAMES
from hallctl.i18n.sentences import Sentence, _, listed
from hallctl.outputs.offer import Candidate, Question, step
from hallctl.rules.commands.papers import AdoptPaper, DeclinePaper
from hallctl.rules.papers import Paper, PaperKind
from hallctl.rules.state import State
from hallctl.rules.text import series_name


def steps_of_papers(state: State) -> Iterator[Candidate]:
    """What the Director can do about the papers that wait: adopt each, or refuse it."""
    why = Question("reason", _("Motivo"), "text")
    for kind, paper in state.papers.waiting.items():
        words = {"number": paper.number, "about": about(kind)}
        adopt = AdoptPaper(kind, paper.number, paper.digest)
        label = _("Adoptar el papel n.º {number}: {about}", **words)
        yield step(adopt, label).noticed(changes(paper))
        label = _("Rechazar el papel n.º {number}: {about}", **words)
        yield step(DeclinePaper(kind, paper.number, paper.digest, ""), label, why)


def about(kind: PaperKind) -> Sentence:
    """Return what papers of a kind are about."""
    return {
        PaperKind.SERIES: _("cartones de la sala"),
        PaperKind.RULES: _("reglas"),
        PaperKind.PEOPLE: _("personas y puestos"),
        PaperKind.PROGRAM: _("versión del programa"),
    }[kind]


def changes(paper: Paper) -> Sentence:
    """Return what adopting a paper changes in the hall."""
    signed = {"number": paper.number, "signer": paper.signer}
    return _("Papel n.º {number}, firmado por {signer}. {what}", what=_what(paper), **signed)


def _what(paper: Paper) -> Sentence:
    match paper.kind:
        case PaperKind.SERIES:
            cards = listed(
                [
                    _("serie {series}, del {first} al {last}", series=name, first=each.first, last=each.last)
                    for each in paper.ranges
                    for name in [series_name(each.series)]
                ],
                "; ",
            )
            return _("La sala vende solo estos cartones: {cards}. Los demás se rechazan.", cards=cards)
        case PaperKind.RULES:
            words = {"name": paper.name, "version": paper.version, "approval": paper.approval}
            return _(
                "Desde el próximo arranque fuera de sesión rigen las reglas {name} {version} ({approval}).",
                **words,
            )
        case PaperKind.PEOPLE:
            named = [
                Sentence("{person} ({post})", person=each.person, post=POST_NAMES[each.post])
                for each in paper.people
            ]
            return _(
                "Se proponen: {people}. Las cuentas las hace usted: el papel no crea ninguna.",
                people=listed(named),
            )
        case PaperKind.PROGRAM:
            words = {"name": paper.name, "version": paper.version}
            return _("Está aprobado el programa {name} {version}. Nada se instala solo.", **words)
