"""HTTP: the page, its documents, commands and pictures, and who may ask."""
