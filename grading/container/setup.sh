#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image of the autograder: Ubuntu 24.04 or newer, or Debian 12, is needed.
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends python3 python3-venv util-linux
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: choose a base image with Ubuntu 24.04")'
python3 -m venv /opt/otb-grading
/opt/otb-grading/bin/python -m pip install --quiet --require-hashes -r /autograder/source/requirements.txt
