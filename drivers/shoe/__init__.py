"""A shoe that reads its cards: only listened to, by a known form or one that a pattern describes."""
