"""Pictures that come from files, and pictures made for people."""
