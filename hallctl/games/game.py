"""What a game hands to the house: one frozen value.

The composition root picks it by the configuration and hands it on; no room of the house knows which it has.
Not responsible for any game: each is a package beside this module, and none knows another.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hallctl.config.game_files import GameFiles
from hallctl.outputs.card_codes import CardCodes
from hallctl.outputs.claims import Claims
from hallctl.outputs.findings import NO_FINDINGS, Findings
from hallctl.outputs.folios.documents import NO_DOCUMENTS, Documents
from hallctl.outputs.lamps import Lights, dark
from hallctl.outputs.machine import NO_MACHINE, MachineUse
from hallctl.outputs.narration import Narration, narrate
from hallctl.outputs.offer import Candidates
from hallctl.outputs.pattern_board import PatternBoard
from hallctl.outputs.pending import NOT_COUNTED, Counted, PendingItem
from hallctl.outputs.phases import Phases, PhaseShown
from hallctl.outputs.reports import ReportKind
from hallctl.outputs.result import Result, Results, no_results, result
from hallctl.outputs.rounds import GAMES, Rounds
from hallctl.outputs.screens.scene import Screens
from hallctl.outputs.speech import Speech, nothing_follows
from hallctl.outputs.stage import NO_STAGE, Stage
from hallctl.readings.calls import NO_CALLS, CallUse
from hallctl.readings.jackpots import NO_JACKPOTS, JackpotUse
from hallctl.readings.presses import Meaning, no_buttons
from hallctl.readings.shoe import NO_SHOE, ShoeUse
from hallctl.readings.wheel import NO_WHEEL, WheelUse
from hallctl.rules.commands.base import Command
from hallctl.rules.events.base import Event
from hallctl.rules.game_rules import GameRules
from hallctl.rules.ruleset import GameRuleSet
from hallctl.rules.state import GameState, State


def _no_round(_: State) -> PhaseShown | None:
    """Have no rounds."""


def _none_retired(_: State) -> tuple[str, ...]:
    """Have no ball sets."""
    return ()


def _nothing_pending(_: State) -> tuple[PendingItem, ...]:
    """Wait for nobody."""
    return ()


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the house.

    Attributes:
        rules: Its steps, folds and postings, and what it says to those of the house.
        files: What it reads of a hall's configuration.
        candidates: Which steps the desk offers, its own and the house's, the next one to take first.
        narration: What its own events say, one sentence each.
        rounds: How it calls its rounds.
        telling: Returns its narration by a rule set, whose names it then says; None where it has no names.
        script: What the jefe de mesa reads aloud now, in the words of the regulation; empty for nothing.
        screens: What the walls show at each moment.
        stage: What the desk shows of it.
        documents: What it has on paper beside the house's documents.
        reports: What it says of a book, for who answers for it.
        findings: Returns what finds out by its book what the Director alone is told.
        claims: Returns what one desk looks at its claims with; None where nobody claims anything.
        card_codes: The bar codes of its cards; None where they have none.
        patterns: The editor of its prizes' patterns; None where they have none.
        pressed: Which step a button of the panel is.
        results: What its own events did, in figures, for the desk's answer to who took the step.
        machine: What it orders of the machine, and expects of it.
        speech: What the hall's voice says; None where it says nothing.
        phase: Where its newest round of the session stands, None before the first.
        pending: What waits in it for a second person's word.
        counted: By which events it is known in which round something began to wait.
        lights: Which lamps of the panel it lights.
        wheel: What it has to do with a wheel's sensor.
        shoe: What it has to do with a shoe that reads its cards.
        jackpots: What it asks a head office of jackpots that several halls play for.
        calls: What it has to do with halls of which one calls for all.
        unshown: Its events whose sentences tell what nobody is shown yet.
        retired: The ball sets that play no more.
    """

    rules: GameRules
    files: GameFiles
    candidates: Candidates
    narration: Narration
    script: Callable[[GameState], str]
    screens: Screens
    stage: Stage = NO_STAGE
    rounds: Rounds = GAMES
    telling: Callable[[GameRuleSet], Narration] | None = None
    documents: Documents = NO_DOCUMENTS
    reports: tuple[ReportKind, ...] = ()
    findings: Callable[[], Findings] = NO_FINDINGS
    claims: Callable[[], Claims] | None = None
    card_codes: CardCodes | None = None
    patterns: PatternBoard | None = None
    pressed: Meaning = no_buttons
    results: Results = no_results
    machine: MachineUse = NO_MACHINE
    speech: Speech | None = None
    phase: Phases = _no_round
    pending: Callable[[GameState], Iterable[PendingItem]] = _nothing_pending
    counted: Counted = NOT_COUNTED
    lights: Lights = dark
    wheel: WheelUse = NO_WHEEL
    shoe: ShoeUse = NO_SHOE
    jackpots: JackpotUse = NO_JACKPOTS
    calls: CallUse = NO_CALLS
    unshown: tuple[type[Event], ...] = ()
    retired: Callable[[GameState], Iterable[str]] = _none_retired

    @property
    def name(self) -> str:
        """As the configuration and the opening diligence of a book name it."""
        return self.rules.name

    @property
    def spoken(self) -> Callable[[str, GameState], Command | None]:
        """Says which step of the controller follows once the voice has said a key to its end."""
        return nothing_follows if self.speech is None else self.speech.spoken

    def narrate(self, event: Event, currency: str, rules: GameRuleSet | None = None) -> str:
        """Return the sentence of an event of the house or of the game, its amounts in a currency.

        With the rule set of the hall, the game says its names instead of the book's keys.
        """
        named = self.narration if rules is None or self.telling is None else self.telling(rules)
        return narrate(event, currency, named, self.rounds)

    def result(self, state: State, events: tuple[Event, ...]) -> Result | None:
        """Return what the events of one step did, in figures, given the state that they led to."""
        return result(state, events, self.results, self.rounds)
