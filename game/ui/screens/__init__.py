"""The program's screens: each fills the window, or lies over the one below it."""
