"""The tabs of a practice person: one page, and every post on it.

Not responsible for who stands in for whom (``hallctl.web.access.auth``). Whoever has only their own posts
has no tabs: their page shows all of them together.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from hallctl.outputs.offer import Offer
from hallctl.rules.commands.base import Actor, Post
from hallctl.web.access.auth import Who


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab of the page.

    Attributes:
        post: Which post's; None: all of them together.
        person: Who holds it.
        chosen: Whether the page shows it.
        next: Whether the next step is this post's.
    """

    post: Post | None
    person: str
    chosen: bool
    next: bool

    @property
    def address(self) -> str:
        """Where the tab is."""
        return "/" if self.post is None else f"/?puesto={self.post.value}"


@dataclass(frozen=True, slots=True)
class Sleeper:
    """How a session that sleeps is woken.

    Attributes:
        has_pin: Whether by a PIN, or only by entering again.
        wrong: How many wrong ones were typed.
    """

    has_pin: bool
    wrong: int


@dataclass(frozen=True, slots=True)
class Looking:
    """Who looks at the page, and as whom.

    Attributes:
        name: Whose log-in it is.
        actors: As whom they look: those of the chosen tab, or all of theirs.
        all_actors: Everybody they may be.
        post: The chosen tab; None: all together.
        tabbed: Whether the page has tabs.
        sleeper: How the session wakes, where it sleeps.
    """

    name: str
    actors: tuple[Actor, ...]
    all_actors: tuple[Actor, ...]
    post: Post | None
    tabbed: bool
    sleeper: Sleeper | None = None

    @property
    def panel(self) -> str:
        """Where the live part of this tab is."""
        return "/panel" if self.post is None else f"/panel?puesto={self.post.value}"

    def tabs(self, found: Iterable[Offer]) -> tuple[Tab, ...]:
        """Return the tabs with these steps on the desk, none where the page has none."""
        if not self.tabbed:
            return ()
        following = next((offer.post for offer in found if offer.refusal is None), None)
        own = (Tab(a.post, a.person, a.post is self.post, a.post is following) for a in self.all_actors)
        return (Tab(None, "", self.post is None, False), *own)


def looking(who: Who, chosen: str) -> Looking:
    """Return as whom a person looks at the page, with the tab that its address names."""
    actors, tabbed = who.actors, bool(who.stands_in)
    one = tuple(actor for actor in actors if tabbed and actor.post.value == chosen)
    sleeper = Sleeper(bool(who.account.pin), who.session.wrong_pins) if who.asleep else None
    return Looking(who.person, one or actors, actors, one[0].post if one else None, tabbed, sleeper)


def log_in_address(person: str, tabs: Iterable[Tab], post: Post) -> str:
    """Return where a step of somebody else's is taken: on their tab, or once they have logged in."""
    own = next((tab.address for tab in tabs if tab.post is post), "")
    return own or f"/entrar?persona={quote(person)}"
