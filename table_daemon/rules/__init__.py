"""Presets of rules and their options, and records replayed by them."""
