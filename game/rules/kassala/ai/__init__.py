"""The computer players' evaluation of Kassala."""
