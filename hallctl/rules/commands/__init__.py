"""What people and the controller may ask of the rules: imperative, frozen; a chapter each.

Not responsible for who is logged in: whoever issues a command answers for the actor's identity.
"""
