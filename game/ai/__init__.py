"""Computer players: they see a view and choose within a limit."""
