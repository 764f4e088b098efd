"""What halls and head office say to each other, and how each enters the message server."""
