"""What the events of a baccarat table change in the state, a module for each chapter of its day.

Not responsible for whether an event may happen.
"""
