"""What happened, past tense, frozen: the entries of the book.

Not responsible for when or by whom: the entry that carries an event carries its stamp and its actor. ``at``,
where an event has it, is monotonic milliseconds of the boot that wrote it, for durations only (I22).
"""
