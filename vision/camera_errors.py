"""What a person reads when a camera cannot be used."""


class CameraError(ValueError):
    """The camera gives no pictures."""
