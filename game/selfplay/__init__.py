"""Many games at once: simulated, learnt from, and shared out among processes or the workers of a cluster."""
