"""The screen: the only package that imports pygame."""
