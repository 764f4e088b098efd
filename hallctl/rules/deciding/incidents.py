"""Incidents, complaints, wrong calls, going on by hand, and a game that nobody wins.

Not responsible for the faults of devices, nor for voiding. What two people decide is proposed by one and
agreed to by another, each in their own post (I16).
"""

from hallctl.rules import commands as cmd
from hallctl.rules import events as ev
from hallctl.rules.cards import mask
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.hand import by_hand
from hallctl.rules.deciding.waiting import wait_over
from hallctl.rules.folding.incidents import MANUAL, NO_BINGO
from hallctl.rules.folios import FOR_ACTS, FOR_TEXTS, first_folio, folios_left
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import Game, Phase, State


def minute_incident(state: State, command: cmd.MinuteIncident, context: Context) -> Answer:
    """Minute an incident; the game is not signed before the Director has signed it too (AJ-53, 54)."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if not command.text.strip():
        return refuse("INCIDENT-TEXT")
    if command.sheets > folios_left(state) - FOR_ACTS:
        return refuse("BOOK-INCIDENTS")
    if command.corrects < 0:
        return refuse("INCIDENT-ENTRY", entry=command.corrects)
    minuted = ev.IncidentMinuted(state.incident + 1, command.text, context.actor.person, command.corrects)
    return (minuted,)


def approve_incident(state: State, command: cmd.ApproveIncident, context: Context) -> Answer:
    """Sign an incident as the second person (AJ-54, I16)."""
    author = state.incidents.get(command.number)
    if author is None:
        return refuse("INCIDENT-NONE", number=command.number)
    if author == context.actor.person:
        return refuse("INCIDENT-SAME")
    return (ev.IncidentApproved(command.number, context.actor.person, first_folio(state), command.sheets),)


def file_complaint(state: State, command: cmd.FileComplaint, context: Context) -> Answer:
    """Take a complaint; after the pay-out it goes to the complaints book only (AJ-102, D14)."""
    if state.session is None:
        return refuse("SESSION-NONE")
    documented = command.document.strip() or not state.rules.complaint_needs_document
    if not (command.claimant.strip() and documented and command.text.strip()):
        return refuse("COMPLAINT-WHO") if state.rules.complaint_needs_document else refuse("COMPLAINT-TEXT")
    if not command.signed:
        return refuse("COMPLAINT-UNSIGNED")
    if _too_long(state, command.sheets):
        return refuse("BOOK-TEXT")
    filed = ev.ComplaintFiled(
        number=state.complaint + 1,
        game=state.games,
        claimant=command.claimant,
        document=command.document,
        text=command.text,
        late=state.game is not None and any(award.paid for award in state.game.awards),
        taken_by=context.actor.person,
    )
    return (filed,)


def _too_long(state: State, sheets: int) -> bool:
    """Whether the acts, which say a text too, would have too few folios with it."""
    return sheets > folios_left(state) - FOR_TEXTS


def resolve_complaint(state: State, command: cmd.ResolveComplaint, _: Context) -> Answer:
    """Decide on a complaint: the Director alone resolves conflicts (AJ-05)."""
    if command.number not in state.complaints:
        return refuse("COMPLAINT-NONE", number=command.number)
    if not command.decision.strip():
        return refuse("COMPLAINT-DECISION")
    if _too_long(state, command.sheets):
        return refuse("BOOK-TEXT")
    return (ev.ComplaintResolved(command.number, command.decision),)


def note_wrong_call(state: State, command: cmd.NoteWrongCall, _: Context) -> Answer:
    """Note what was said instead of the last ball, with the sold cards it would have made win (AJ-110)."""
    game = state.playing
    if game is None or game.phase not in {Phase.DRAW, Phase.CLAIM} or not game.drawn:
        return refuse("WRONG-NONE")
    if game.wrong_call is not None:
        return refuse("WRONG-OPEN")
    if not 1 <= command.said <= state.rules.universe or command.said in game.drawn:
        return refuse("WRONG-SAID", said=command.said)
    lines, bingos = _made_winners(state, game, command.said)
    return (ev.WrongCallNoted(game.drawn[-1], command.said, lines, bingos),)


def _made_winners(state: State, game: Game, said: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Replay both branches over the sold cards: who would win with the number said, and not without it.

    It is asked again whenever a desk is shown, over every sold card, so it goes by bits.
    """
    right, wrong = mask(game.drawn), mask((*game.drawn[:-1], said))
    only = mask((said,))
    lines, bingos = [], []
    for part in game.sold:
        masks = state.matrices[state.series[part.series].matrix].masks
        for number in range(part.first, part.last + 1):
            rows = masks[number - 1]
            whole = rows[0] | rows[1] | rows[2]
            if not whole & only:
                continue
            if not game.line_awarded and _has_line(rows, wrong) and not _has_line(rows, right):
                lines.append(number)
            if whole & wrong == whole != whole & right:
                bingos.append(number)
    return tuple(lines), tuple(bingos)


def _has_line(rows: tuple[int, ...], called: int) -> bool:
    return any(row & called == row for row in rows)


def keep_playing(state: State, command: cmd.KeepPlaying, context: Context) -> Answer:
    """Settle a wrong call without voiding, on the evidence that is minuted (AJ-110)."""
    game = state.playing
    if game is None or game.wrong_call is None:
        return refuse("WRONG-SETTLED")
    if not command.reason.strip():
        return refuse("WRONG-REASON")
    if _too_long(state, command.sheets):
        return refuse("BOOK-TEXT")
    return (ev.WrongCallSettled(command.reason, context.actor.person),)


def propose_manual(state: State, command: cmd.ProposeManual, context: Context) -> Answer:
    """Propose to go on by hand (D8)."""
    game = state.playing
    if game is None or game.phase is not Phase.DRAW or game.manual:
        return refuse("MANUAL-PHASE")
    if by_hand(state, game) and not state.faults:
        return refuse("MANUAL-PHASE")  # a manual drum goes on so where something else has failed
    if not command.reason.strip():
        return refuse("MANUAL-REASON")
    if MANUAL in game.proposed:
        return refuse("AGREE-PROPOSED")
    return (ev.ManualProposed(command.reason, context.actor.person),)


def approve_manual(state: State, _: cmd.ApproveManual, context: Context) -> Answer:
    """Agree to go on by hand, as the second person (D8, I16)."""
    agreed = _agreed(state, MANUAL, context)
    if isinstance(agreed, Refusal):
        return agreed
    return (ev.MeansChanged(agreed[1], context.actor.person), *wait_over(state, context.now))


def propose_no_bingo(state: State, _: cmd.ProposeNoBingo, context: Context) -> Answer:
    """Propose to close a game of which every ball is called and nobody sang bingo (D7)."""
    game = state.playing
    if game is None or game.phase is not Phase.DRAW or game.called < state.rules.universe:
        return refuse("NOBINGO-EARLY", universe=state.rules.universe)
    if NO_BINGO in game.proposed:
        return refuse("AGREE-PROPOSED")
    return (ev.NoBingoProposed(context.actor.person),)


def approve_no_bingo(state: State, _: cmd.ApproveNoBingo, context: Context) -> Answer:
    """Close it as the second person: the bingo prize, and a line nobody sang, go to the next game (D7)."""
    agreed = _agreed(state, NO_BINGO, context)
    if isinstance(agreed, Refusal):
        return agreed
    game = state.playing
    assert game is not None
    unsung = 0 if game.line_awarded else game.line
    return (ev.BingoCarried(game.number, game.bingo + unsung, context.actor.person),)


def _agreed(state: State, what: str, context: Context) -> tuple[str, str] | Refusal:
    """Return who proposed it and why, once another person in another post agrees."""
    game = state.playing
    if game is None or game.phase is not Phase.DRAW or what not in game.proposed:
        return refuse("AGREE-NONE")
    if game.proposed[what][0] == context.actor.person:
        return refuse("AGREE-SAME")
    return game.proposed[what]
