"""Three to five halls for many games, cut off, crashed and back: the jackpot's money is right to the cent."""

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from hallctl.office.jackpots.ledger import AtOnce, Terms
from tests.hallctl.office.jackpots.model import (
    FAULTS,
    Ask,
    Entry,
    Rules,
    ViolationError,
    begin,
    check,
    check_settled,
    deliver,
    hall_writes,
    name,
    pending,
    tick,
    write,
)
from tests.sampling import sampled

GAMES = 10**6
STEPS = 10**6


class Halls(RuleBasedStateMachine):
    """Halls write, send and ask as they like; what is under way is lost, doubled and reordered."""

    searched = Rules()
    steps = 0

    @initialize(
        halls=st.integers(3, 5),
        seed=st.integers(5, 1000),
        at_once=st.sampled_from(AtOnce),
        window=st.integers(0, 3),
    )
    def start(self, halls, seed, at_once, window):
        self.world = begin(Terms("pozo", seed, at_once, window), halls)
        self.apart = frozenset()

    def one_of(self, data, values):
        return data.draw(st.sampled_from(values))

    @rule(data=st.data(), amount=st.integers(0, 1000))
    def a_hall_writes(self, data, amount):
        where = self.one_of(data, range(len(self.world.books)))
        facts = list(hall_writes(self.world, where, GAMES, amount))
        if facts:
            self.world = write(self.world, where, self.one_of(data, facts))

    @rule(data=st.data(), on=st.integers(1, 4))
    def a_hall_sends(self, data, on):
        where = self.one_of(data, range(len(self.world.books)))
        head, last = self.world.heads[where], len(self.world.books[where])
        sent = {Entry(name(where), n) for n in range(max(1, head), min(last, head + on) + 1)}
        self.world = self.world._replace(net=self.world.net | sent)

    @rule(data=st.data())
    def a_hall_asks(self, data):
        claims = [
            Ask(name(where), fact.game)
            for where, book in enumerate(self.world.books)
            for fact in book
            if pending(book, fact.game)
        ]
        if claims:
            self.world = self.world._replace(net=self.world.net | {self.one_of(data, claims)})

    @rule(data=st.data(), keep=st.booleans())
    def something_arrives(self, data, keep):
        under_way = sorted((m for m in self.world.net if m.hall not in self.apart), key=repr)
        if under_way:
            self.world = deliver(self.world, self.one_of(data, under_way), self.searched, keep)

    @rule(where=st.integers(0, 4))
    def a_line_is_cut_or_back(self, where):
        self.apart ^= {name(where)}

    @rule(where=st.integers(0, 4))
    def a_hall_crashes(self, where):
        lost = {m for m in self.world.net if m.hall == name(where) and type(m) is not Entry}
        self.world = self.world._replace(net=self.world.net - lost)

    @rule()
    def the_office_crashes(self):
        kept = frozenset(m for m in self.world.net if type(m) is Entry)
        self.world = self.world._replace(jackpot=self.searched.crash(self.world.jackpot), net=kept)

    @rule(by=st.integers(0, 3))
    def time_passes(self, by):
        self.world = tick(self.world, self.searched, by)

    @invariant()
    def the_money_is_right(self):
        if hasattr(self, "world"):
            Halls.steps += 1
            check(self.world)

    def teardown(self):
        if hasattr(self, "world"):
            check_settled(self.world, self.searched)


@pytest.mark.timeout(7200)
def test_any_order_of_many_games_in_several_halls(full):
    """Some 1,500 steps; under --torture a million, counted and printed."""
    examples, steps, begun = (1000, 100, Halls.steps) if full else (25, 60, Halls.steps)
    many = settings(max_examples=examples, stateful_step_count=steps, deadline=None)
    while True:
        run_state_machine_as_test(Halls, settings=many)
        taken = Halls.steps - begun
        print(f"{taken} steps", flush=True)
        if not full or taken >= STEPS:
            return


@pytest.mark.parametrize("fault", sampled(["an entry counted again", "each of several has it all"], 2))
def test_the_machine_finds_a_planted_fault_too(fault):
    """Of those that it meets within a few examples; the exhaustive search finds all of them."""

    class Faulty(Halls):
        searched = FAULTS[fault][1]

    few = settings(
        max_examples=2000,
        stateful_step_count=50,
        deadline=None,
        database=None,
        phases=[Phase.generate],
    )
    with pytest.raises(ViolationError):
        run_state_machine_as_test(Faulty, settings=few)
