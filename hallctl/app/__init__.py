"""The hall put together: what guards the book, the service, the practice hall, the walls."""
