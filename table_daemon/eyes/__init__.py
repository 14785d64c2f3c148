"""What was taught to the eyes, and where it lies."""
