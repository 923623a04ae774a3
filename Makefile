# make book    build the book            make test    everything that guards it
# make sweep   the claims under other seeds          make bench   how fast, as ratios to peers
# make clean   forget every build and cache
#
# PYTHON=python3.12 chooses the interpreter, NUMBA=no leaves the accelerator out, SEEDS=50 sets the length of a sweep.

PYTHON ?= python3
NUMBA ?= yes
SEEDS ?= 20
export SOURCE_DATE_EPOCH ?= 1795219200
export PYTHONDONTWRITEBYTECODE = 1

LOCKS := requirements.txt constraints.txt pyproject.toml
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
READY := .venv/.ready-$(VERSION)-numba-$(NUMBA)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: book test sweep bench clean
.SILENT:

book: $(READY)
	if $(BIN)/jupyter-book build -W -n --keep-going .; then \
	  echo "The book: $(CURDIR)/_build/html/index.html"; \
	else rm -rf _build/.doctrees; echo "The book was not built: each warning above names its place." >&2; exit 1; fi

test: $(READY)-dev
	sh tests/ensure_chromium.sh
	$(MAKE) --no-print-directory book
	$(BIN)/python -m pytest -q -n 2 --dist loadfile --nbval --nbval-current-env \
	  --nbval-sanitize-with tests/nbval_sanitize.cfg --cov=otbnotes --cov-report=term:skip-covered --cov-fail-under=98 \
	  chapters tests otbnotes

sweep: $(READY)
	$(BIN)/python tests/sweep.py $(SEEDS)

bench: $(READY)-dev
	$(PIP) install -r requirements-bench.txt -c constraints.txt
	$(BIN)/python benchmarks/bench.py

clean:
	rm -rf _build .venv

$(READY): $(LOCKS)
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python %s is too old: 3.11 or newer is needed" % sys.version.split()[0])'
	echo "Setting up .venv with Python $(VERSION) (about a minute) ..."
	rm -rf .venv
	$(PYTHON) -m venv .venv
	$(PIP) install -r requirements.txt -c constraints.txt
	$(PIP) install --no-deps --editable .
	if [ "$(NUMBA)" = no ]; then $(PIP) uninstall --yes numba llvmlite; fi
	touch $@

$(READY)-dev: $(READY) requirements-dev.txt
	$(PIP) install -r requirements-dev.txt -c constraints.txt
	touch $@
