"""What people tell the table and what it tells them: buttons, calls, questions, sticks, the drawing of seats."""
