"""The rules of Renaissance: tables, state, decisions, combat. Knows nothing of screen and computer players."""
