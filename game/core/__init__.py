"""The vocabulary every rule system answers in. Pure: no clock, no files, no random, no pygame."""
