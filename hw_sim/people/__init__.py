"""The simulated people: what they think, what their hands do, and what they tell the tablet."""
