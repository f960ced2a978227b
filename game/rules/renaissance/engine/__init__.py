"""The rules of Renaissance: tables, state, decisions, combat. Imports nothing from the screen or the computer
players."""
