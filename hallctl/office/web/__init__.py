"""The pages of the head office: all halls at a glance, their nights, entries with proofs, alarms, reports."""
