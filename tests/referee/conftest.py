"""The toy system is there while these tests run, and every test has a data folder of its own."""

from tests.match.fixtures import path, rules, toy_and_folder

__all__ = ["path", "rules", "toy_and_folder"]
