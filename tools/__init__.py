"""What makes the fixtures, the locks and the pictures: never imported by the hall.

Not responsible for anything that runs in a hall.
"""

import hallctl  # noqa: F401 - before NumPy: what is measured here computes with one thread, as the hall does
