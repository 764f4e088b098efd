"""Rule sets as data, one TOML file each.

Not responsible for reading them: ``hallctl.config.hall`` does.
"""
