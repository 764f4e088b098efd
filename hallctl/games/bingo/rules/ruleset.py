"""The rule set of a hall of bingo: the house's, and what bingo adds.

Not responsible for reading files: profiles are read by ``hallctl.config.rules``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any, Final

from hallctl.games.bingo.rules.beside import faults_of_beside
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.rules.money import WHOLE, Shares, share_out
from hallctl.games.bingo.rules.progressives import OF_LINKED, Progressive
from hallctl.games.bingo.rules.ruleset_faults import (
    faults_of_cards,
    faults_of_prizes,
    faults_of_progressives,
    faults_of_specials,
)
from hallctl.games.bingo.rules.ruleset_file import written_out
from hallctl.games.bingo.variants import portugal
from hallctl.games.bingo.variants.aj import AJ_90, AJ_LINE
from hallctl.games.bingo.variants.combination import (
    Combination,
    Form,
    Line,
    Way,
    forms_of,
    lines_of,
)
from hallctl.games.bingo.variants.prizes import (
    FULL_CARD,
    Base,
    Prize,
)
from hallctl.games.bingo.variants.variant import Variant
from hallctl.rules import ruleset as house

LONGEST_WAIT_MS: Final = 86_400_000
"""A day: no game waits longer for anything."""

LEAST_MINIMUM: Final = 10
"""Below which no licence may go (AJ-58)."""

_USUAL_SALE: Final = 24
PACES: Final = (3, 4, 5, 6, 7, 8)
"""Seconds between the balls of a cadence that a rule set may allow."""

REMOTE_SILENCE: Final = range(3, 121)
"""Seconds of silence between two halls that a rule set may allow."""

_CHOICES: Final = (
    ("extractor", ("pneumatic", "drum"), "AJ-22"),
    ("minimum_basis", ("cards", "seats"), "AJ-58"),
    ("split_by", ("card", "player"), "D4"),
    ("law", ("", "portugal"), "PT-35"),
)


@dataclass(frozen=True, slots=True)
class Special:
    """A kind of game with prizes of its own, approved with the rule set (AJ-117, PT-17).

    Attributes:
        key: What it is called in the book, e.g. "special-x".
        es: What players call it.
        pt: The same in Portuguese.
        en: The same in English.
        prizes: Its prizes in their order; the last is that of every game.
    """

    key: str
    es: str
    pt: str
    en: str
    prizes: tuple[Prize, ...]

    def name(self, language: str) -> str:
        """Return what it is called in a language."""
        return {"pt": self.pt, "en": self.en}.get(language, self.es)


@dataclass(frozen=True, kw_only=True)
class RuleSet(house.RuleSet):
    """What the regulator approved for this hall of bingo (AJ-117).

    Attributes:
        universe: How many balls a set has.
        line_bp: The line prize, in basis points of the total collected.
        bingo_bp: The bingo prize, in basis points of the total collected.
        house_bp: What stays with the house, in basis points; all shares add up to 10000 (AJ-116).
        progressives: The progressive prizes; the first takes what splits leave (AJ-114, D5).
        chip: The smallest chip, in minor units (AJ-121).
        minimum_basis: What the licence resolution picked: "cards", or "seats" for a tenth of them (AJ-58).
        minimum_cards: The least number of cards sold to start a game, never below 10 (AJ-57, 58).
        spare_set: Whether a second fit ball set must be at hand (AJ-27).
        ball_set_games: After how many games a ball set must be changed (AJ-25).
        void_counts_for_ball_set: Whether a void game of which a ball was drawn counts for its balls (D1).
        line_needs_last_ball: Whether the last called ball must be in the line that is sung (D2).
        count_at_end: Whether the balls are counted before a session closes, too (D10).
        minimum_interval_ms: The least time between two extraction orders, in milliseconds (AJ-88).
        any_more_ms: How long "¿alguna más?" waits before play may go on, in milliseconds (AJ-100).
        wait_before_first_ball_ms: How long a failure before the first ball may last, in milliseconds; then
            the game is void (D8).
        split_by: Whether prizes are split by "card" or by "player" (AJ-118..120, D4).
        second_series: Whether a second series may be sold when the first runs out (AJ-68, D17).
        usual_sale: How many cards a sale has at most as a rule; the desk asks once more before a larger.
        most_cards: How many cards a player may buy for a game, at the desk in one sale; 0: no limit (PT-20).
        cadence_s: At which seconds between two balls the hall may draw by itself; none: never (AJ-06, 88).
        variant: What the cards look like; its balls are those of the set.
        line: Which kinds of line have the line prize (AJ-91, PT-59, PT-63).
        prizes: The prizes in their order, the last of which ends the game; none: line and bingo, by
            ``line``, ``line_bp`` and ``bingo_bp``.
        law: Whose limits they keep: "portugal" (PT-05, 18, 27, 35..42, 53, 55..68), or none.
        specials: The games with prizes of their own that may be announced.
        approved: The rule set of which this one is a special; None of what was approved itself.
        beside: The other rule sets of the hall, by which a game may be played instead (``beside``).
        home: The hall's own rule set, of one beside it; None of the hall's own.
        remote_caller_s: After how many seconds without the other hall one that follows is out of the game,
            and one that calls waits for it no more; 0: no hall calls for another.
    """

    universe: int
    line_bp: int
    bingo_bp: int
    house_bp: int
    chip: int
    minimum_basis: str
    minimum_cards: int
    spare_set: bool
    ball_set_games: int
    void_counts_for_ball_set: bool
    line_needs_last_ball: bool
    count_at_end: bool
    minimum_interval_ms: int
    any_more_ms: int
    wait_before_first_ball_ms: int
    split_by: str
    second_series: bool
    progressives: tuple[Progressive, ...] = ()
    usual_sale: int = _USUAL_SALE
    most_cards: int = 0
    cadence_s: tuple[int, ...] = ()
    variant: Variant = AJ_90
    line: tuple[Way, ...] = AJ_LINE
    prizes: tuple[Prize, ...] = ()
    law: str = ""
    specials: tuple[Special, ...] = ()
    approved: "RuleSet | None" = None
    beside: tuple["RuleSet", ...] = ()
    home: "RuleSet | None" = None
    remote_caller_s: int = 0

    def _faults(self) -> Iterator[str]:
        """Yield what is wrong with the rule set itself."""
        yield from super()._faults()
        listed = [prize.share_bp for prize in self.prizes]
        shares: list[int | Fraction] = [self.line_bp, self.bingo_bp, *listed, self.house_bp, *self._growing]
        if sum(shares) != WHOLE or min(shares) < 0:
            yield f"the shares add up to {float(sum(shares)):g} basis points, not {WHOLE} (AJ-116)"
        yield from self.not_chosen(_CHOICES)
        yield from faults_of_cards(self)
        if self.chip < 1:
            yield "chip is at least 1 (AJ-121)"
        if min(self.minimum_interval_ms, self.any_more_ms, self.ball_set_games) < 0:
            yield "minimum_interval_ms, any_more_ms and ball_set_games are not negative (AJ-25, 88, 100)"
        if max(self._milliseconds) > LONGEST_WAIT_MS:
            yield f"no wait is longer than {LONGEST_WAIT_MS} ms (AJ-88, 100, D8)"
        if self.minimum_cards < LEAST_MINIMUM:
            yield f"minimum_cards is at least {LEAST_MINIMUM} (AJ-58)"
        if self.wait_before_first_ball_ms < 0:
            yield "wait_before_first_ball_ms is not negative (D8)"
        if self.usual_sale < 1:
            yield "usual_sale is at least 1 (AJ-66)"
        if self.most_cards < 0:
            yield "most_cards is not negative; 0 is no limit (PT-20)"
        if len({*self.cadence_s}) < len(self.cadence_s) or not {*self.cadence_s} <= {*PACES}:
            yield f"cadence_s are of {PACES[0]} to {PACES[-1]} seconds, each once (AJ-88)"
        yield from self._faults_of_caller()
        yield from faults_of_progressives(self)
        yield from faults_of_prizes(self)
        if self.law:
            yield from (f"law: {fault}" for fault in portugal.faults_of_cards(self.variant))
        if self.approved is None:
            yield from (*faults_of_specials(self), *faults_of_beside(self, self.beside))

    def _faults_of_caller(self) -> Iterator[str]:
        if self.remote_caller_s and self.remote_caller_s not in REMOTE_SILENCE:
            least, most = REMOTE_SILENCE[0], REMOTE_SILENCE[-1]
            yield f"remote_caller_s is 0, or {least} to {most} seconds (AJ-86)"

    def faults_in_earnest(self) -> Iterator[str]:
        """Yield what only a practice hall may do: balls too fast to follow, another language (PT-27, 53)."""
        if self.law:
            found = (
                *portugal.faults_of_pace(self.minimum_interval_ms),
                *portugal.faults_of_words(self.language, self.currency),
            )
            yield from (f"law: {fault}" for fault in found)

    def of_special(self, special: Special) -> "RuleSet":
        """Return the rule set by which a special is played, its prizes checked as any.

        Raises:
            ValueError: They contradict the rule set.
        """
        return replace(self, line_bp=0, bingo_bp=0, prizes=special.prizes, approved=self)

    @cached_property
    def _of_specials(self) -> Mapping[str, "RuleSet"]:
        return {special.key: self.of_special(special) for special in self.specials}

    def for_special(self, special: str) -> "RuleSet":
        """Return the rule set by which a special is played; of a special that it no longer has, itself.

        A book is read by the rule set of today, which may have another list than on the day of the game.
        """
        whole = self.approved or self
        return whole._of_specials.get(special, whole)

    @property
    def of_hall(self) -> "RuleSet":
        """The hall's own rule set, which its book names."""
        whole = self.approved or self
        return whole.home or whole

    @property
    def several(self) -> bool:
        """Whether games of the hall are played by several rule sets."""
        return bool(self.of_hall.beside)

    @cached_property
    def of_games(self) -> Mapping[str, "RuleSet"]:
        """Every rule set of the hall by its name, its own under the empty one; asked of the hall's own."""
        return {"": self} | {each.name: replace(each, home=self) for each in self.beside}

    def for_game(self, rule_set: str, special: str = "") -> "RuleSet":
        """Return the rule set by which a game is played; of one that the hall no longer has, its own."""
        hall = self.of_hall
        return hall.of_games.get(rule_set, hall).for_special(special)

    def after(self, event: object) -> "RuleSet":
        """Return the rule set that holds after an event: from its announcement on that of the game."""
        return self.for_game(event.rule_set, event.special) if isinstance(event, GameAnnounced) else self

    @property
    def label(self) -> str:
        """By what the book names it in a game: empty for the hall's own."""
        return "" if self.of_hall is (self.approved or self) else self.name

    def special(self, key: str) -> Special | None:
        """Return the special of a key, None where there is none."""
        return next((special for special in self.specials if special.key == key), None)

    def _implied(self) -> dict[str, Any]:
        implied = {
            "usual_sale": _USUAL_SALE,
            "cadence_s": PACES,
            "variant": _plain(asdict(AJ_90)),
            "line": AJ_LINE,
        }
        unlisted = {"prizes": (), "law": "", "specials": (), "approved": None, "most_cards": 0}
        unlisted |= {"remote_caller_s": 0}
        alone: dict[str, Any] = {"beside": [], "home": None}
        return super()._implied() | implied | unlisted | alone

    @property
    def text(self) -> str:
        """Every field as JSON: a special is of the rule set that was approved."""
        return super().text if self.approved is None else self.approved.text

    def _values(self) -> dict[str, Any]:
        values = super()._values()
        values["beside"] = [f"{each.name} {each.version} {each.digest}" for each in self.beside]
        values["home"] = None
        _plain(values["variant"])
        for progressive in values["progressives"]:
            if not progressive["balls_a_game"]:
                del progressive["balls_a_game"], progressive["most_balls"]
            if progressive["base"] == Base.SALES:
                del progressive["base"]
            if not progressive["linked"]:
                for name in OF_LINKED:
                    del progressive[name]
        for prize in chain(values["prizes"], *(special["prizes"] for special in values["specials"])):
            if not prize["consoles"]:
                del prize["consoles"]
        return values

    @classmethod
    def written_out(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what a file says, with the variant and the shapes that it names in their place.

        Raises:
            ValueError: There is no such variant or shape, a prize contradicts itself, or a field is not the
                file's to say.
        """
        return written_out(values)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of a card that have the line prize."""
        return lines_of(self.variant, self.line)

    @cached_property
    def listed(self) -> tuple[Prize, ...]:
        """The prizes in their order, also where they are only implied."""
        if self.prizes:
            return self.prizes
        line = Prize(Claim.LINE.value, "Línea", "Linha", "Line", Combination(self.line), self.line_bp)
        return line, Prize(Claim.BINGO.value, "Bingo", "Bingo", "Bingo", FULL_CARD, self.bingo_bp)

    @property
    def sung(self) -> tuple[Prize, ...]:
        """The prizes that players sing, in their order: all but those paid in a progressive's place."""
        return tuple(prize for prize in self.listed if not prize.consoles)

    def progressive(self, name: str) -> Progressive | None:
        """Return the progressive of a name, None where there is none."""
        return next((each for each in self.progressives if each.name == name), None)

    def consolation(self, progressive: str) -> Prize | None:
        """Return the prize that is paid in a progressive's place, None where there is none."""
        return next((prize for prize in self.listed if prize.consoles == progressive), None)

    @property
    def last(self) -> str:
        """The key of the prize that ends the game."""
        return self.listed[-1].key

    def prize(self, key: str) -> Prize | None:
        """Return the prize of a key, None where there is none."""
        return next((prize for prize in self.listed if prize.key == key), None)

    def prize_of_any_game(self, key: str) -> Prize | None:
        """Return the prize of a key in any kind of game, for who reads of a past one; None without one."""
        return next((prize for prize in self.every_prize if prize.key == key), None)

    @property
    def every_prize(self) -> tuple[Prize, ...]:
        """The prizes of this kind of game, then those of the specials, then those of the sets beside it."""
        others = (*(special.prizes for special in self.specials), *(b.every_prize for b in self.beside))
        return (*self.listed, *chain.from_iterable(others))

    @property
    def most_prizes(self) -> int:
        """How many prizes and progressives a game has at most."""
        lists = (self.listed, *(special.prizes for special in self.specials))
        own = max(map(len, lists)) + len(self.progressives)
        return max(own, *(each.most_prizes for each in self.beside), 0)

    @cached_property
    def _forms(self) -> Mapping[str, tuple[Line | Form, ...]]:
        return {prize.key: forms_of(self.variant, prize.combination) for prize in self.listed}

    def forms(self, key: str) -> tuple[Line | Form, ...]:
        """Return what wins a prize, each by itself; none where there is no such prize."""
        return self._forms.get(key, ())

    def share_out(self, collected: int) -> Shares:
        """Share the total collected among prizes, progressives and house (AJ-79, 116)."""
        amounts = [(prize.share_bp, prize.amount) for prize in self.listed]
        return share_out(collected, amounts, self._growing)

    @property
    def _growing(self) -> list[Fraction]:
        return [each.of_sales(self.house_bp) for each in self.progressives]

    @property
    def paces(self) -> tuple[int, ...]:
        """The seconds of a cadence that may be chosen: none is faster than a person may draw (AJ-88)."""
        return tuple(each for each in sorted(self.cadence_s) if each * 1000 >= self.minimum_interval_ms)

    @property
    def _milliseconds(self) -> tuple[int, int, int]:
        return self.minimum_interval_ms, self.any_more_ms, self.wait_before_first_ball_ms

    @property
    def minimum_to_start(self) -> int:
        """The least number of cards sold to start a game, as the licence resolution picked (AJ-57, 58)."""
        tenth = -(-self.seats // 10) if self.minimum_basis == "seats" else 0
        return max(self.minimum_cards, tenth)


def _plain(variant: dict[str, Any]) -> dict[str, Any]:
    """Leave out what the cards of older books do not say: that no symbols stand for their numbers."""
    if not variant["symbols"]:
        del variant["symbols"]
    return variant
