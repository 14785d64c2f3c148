"""The simulated table: it stands where the hardware stands, outside the daemon."""
