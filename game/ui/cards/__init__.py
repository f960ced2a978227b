"""Paper cards of the panel and the strip over the map. Each is drawn once, and again only when its contents change."""
