#!/bin/sh
# Installs the Debian packages that only tests need, so that none is skipped; where it may not, says what to install.
# Node.js, for MicroPython and the page's checks, comes with the Python packages of `.[dev]`.
has() {
    command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ] || [ -x "/usr/local/sbin/$1" ]
}

needed=""
has chromium || has chromium-browser || needed="$needed chromium"
has mosquitto && has mosquitto_passwd || needed="$needed mosquitto"
has mosquitto_pub && has mosquitto_sub || needed="$needed mosquitto-clients"
has openssl || needed="$needed openssl"
has curl || needed="$needed curl"
[ -n "$needed" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing for the tests:$needed"
    said=$(mktemp)
    # An update that fails for one source may still know these packages: the installation decides.
    apt-get update >"$said" 2>&1
    # Debian has the engine without a browser's own windows too: most tests of the page need no more.
    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        needed=$(echo "$needed" | sed 's/ chromium\( \|$\)/ chromium chromium-headless-shell\1/')
    fi
    if DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $needed >>"$said" 2>&1; then
        rm -f "$said"
        exit 0
    fi
    tail -n 5 "$said"
    rm -f "$said"
fi
echo "Not installed:$needed. Their tests are skipped; to run them: sudo apt install$needed"
