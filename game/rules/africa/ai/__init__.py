"""The computer players' evaluation of Africa."""
