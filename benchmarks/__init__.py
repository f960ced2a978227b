"""What must be fast or strong, measured. ``python -m benchmarks`` prints the table."""
