"""What a gaming table has whatever is played at it: its bank, and the act of its day."""
