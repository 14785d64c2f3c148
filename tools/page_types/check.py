"""Has TypeScript check the page's modules against the documents that the daemon sends.

usage: python tools/page_types/check.py [TSCONFIG ...]

The types of the documents come from docs/asyncapi.json. TypeScript and json-schema-to-typescript are fetched once by
npm into build/page_types (pinned in package.json beside this file); Node.js is the machine's own, or the one that
`pip install .[dev]` brings.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FOLDER = ROOT / "build" / "page_types"
TYPES = FOLDER / "wire.d.ts"
TSCONFIGS = tuple(ROOT / "tablet_page" / name for name in ("tsconfig.json", "tsconfig.service_worker.json"))
"""The modules of the page, and the service worker, which runs in a scope of its own."""


class MissingProgramError(Exception):
    """Node.js or a package of it is not to be had."""


def program(name: str) -> str:
    """Where `node` or `npm` lies.

    Raises:
        MissingProgramError: nowhere.
    """
    places = os.pathsep.join((os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)))
    found = shutil.which(name, path=places)
    if found is None:
        raise MissingProgramError(f"{name} is missing: pip install '.[dev]' brings it, or apt install nodejs npm")
    return found


def prepare() -> None:
    """Fetch the two programs once, and write the documents' types.

    Raises:
        MissingProgramError: npm is missing, or could not fetch them.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = (HERE / "package.json").read_text(encoding="utf-8")
    kept = FOLDER / "package.json"
    if not kept.exists() or kept.read_text(encoding="utf-8") != wanted or not (FOLDER / "node_modules").exists():
        kept.write_text(wanted, encoding="utf-8")
        install = [program("npm"), "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"]
        done = subprocess.run(install, cwd=FOLDER, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            kept.unlink()
            raise MissingProgramError(f"npm could not fetch TypeScript: {done.stderr.strip()}")
    # Node.js looks for packages beside the program that imports them.
    generate = shutil.copy(HERE / "generate.mjs", FOLDER)
    subprocess.run([program("node"), generate, ROOT / "docs" / "asyncapi.json", TYPES], check=True)


def mistakes(tsconfig: Path) -> str:
    """What TypeScript finds, one mistake a line; "" when there is none."""
    compiler = FOLDER / "node_modules" / "typescript" / "bin" / "tsc"
    command = [program("node"), str(compiler), "--pretty", "false", "-p", str(tsconfig)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def main() -> int:
    """Print what TypeScript finds."""
    try:
        prepare()
    except MissingProgramError as missing:
        print(missing, file=sys.stderr)
        return 2
    found = "".join(mistakes(tsconfig) for tsconfig in [Path(argument) for argument in sys.argv[1:]] or TSCONFIGS)
    print(found, end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
