"""Translation of messages into the user's language."""
