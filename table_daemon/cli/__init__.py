"""The command line: `main` names the commands, every other module is one of them or helps them."""

import os

QUIET_LIBRARIES = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""OpenCV and FFmpeg write to the terminal by themselves; what matters of it we say in a sentence.

They look at these while they are imported: here it is early enough.
"""

for name, value in QUIET_LIBRARIES.items():
    os.environ.setdefault(name, value)
