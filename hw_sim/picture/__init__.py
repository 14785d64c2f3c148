"""The simulated camera: a scene drawn as a camera above the table sees it, and served as a stream."""
