"""Computer players: they choose actions from their seat's view of the state, within a limit of positions or time."""
