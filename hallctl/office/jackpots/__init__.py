"""The jackpots that halls play for together: one ledger at the office, fed by the halls' verified entries."""
