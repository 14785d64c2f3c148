"""What everybody is told: retained documents, events, and what the parts of the table look like in them."""
