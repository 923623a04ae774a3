#!/bin/sh
# Make sure that the command chromium exists: install it on Debian and Ubuntu, elsewhere say what is missing.
set -eu

stop() {
  echo "$1" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

has chromium && exit 0
has apt-get || stop "The browser tests need Chromium: install it so that the command 'chromium' works."

as_root=
if [ "$(id -u)" -ne 0 ]; then
  has sudo || stop "The browser tests need Chromium: run 'apt-get install chromium' as root, and run this again."
  as_root=sudo
fi

echo "Installing chromium ..."
$as_root apt-get update -qq >/dev/null &&
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends chromium >/dev/null &&
  has chromium || stop "The browser tests need Chromium, and apt-get could not install it: see its message above."
