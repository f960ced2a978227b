"""The computer players' evaluation and planning of Kassala."""
