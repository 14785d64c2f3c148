"""What cloud-init reads at the first start (Raspberry Pi OS from Trixie on; cloud-init's NoCloud)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_TEMPLATE: Final = Path(__file__).with_name("user-data.in")
_BOOT: Final = "/boot/firmware"
"""Where Raspberry Pi OS has the card's first partition."""
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,30}")
_KEY: Final = re.compile(r"(ssh|ecdsa|sk)-[\w@.-]+ [A-Za-z0-9+/=]+( [^\n\"\\]*)?")
_TAKEN: Final = frozenset({"root", "jantaku", "jantaku-kiosk"})
"""Users of the system and of the packages."""


class RecipeError(Exception):
    """No recipe can be made of this; the text is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What an owner wants.

    Attributes:
        version: of the packages.
        package: the name of the table's package.
        kiosk: the name of the attached screen's package, "" without one.
        hostname: the page's address is http://HOSTNAME.local.
        user: for a shell by ssh.
        keys: public keys of that user.
        timezone: as in /usr/share/zoneinfo.
    """

    version: str
    package: str
    kiosk: str = ""
    hostname: str = "jantaku"
    user: str = "owner"
    keys: Sequence[str] = ()
    timezone: str = "Etc/UTC"


def user_data(recipe: Recipe) -> str:
    """The file of that name.

    Raises:
        RecipeError: a name or a key cannot be one.
    """
    for name in (recipe.hostname, recipe.user):
        if not _NAME.fullmatch(name):
            raise RecipeError(f"{name!r} is no name for a computer or a user: small letters, digits and - are")
    if recipe.user in _TAKEN:
        raise RecipeError(f"the user {recipe.user} is one of the system: choose another name with --user")
    for key in recipe.keys:
        if not _KEY.fullmatch(key):
            raise RecipeError(f"{key[:30]!r} is no public key of ssh: give the file that ends in .pub")
    if not re.fullmatch(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*", recipe.timezone):
        raise RecipeError(f"{recipe.timezone!r} is no time zone: give one like Europe/Paris")
    # cage and Chromium come from Debian: this one needs a network, and the table starts without it.
    screen = f'  - [sh, -c, "apt-get install --yes {_BOOT}/{recipe.kiosk} || true"]\n' if recipe.kiosk else ""
    return _TEMPLATE.read_text(encoding="utf-8").format(
        version=recipe.version,
        hostname=recipe.hostname,
        timezone=recipe.timezone,
        user=recipe.user,
        # cloud-init takes no empty list.
        keys=f"    ssh_authorized_keys: {json.dumps(list(recipe.keys))}\n" if recipe.keys else "",
        package=f"{_BOOT}/{recipe.package}",
        kiosk=screen,
    )


def meta_data(recipe: Recipe) -> str:
    """The file of that name: another version on the same card is another first start."""
    return f"instance-id: jantaku-{recipe.version}\nlocal-hostname: {recipe.hostname}\n"


def network_config(wifi: str, passphrase: str, country: str) -> str:
    """The file of that name, for a network without a cable; a cable needs none.

    Raises:
        RecipeError: no passphrase of WPA2 (IEEE 802.11: 8 to 63 characters), or no country.
    """
    if not 8 <= len(passphrase) <= 63:
        raise RecipeError("the passphrase of a Wi-Fi network has 8 to 63 characters")
    if not re.fullmatch(r"[A-Z]{2}", country):
        raise RecipeError(f"{country!r} is no country: give two capital letters, like FR, with --wifi-country")
    # JSON is YAML: a name or a passphrase may hold any sign.
    return (
        "network:\n  version: 2\n  ethernets:\n    eth0:\n      dhcp4: true\n      optional: true\n"
        f"  wifis:\n    wlan0:\n      dhcp4: true\n      optional: true\n      regulatory-domain: {country}\n"
        f"      access-points:\n        {json.dumps(wifi)}:\n          password: {json.dumps(passphrase)}\n"
    )
