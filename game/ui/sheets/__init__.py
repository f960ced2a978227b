"""Maps printed on paper."""
