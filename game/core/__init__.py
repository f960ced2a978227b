"""The interfaces and value types shared by all rule systems. Pure: no clock, no files, no random, no pygame."""
