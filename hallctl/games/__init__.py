"""The games of the house, a package each; no game imports another."""
