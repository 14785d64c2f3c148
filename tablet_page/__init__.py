"""What a screen shows: a pure view of the state, and the static page."""
