"""Writes build/sbom.cdx.json: a CycloneDX bill of materials of what runs at a table.

The packages are those of constraints.py, with the licences and the dependencies that are installed here; beside them
stand the networks, which are ours and learnt from the data that LICENSES.md names.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.utils import canonicalize_name

from tools.supply.constraints import ROOT, pinned

PATH: Final = ROOT / "build" / "sbom.cdx.json"
_NETWORKS: Final = ROOT / "vision" / "model"
_SCHEMA: Final = "1.6"


def bill(installed: dict[str, Any], running: set[str]) -> dict[str, Any]:
    """The bill of the packages named in `running`, and of our networks.

    Args:
        installed: a CycloneDX bill of everything that is installed here, tools for tests too.
        running: canonical names of what the program needs to run.
    """
    components = [part for part in installed["components"] if canonicalize_name(part["name"]) in running]
    networks = [_network(path) for path in sorted(_NETWORKS.glob("*.onnx"))]
    root = installed["metadata"]["component"]["bom-ref"]
    kept = {root} | {part["bom-ref"] for part in components}
    dependencies = [_only(entry, kept) for entry in installed["dependencies"] if entry["ref"] in kept]
    return {**installed, "components": components + networks, "dependencies": dependencies}


def _only(entry: dict[str, Any], kept: set[str]) -> dict[str, Any]:
    needs = [ref for ref in entry.get("dependsOn", []) if ref in kept]
    return {"ref": entry["ref"], **({"dependsOn": needs} if needs else {})}


def _network(path: Path) -> dict[str, Any]:
    return {
        "type": "machine-learning-model",
        "bom-ref": path.relative_to(ROOT).as_posix(),
        "name": path.stem,
        "description": "learnt from the data named in LICENSES.md; figures in vision/model",
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}],
        "licenses": [{"license": {"id": "MIT"}}],
    }


def _installed_here() -> dict[str, Any]:
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--sv", _SCHEMA, "--of", "JSON"]
    command += ["--pyproject", str(ROOT / "pyproject.toml"), "--output-reproducible", "-o", "-", sys.executable]
    said = subprocess.run(command, check=True, capture_output=True).stdout
    found: dict[str, Any] = json.loads(said)
    return found


def main() -> int:
    """The command; exit status 1 when what was made is no CycloneDX bill."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    made = bill(_installed_here(), set(pinned()) | {"opencv-python-headless"})
    text = json.dumps(made, indent=2, ensure_ascii=False) + "\n"
    fault = JsonStrictValidator(SchemaVersion.from_version(_SCHEMA)).validate_str(text)
    if fault is not None:
        print(f"this is no CycloneDX {_SCHEMA} bill: {fault}", file=sys.stderr)
        return 1
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(text, encoding="utf-8")
    print(f"{len(made['components'])} components in {PATH.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
