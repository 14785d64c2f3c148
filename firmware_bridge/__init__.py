"""The Raspberry Pi's side of the link to the motor board, and the GPIO pins."""
