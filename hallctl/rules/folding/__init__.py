"""The fold, a module for each stretch of the night: every function takes the state and one kind of event.

Not responsible for whether an event may happen: events are facts.
"""
