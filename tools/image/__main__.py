"""Lays the files of a table's first start into a folder, to be copied onto the card (docs/image.md).

The packages are those of `make deb`. A Wi-Fi network's passphrase is asked for, or read from a pipe.
"""

from __future__ import annotations

import argparse
import getpass
import shutil
import sys
from pathlib import Path

from tools.debian.__main__ import project_version
from tools.debian.control import debian_version
from tools.image.recipe import Recipe, RecipeError, meta_data, network_config, user_data
from tools.supply.constraints import ROOT


def lay(args: argparse.Namespace) -> list[Path]:
    """Write the files; those that are to be copied.

    Raises:
        RecipeError: something that was given cannot be used, or a package is missing.
    """
    version = debian_version(project_version())
    package, kiosk = f"jantaku_{version}_arm64.deb", f"jantaku-kiosk_{version}_all.deb"
    wanted = [package, kiosk] if args.kiosk else [package]
    if missing := [name for name in wanted if not (args.packages / name).is_file()]:
        raise RecipeError(f"{args.packages} has no {missing[0]}: make it with `make deb`, or give --packages FOLDER")
    keys = [args.ssh_key.read_text(encoding="utf-8").strip()] if args.ssh_key else []
    recipe = Recipe(version, package, kiosk if args.kiosk else "", args.hostname, args.user, keys, args.timezone)
    texts = {"user-data": user_data(recipe), "meta-data": meta_data(recipe)}
    if args.wifi:
        passphrase = getpass.getpass(f"passphrase of {args.wifi}: ") if sys.stdin.isatty() else sys.stdin.readline()
        texts["network-config"] = network_config(args.wifi, passphrase.rstrip("\n"), args.wifi_country)
    args.out.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (args.out / name).write_text(text, encoding="utf-8")
    for name in wanted:
        shutil.copyfile(args.packages / name, args.out / name)
    return [args.out / name for name in (*texts, *wanted)]


def main() -> int:
    """The command; exit status 2 where something is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hostname", default="jantaku", help="the page is at http://HOSTNAME.local (%(default)s)")
    parser.add_argument("--user", default="owner", help="for a shell by ssh (%(default)s)")
    parser.add_argument("--ssh-key", type=Path, metavar="FILE.pub", help="the only way in; without it there is none")
    parser.add_argument("--timezone", default="Etc/UTC", metavar="AREA/CITY")
    parser.add_argument("--wifi", default="", metavar="NAME", help="a network without a cable")
    parser.add_argument("--wifi-country", default="", metavar="XX", help="two letters, as the law of radio wants")
    parser.add_argument("--kiosk", action="store_true", help="the page on an attached screen too (needs a network)")
    parser.add_argument("--packages", type=Path, default=ROOT / "build" / "deb", metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "image", metavar="FOLDER")
    args = parser.parse_args()
    try:
        made = lay(args)
    except (RecipeError, OSError) as error:
        print(f"no recipe was made: {error}", file=sys.stderr)
        return 2
    print("copy onto the first partition of the card (bootfs), over what is there:")
    print(*(f"  {path}" for path in made), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
