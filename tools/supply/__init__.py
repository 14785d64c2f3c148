"""What the program is built from: the versions of a release, its bill of materials, and known weaknesses in them."""
