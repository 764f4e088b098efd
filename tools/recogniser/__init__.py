"""Judges the recogniser (`drivers.recogniser`) on halls that something else rendered."""
