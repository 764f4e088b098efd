"""The regulation the hall plays by, and for each check that a refusal cites, the words it comes from."""
