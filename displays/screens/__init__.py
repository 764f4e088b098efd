"""The screens: one module each, with a pure ``draw`` from a view and a size to a picture."""
