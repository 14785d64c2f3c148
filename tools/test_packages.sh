#!/bin/sh
# Installs the Debian packages that only tests need, where it may; says which tests are skipped where it may not.
needed=""
command -v chromium >/dev/null 2>&1 || needed="$needed chromium"
command -v mosquitto >/dev/null 2>&1 || [ -x /usr/sbin/mosquitto ] || needed="$needed mosquitto"
[ -n "$needed" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing for the tests:$needed"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $needed; } >/dev/null 2>&1 && exit 0
fi
echo "Not installed:$needed. Their tests are skipped; to run them: sudo apt install$needed"
