"""Measurements of speed and of playing strength. ``python -m benchmarks`` prints the table."""
