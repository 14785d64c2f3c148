"""Putting right what was counted."""
