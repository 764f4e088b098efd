"""What each screen of the wall shows, made from the state alone.

Not responsible for pixels, nor for which monitor shows what: ``hallctl.config.hall`` names that.
"""
