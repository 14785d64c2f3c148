"""A computer of its own for apt and dpkg in a folder: real apt, real packages, no root's files and no network."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from table_daemon.updating.changes import FIELD, changes_field
from table_daemon.updating.places import UpdatePlaces

NEEDED = ("apt-get", "apt-cache", "dpkg", "dpkg-deb", "dpkg-scanpackages")
needs_apt = pytest.mark.skipif(
    any(shutil.which(name) is None for name in NEEDED),
    reason="apt and dpkg-scanpackages are not installed (Debian; apt install dpkg-dev)",
)
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="dpkg gives files to root: run as root")
CHANGELOG = """# Changelog

## 0.3.0

### At the table

* The wall is `two` tiles higher
  than [before](docs/a.md).

## 0.2.0

* Chairs are told.

## 0.1.0

* It was made.
"""


@dataclass(frozen=True)
class AptTree:
    """A root without a program in it, and a folder that apt has as its only source."""

    folder: Path

    @classmethod
    def made(cls, folder: Path) -> AptTree:
        root = folder / "root"
        for name in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers", "var/lib/jantaku"):
            (root / name).mkdir(parents=True)
        for name in (
            "var/log/apt",
            "var/lib/apt/lists/partial",
            "var/cache/apt/archives/partial",
            "etc/apt/preferences.d",
        ):
            (root / name).mkdir(parents=True)
        (root / "var/lib/dpkg/status").touch()
        (folder / "repository").mkdir()
        (root / "etc/apt/sources.list").write_text(f"deb [trusted=yes] file:{folder}/repository ./\n")
        return cls(folder)

    @property
    def root(self) -> Path:
        return self.folder / "root"

    @property
    def places(self) -> UpdatePlaces:
        own = (
            f"Dir={self.root}",
            f"Dir::State::status={self.root}/var/lib/dpkg/status",
            "Dir::Bin::methods=/usr/lib/apt/methods",
            f"DPkg::Options::=--root={self.root}",
            "DPkg::Options::=--force-script-chrootless",
            "Debug::NoLocking=1",
        )
        return UpdatePlaces(self.root, tuple(word for option in own for word in ("-o", option)))

    def package(self, version: str, *, name: str = "jantaku", preinst: str = "", architecture: str = "all") -> Path:
        """A package file with a conffile and a program that says its version."""
        tree = self.folder / f"tree-{name}-{version}"
        files = {
            "usr/bin/jantaku": version,
            "etc/jantaku.conf": "as shipped\n",
            "DEBIAN/conffiles": "/etc/jantaku.conf\n",
        }
        fields = {"Package": name, "Version": version, "Architecture": architecture, "Maintainer": "T <t@localhost>"}
        fields |= {FIELD: changes_field(CHANGELOG), "Description": "a table"}
        files["DEBIAN/control"] = "".join(f"{key}: {value}\n" for key, value in fields.items())
        for place, text in files.items():
            (tree / place).parent.mkdir(parents=True, exist_ok=True)
            (tree / place).write_text(text)
        if preinst:
            (tree / "DEBIAN/preinst").write_text(f"#!/bin/sh\n{preinst}\n")
            (tree / "DEBIAN/preinst").chmod(0o755)
        made = self.folder / f"{name}_{version}_{architecture}.deb"
        command = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(made)]
        subprocess.run(command, check=True, capture_output=True)
        shutil.rmtree(tree)
        return made

    def publish(self, *packages: Path) -> None:
        """Have the only source of apt hold these, too."""
        repository = self.folder / "repository"
        for package in packages:
            shutil.copy(package, repository)
        listed = subprocess.run(
            ["dpkg-scanpackages", "--multiversion", "."], cwd=repository, check=True, capture_output=True
        )
        (repository / "Packages").write_bytes(listed.stdout)

    def install_by_hand(self, package: Path) -> None:
        command = ["dpkg", f"--root={self.root}", "--force-script-chrootless", "--install", str(package)]
        subprocess.run(command, check=True, capture_output=True)

    def says(self) -> str:
        """What the installed program is."""
        return (self.root / "usr/bin/jantaku").read_text()
