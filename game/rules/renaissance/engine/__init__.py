"""The rules: state, decisions and phases, movement, shooting, close combat."""
