"""The console's own words cover whatever the hall may hold."""

from hallctl.i18n.posts import POST_NAMES
from hallctl.minutes.signing import errors
from hallctl.rules.commands.base import Post
from hallctl.web.console.words import UNLOCKING


def test_every_post_a_person_can_hold_has_a_name_on_the_page() -> None:
    assert set(POST_NAMES) == set(Post) - {Post.CONTROLLER}


def test_everything_that_may_be_wrong_with_a_token_has_its_sentence_at_the_desk() -> None:
    told = {code for code in (*errors.REFUSED, *errors.FILES) if code.startswith("KEY-TOKEN")}
    assert len(told) == 5
    assert told <= set(UNLOCKING)
