"""Bar codes in pictures that come from elsewhere."""
