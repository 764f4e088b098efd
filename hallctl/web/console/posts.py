"""What a post has to look at beside the game: the till.

Not responsible for steps, nor for markup. What is owed is counted from the state; nothing is remembered here.
"""

from collections.abc import Collection

from hallctl.rules.commands.base import Post
from hallctl.rules.state import Shift, State


def till(state: State, posts: Collection[Post]) -> Shift | None:
    """Return the open shift for those who answer for its money: the cashiers, and the Director."""
    answers = {Post.CAJERO, Post.DIRECTOR} & set(posts)
    return state.session.shift if state.session is not None and answers else None


def calls(posts: Collection[Post]) -> bool:
    """Return whether who looks calls the balls and does not lead the table: the ball is all they need."""
    return Post.LOCUTOR in posts and not {Post.JEFE, Post.DIRECTOR} & set(posts)
