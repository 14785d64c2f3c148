"""The machine: goals between deals, session, lease, refusals, and what it waits for."""
