#!/bin/sh
# ensure.sh COMMAND PACKAGE WHO: make sure that a command exists: install it on Debian and Ubuntu, elsewhere say what is missing.
set -eu
command=$1 package=$2 who=$3

stop() {
  echo "$1" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

has "$command" && exit 0
has apt-get || stop "$who needs $package: install it so that the command '$command' works."

as_root=
if [ "$(id -u)" -ne 0 ]; then
  has sudo || stop "$who needs $package: run 'apt-get install $package' as root, and run this again."
  as_root=sudo
fi

echo "Installing $package ..."
$as_root apt-get update -qq >/dev/null &&
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "$package" >/dev/null &&
  has "$command" || stop "$who needs $package, and apt-get could not install it: see its message above."
