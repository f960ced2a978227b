"""Rule systems, one folder each. Systems never import one another."""
