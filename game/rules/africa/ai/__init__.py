"""The computer players' evaluation and planning of Africa."""
