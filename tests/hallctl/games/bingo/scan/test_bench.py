"""Small versions of the figures of ``make bench``: ratios only, with room for a busy machine."""

from tools.bench import forms_figures, game_figures, scan_figures


def test_the_scan_is_a_hundred_times_as_fast_as_sets_and_they_agree():
    _, index, planes, _ = scan_figures(cards=120_000, sample=12_000, seed=3)
    assert planes.ratio > 100
    assert planes.ratio > index.ratio


def test_on_square_cards_it_is_a_thousand_times_as_fast_as_looking_at_each_form_and_they_agree():
    _, planes, _ = forms_figures(cards=120_000, sample=600, seed=3)
    assert planes.ratio > 1000


def test_a_game_costs_little_more_than_looking_for_its_winners_in_sets():
    _, rules, book = game_figures(games=4, seed=3)
    assert rules.ratio > 1 / 2
    assert book.ratio > 1 / 4
