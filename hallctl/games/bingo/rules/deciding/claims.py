"""Sung cards: the stop, the verification, "¿alguna más?", and how play goes on or ends.

Not responsible for paying.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from hallctl.games.bingo.rules import shown
from hallctl.games.bingo.rules.cards import Card, full_line, missing
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.deciding.out_of_game import out_of_game
from hallctl.games.bingo.rules.events.claims import (
    AnyMoreAsked,
    CardVerified,
    ClaimRaised,
    DrawResumed,
    GameFinished,
    PrizeAwarded,
    ProgressiveSeeded,
    RemainderBooked,
)
from hallctl.games.bingo.rules.events.linked import LinkedJackpotClaimed
from hallctl.games.bingo.rules.money import split
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import Game, LinkedStage, Phase, State
from hallctl.games.bingo.variants.variant import Variant
from hallctl.rules.claim_faults import PAPER, ClaimFault
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context, seconds_left
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps
from hallctl.rules.text import series_name

_SPOKEN: Final[Mapping[str, str]] = {Claim.LINE: "alguna línea", Claim.BINGO: "algún bingo"}


def stop_for_claim(state: State, command: StopForClaim, _: Context) -> Answer:
    """Stop the draw at once (AJ-93)."""
    game = playing(state)
    if game is not None and game.phase is Phase.CLAIM:
        return refuse("CLAIM-OPEN")
    if game is None or game.phase is not Phase.DRAW:
        return refuse("CLAIM-PHASE")
    out = out_of_game(game) or _closed_prize(state, game, command.claim)
    return out or (ClaimRaised(command.claim),)


def _closed_prize(state: State, game: Game, key: str) -> Refusal | None:
    """Return why a prize cannot be won in this game any more, None where it can (AJ-98)."""
    prize = state.rules.prize(key)
    if prize is None:
        return refuse("CLAIM-UNKNOWN", claim=key)
    if prize.consoles:
        return refuse("CLAIM-UNSUNG", claim=prize.es, progressive=prize.consoles)
    if not game.is_awarded(key):
        return None
    return refuse("CLAIM-LINE") if key == Claim.LINE else refuse("CLAIM-AWARDED", claim=prize.es)


def verify_card(state: State, command: VerifyCard, _: Context) -> Answer:
    """Verify one sung card, with every reason it is not good (AJ-94..97)."""
    game = playing(state)
    if game is None or game.phase is not Phase.CLAIM:
        return refuse("CLAIM-NONE")
    closed = _closed_prize(state, game, command.claim)
    if closed is not None:
        return closed
    if command.series not in state.series:
        offered = tuple(key for key in (game.series, game.second) if key is not None)
        return refuse("CLAIM-SERIES", series=command.series, offered=offered)
    claimed = (command.claim, command.series, command.card)
    if any((v.claim, v.series, v.card) == claimed for v in game.verified):
        return refuse("CLAIM-REPEAT", card=command.card)
    verdict = _verdict(state, game, command)
    unnamed = not (command.player.strip() and command.document.strip())
    if verdict.good and state.rules.split_by == "player" and unnamed:
        return refuse("CLAIM-PLAYER", card=command.card)
    return (verdict,)


def _verdict(state: State, game: Game, command: VerifyCard) -> CardVerified:
    card = _matrix_card(state, command.series, command.card)
    faults: list[str] = []
    if card is None:
        faults.append(ClaimFault.UNKNOWN.format(card=command.card, series=series_name(command.series)))
    if not any(s.series == command.series and s.first <= command.card <= s.last for s in game.sold):
        faults.append(ClaimFault.UNSOLD)
    faults += [PAPER[mark] for mark in command.marks]
    row, lacking = (0, ()) if card is None else _standing(state, card, command.claim, game.called_balls)
    late = _late(state, game, command.claim, card, row)
    if late:
        faults.append(late)
    if lacking:
        faults.append(uncalled_numbers(state.rules.variant, lacking))
    return CardVerified(
        claim=command.claim,
        series=command.series,
        card=command.card,
        good=not faults,
        row=row,
        missing=lacking,
        faults=tuple(faults),
        player=command.player,
        document=command.document,
    )


def uncalled_numbers(variant: Variant, numbers: Iterable[int]) -> str:
    """Say which numbers of a card were not called, as they are called (PT-65)."""
    return ClaimFault.UNCALLED.format(numbers=", ".join(map(variant.call, numbers)))


def _late(state: State, game: Game, prize: str, card: Card | None, row: int) -> str:
    """Say that a full line lacks the last called ball, where the rule set asks for it (D2)."""
    if not state.rules.line_needs_last_ball or prize == state.rules.last or card is None or not row:
        return ""
    last = game.called_balls[-1]
    won = state.rules.forms(prize)[row - 1].numbers(card.cells)
    return "" if last in won else ClaimFault.LATE.format(last=state.rules.variant.call(last))


def _matrix_card(state: State, series_key: str, number: int) -> Card | None:
    series = state.series.get(series_key)
    matrix = state.matrices.get(series.matrix) if series is not None else None
    if series is None or matrix is None or not 1 <= number <= series.size:
        return None
    return matrix.card(number)


def _standing(state: State, card: Card, key: str, called: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return which form of a prize is completed, if any, and what its best form lacks."""
    prize = state.rules.prize(key)
    if prize is None or prize.is_full:
        return 0, missing(card, called)
    forms = state.rules.forms(key)
    full = full_line(card, forms, called)
    if full is not None:
        return full, ()
    return 0, min((tuple(n for n in form.numbers(card.cells) if n not in called) for form in forms), key=len)


def ask_any_more(state: State, _: AskAnyMore, context: Context) -> Answer:
    """Ask the room, once a card is good (AJ-100)."""
    game = playing(state)
    claim = None if game is None else highest_good(state, game)
    if game is None or claim is None:
        return refuse("ASK-NONE")
    if game.asked == claim:
        return refuse("ASK-ASKED")
    return (AnyMoreAsked(claim, context.now),)


def resume_draw(state: State, _: ResumeDraw, context: Context) -> Answer:
    """Let play go on, what was good awarded (AJ-97, 98, 101)."""
    game = playing(state)
    if game is None or game.phase is not Phase.CLAIM:
        return refuse("CLAIM-NONE")
    if not game.verified:
        return refuse("RESUME-UNCHECKED")
    if game.good(state.rules.last) and not game.followed:
        return refuse("RESUME-BINGO")
    if highest_good(state, game) is None:
        return (DrawResumed(context.now),)
    early = _window(state, game, context.now)
    if early is not None:
        return early
    return (*standing_awards(state, game, context.now), DrawResumed(context.now))


def finish_game(state: State, _: FinishGame, context: Context) -> Answer:
    """End the game on a good bingo; what nobody sang before goes with it (AJ-90, 99).

    Where other halls follow the draw, play is resumed for them first; the game ends once none plays any more.
    """
    game = playing(state)
    if game is not None and game.followed:
        return refuse("HALLS-PLAY", halls=game.followed)
    if game is not None and game.phase is Phase.DRAW and game.is_awarded(state.rules.last):
        return (GameFinished(game.number),)
    if game is None or game.phase is not Phase.CLAIM or not game.good(state.rules.last):
        return refuse("FINISH-NONE")
    early = _window(state, game, context.now)
    if early is not None:
        return early
    return (*standing_awards(state, game, context.now), GameFinished(game.number))


def standing_awards(state: State, game: Game, now: int) -> tuple[Event, ...]:
    """Return what the good cards of the present stop win, should nobody else sing (AJ-103, 118..120)."""
    awarded: tuple[Event, ...] = ()
    for at, prize in enumerate(state.rules.sung):
        if not game.is_awarded(prize.key):
            winners = game.good(prize.key) or _sung_with(state, game, at)
            awarded += _awards(state, game, prize.key, winners, now)
    return awarded


def _sung_with(state: State, game: Game, place: int) -> tuple[CardVerified, ...]:
    """Return the cards that sang a later prize and hold this one, which nobody sang: it is sung with it.

    A full card holds every line: with no line awarded yet, singing the bingo has sung the line too.
    """
    found: dict[tuple[str, int], CardVerified] = {}
    for later in state.rules.sung[place + 1 :]:
        for sung in game.good(later.key):
            card = _matrix_card(state, sung.series, sung.card)
            prize = state.rules.sung[place].key
            if card is not None and not _standing(state, card, prize, game.called_balls)[1]:
                found.setdefault((sung.series, sung.card), sung)
    return tuple(found.values())


def highest_good(state: State, game: Game) -> str | None:
    """Return the last prize of the list with a good card at the present stop."""
    if game.phase is not Phase.CLAIM:
        return None
    return next((prize.key for prize in reversed(state.rules.listed) if game.good(prize.key)), None)


def _window(state: State, game: Game, now: int) -> Refusal | None:
    claim = highest_good(state, game)
    if claim is not None and game.asked != claim:
        prize = state.rules.prize(claim)
        named = f"«{claim if prize is None else prize.es}», alguno"
        return refuse("ASK-FIRST", claim=_SPOKEN.get(claim, named))
    over = game.asked_at + state.rules.any_more_ms
    return refuse("ASK-WAIT", wait=seconds_left(over, now)) if now < over else None


def _awards(
    state: State, game: Game, claim: str, winners: tuple[CardVerified, ...], now: int
) -> tuple[Event, ...]:
    """Award a prize and each of its progressives, or what is paid in its place (AJ-103, 118..120)."""
    if not winners:
        return ()
    awarded = _split(state, claim, winners, game.offered(claim), "")
    for progressive in state.rules.progressives:
        if progressive.claim != claim:
            continue
        if progressive.linked:
            awarded += _claim_on_chain(game, progressive, now)
            continue
        consoling = state.rules.consolation(progressive.name)
        offered = 0 if consoling is None else game.offered(consoling.key)
        if game.called <= game.balls_for(progressive):
            held = state.progressives.get(progressive.name, 0)
            awarded += _split(state, claim, winners, held, progressive.name)
            awarded += (ProgressiveSeeded(progressive.name, progressive.seed),)
            if consoling is not None and offered:
                awarded += (RemainderBooked(consoling.key, "", offered, progressive.name),)
        elif consoling is not None:
            awarded += _split(state, consoling.key, winners, offered, "")
    return awarded


def _claim_on_chain(game: Game, progressive: Progressive, now: int) -> tuple[Event, ...]:
    """Claim a linked jackpot that the game is played for: pending until the office reserves its prize."""
    linked = game.linked_of(progressive.name)
    in_play = linked is not None and linked.stage is LinkedStage.SHOWN
    if linked is None or not in_play or game.called > game.balls_for(progressive):
        return ()
    return (LinkedJackpotClaimed(game.number, linked.jackpot, progressive.name, now),)


def linked_prizes(state: State, game: Game, progressive: Progressive, amount: int) -> tuple[Event, ...]:
    """Return the prizes of the cards that won a linked progressive, once its amount is known."""
    won = {
        (award.prize.series, award.prize.card)
        for award in game.awards
        if award.prize.claim == progressive.claim and not award.prize.progressive
    }
    sung: dict[tuple[str, int], CardVerified] = {}
    for card in game.claims:
        if card.good and (card.series, card.card) in won:
            sung.setdefault((card.series, card.card), card)
    if not amount:
        return ()
    return _split(state, progressive.claim, tuple(sung.values()), amount, progressive.name)


def _split(
    state: State, claim: str, winners: tuple[CardVerified, ...], prize: int, progressive: str
) -> tuple[Event, ...]:
    parts = _parts(state, winners, prize)
    awarded = tuple(
        PrizeAwarded(claim, card.series, card.card, part, progressive)
        for card, part in zip(winners, parts, strict=True)
    )
    remainder = prize - sum(parts)
    if not remainder:
        return awarded
    # What is left of any prize stays in the hall: a linked progressive takes nothing but from closed sales.
    first = next((each.name for each in state.rules.progressives if not each.linked), "")
    return (*awarded, RemainderBooked(claim, progressive, remainder, first))


def _parts(state: State, winners: tuple[CardVerified, ...], prize: int) -> tuple[int, ...]:
    """Return each card's part: one per card, or one per player divided over their cards (D4)."""
    chip = state.rules.chip
    if state.rules.split_by == "card":
        return (split(prize, len(winners), chip)[0],) * len(winners)
    cards = Counter(card.holder for card in winners)
    of_player, _ = split(prize, len(cards), chip)
    return tuple(split(of_player, cards[card.holder], chip)[0] for card in winners)


STEPS: Final[Steps] = {
    StopForClaim: Step(
        "Parar: han cantado",
        (Post.VENDEDOR, Post.LOCUTOR, Post.JEFE),
        stop_for_claim,
        Button(
            Place.STOP,
            (),
            Care.PRESS,
            Proof.SESSION,
            (
                Key("F3", {"claim": Claim.LINE}, "Parar: ¡línea!"),
                Key("F4", {"claim": Claim.BINGO}, "Parar: ¡bingo!"),
            ),
        ),
    ),
    VerifyCard: Step(
        "Comprobar cartón",
        (Post.JEFE,),
        verify_card,
        Button(Place.IN_ORDER, (shown.claim,), Care.WRITTEN, Proof.SESSION, (Key("F6"),)),
    ),
    AskAnyMore: Step(
        "¿Alguna más?",
        (Post.JEFE,),
        ask_any_more,
        Button(Place.IN_ORDER, (shown.claim, shown.verdicts), Care.PRESS, Proof.SESSION, (Key("F7"),)),
    ),
    ResumeDraw: Step(
        "Reanudar",
        (Post.JEFE,),
        resume_draw,
        Button(Place.IN_ORDER, (shown.claim, shown.verdicts), Care.PRESS, Proof.SESSION, (Key("F8"),)),
    ),
    FinishGame: Step(
        "Dar por finalizada",
        (Post.JEFE,),
        finish_game,
        Button(Place.IN_ORDER, (shown.claim, shown.verdicts), Care.PRESS, Proof.SESSION, (Key("Alt+F"),)),
    ),
}
"""How the commands of this chapter are decided and taken."""
