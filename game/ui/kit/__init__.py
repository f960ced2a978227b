"""What every screen is made from: typefaces, theme, paper, pens, sounds, widgets."""
