"""The program's screens: each fills the window or opens on top of another screen."""
