"""Makes balls, trains the reader on them and measures it. It is NOT part of what runs in a hall."""
