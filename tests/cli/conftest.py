"""Installs the toy system, and gives every test its own data folder."""

from tests.match.fixtures import path, rules, toy_and_folder

__all__ = ["path", "rules", "toy_and_folder"]
