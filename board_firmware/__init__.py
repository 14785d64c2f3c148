"""The motor board's firmware: a pure core for MicroPython and CPython; only main.py knows pins."""
