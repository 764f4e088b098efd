"""What browsers and walls reach by HTTP: the console, the feed, and who may enter."""
