"""The computer players of Renaissance."""
