"""The commands ``hallctl book``: the book verified, read aloud, proven, exported, printed again and repaired.

Not responsible for the book itself (``hallctl.minutes``), nor for what its documents say
(``hallctl.outputs``). It works on the folder of the volumes, or on the file of one.
"""
