"""Printed maps."""
