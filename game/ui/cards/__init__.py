"""Paper cards of the right column and the strip over the map. Each is drawn once and again when its contents change."""
