"""A past game of the book, shown again on desk and walls. It reads the book; it drives and writes nothing."""
