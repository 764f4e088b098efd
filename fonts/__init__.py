"""The fonts beside the documents' and the screens' own: one truth of which text can be shown at all.

Paper and screens have faces of their own for Latin letters, and take from here what those lack, so that a
character is shown on both or refused at the door. Not responsible for setting type, nor for which texts a
hall accepts otherwise.
"""

from fonts.chain import Face, at_hand, face_of, uncovered
from fonts.clusters import clusters

__all__ = ["Face", "at_hand", "clusters", "face_of", "uncovered"]
