"""The simulated machine: mechanics and their defects, the motor board, its line, and the wires of the Raspberry Pi."""
