"""The practice person: one log-in that takes the steps of every post, each as the person who holds it.

Not responsible for making the account (``accounts``). A real hall has no such person: there each step is
taken by whoever holds the post, and what two people decide needs two.
"""

from collections.abc import Mapping
from typing import Final

from hallctl.config.hall import Setting
from hallctl.rules.commands.base import Post

PERSON: Final = "Práctica"
"""The name under which one person plays a whole night alone."""


def stand_ins(setting: Setting) -> Mapping[str, Mapping[Post, str]]:
    """Return for whom the practice person takes each post's steps; in a real hall nobody does."""
    people = setting.config.people
    if not setting.config.simulated or any(person.name == PERSON for person in people):
        return {}
    holders: dict[Post, str] = {}
    for person in people:
        for post in person.posts:
            holders.setdefault(Post(post), person.name)
    return {PERSON: holders}
