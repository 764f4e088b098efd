"""Reads the number of a ball from one picture. It is NOT responsible for combining several."""
