"""The computer players' evaluation of Tours."""
