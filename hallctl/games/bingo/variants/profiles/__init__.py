"""The variants and shapes that come with the program, as TOML."""
