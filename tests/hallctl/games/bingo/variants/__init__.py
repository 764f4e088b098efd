"""The variants as data, against known answers."""
