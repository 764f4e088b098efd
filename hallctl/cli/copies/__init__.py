"""A whole hall copied to a stick and brought back: `hallctl backup` and `hallctl restore`."""
