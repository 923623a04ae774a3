# make book    build the book
# make test    the book, and in ten minutes whether all is well          make check   the deep end: what takes longer
# make pdf     print the built book
# make sweep   the claims under other seeds          make bench   how fast, as ratios to peers
# make mutants   every claim in wrong versions, and a hundred that nobody declared       make faults  builds on machines that fail
#            with OPTIONS=--new only the versions that are not on record, as after an edit of one
# make resolution   how wrong each term of a bound could be before a row turned red; only pages that changed are played
# make fuzz   every bound and algorithm with absurd arguments
# make audit   known vulnerabilities of what is installed          make locks   the lock files after a change of a requirement
# make reproducible    the committed book from nothing, compared file by file with the one that stands; the workflow does it every week
# make notebooks   the pages as executed notebooks, with the package beside them, in _build/notebooks
# make assignments   the problem sets: what students get and what grades them, in _build/assignments; renews student.ipynb
# make grade SET=regret SUBMISSIONS=folder OUT=grades.csv   grade a folder of notebooks, each in a sandbox
#            with OPTIONS="--roster class.csv --due 2026-11-30T23:59 --per-day 0.1 --again anna": see the teaching guide
# make grader-gate   right and wrong answers to every question, attacks and odd files: is the grader to be trusted?  SET=mine for one set
# make clean   forget every build and cache
#
# CLUSTER=tcp://host:8786 has a Dask cluster do the work of sweep, mutants and grade: falsification/parallel.py says what it must be like.
# COURSE_KEY=secret draws the hidden instances of the problem sets afresh, OTB_ASSIGNMENTS=folder names other masters.
# PYTHON=python3.12 chooses the interpreter, NUMBA=no leaves the accelerator out, SEEDS=50 sets the length of a sweep.

PYTHON ?= python3
NUMBA ?= yes
SEEDS ?= 20
export SOURCE_DATE_EPOCH ?= 1795219200
export PYTHONDONTWRITEBYTECODE = 1
# pages and tests run side by side already, one on each processor
export OPENBLAS_NUM_THREADS = 1

LOCKS := requirements.txt requirements/constraints.txt requirements/locks/book.txt pyproject.toml
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
READY := .venv/.ready-$(VERSION)-numba-$(NUMBA)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCKED := --require-hashes -r
OFFLINE := || { echo "The packages could not be installed: is there a network? The message of pip stands above." >&2; exit 1; }

SETUP := $(MAKE) --no-print-directory --jobs 2
PYTEST := $(BIN)/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder --durations=12
QUICK := $(PYTEST) -m "not deep" --hypothesis-profile=short
DEEP := $(PYTEST) -m "deep or hypothesis" --hypothesis-profile=long
NBVAL := --nbval --nbval-current-env --nbval-sanitize-with tests/nbval_sanitize.cfg

GRADER := .venv-grading/.ready-$(VERSION)
GRADING := .venv-grading/bin/python -m grading

.PHONY: book pdf test check notebooks sweep mutants resolution fuzz faults audit locks bench reproducible assignments grade grader-gate clean
.SILENT:

book: $(READY)
	$(BIN)/python book/extensions/otb_build.py

pdf: $(READY)-print
	sh tests/ensure.sh chromium chromium "A browser test or the printer"
	$(MAKE) --no-print-directory book
	PYTHONPATH=tests $(BIN)/python book/printing/press.py

test:
	$(SETUP) $(READY)-dev $(GRADER)
	sh tests/ensure.sh chromium chromium "A browser test or the printer"
	sh tests/ensure.sh bwrap bubblewrap "The grader"
	echo "1 of 4: the package, few examples of each kind"
	$(QUICK) tests/otbnotes otbnotes
	echo "2 of 4: the book"
	$(MAKE) --no-print-directory book
	echo "3 of 4: the grader, on wrong answers to one set in twelve and a small class"
	$(GRADING).gate _build/assignments --every 12 --brief
	$(GRADING).siege _build/assignments --every 12 --honest 4
	echo "4 of 4: every sixth chapter once more, the gates of the ledger, the site in a browser"
	$(QUICK) $(NBVAL) --ignore=tests/otbnotes chapters tests
	echo "All is well. The deep end: make check"

check:
	$(SETUP) $(READY)-dev $(GRADER)
	sh tests/ensure.sh chromium chromium "A browser test or the printer"
	sh tests/ensure.sh bwrap bubblewrap "The grader"
	$(MAKE) --no-print-directory book
	echo "1 of 3: the other chapters once more, every sixth page in every view, machines that fail, wrong statements, other seeds, many examples"
	$(BIN)/python -m falsification.mutate --new
	$(DEEP) $(NBVAL) tests/falsification/test_sweep.py tests/book/test_accessibility.py tests/falsification/test_faults.py tests chapters
	echo "2 of 3: the printed book"
	$(MAKE) --no-print-directory pdf
	echo "3 of 3: the grader, on every answer to one set in six, and one attack in six"
	$(GRADING).gate _build/assignments --every 6
	$(GRADING).siege _build/assignments --every 6

assignments: $(GRADER)
	$(GRADING).build _build/assignments $(SET)

grade: $(GRADER)
	if [ -z "$(SET)" ] || [ -z "$(SUBMISSIONS)" ] || [ -z "$(OUT)" ]; then \
	  echo "make grade SET=regret SUBMISSIONS=folder OUT=grades.csv: all three are needed." >&2; exit 2; fi
	sh tests/ensure.sh bwrap bubblewrap "The grader"
	$(GRADING).build _build/assignments "$(SET)"
	$(GRADING).grade "_build/assignments/$(SET)/autograder" "$(SUBMISSIONS)" "$(OUT)" $(OPTIONS)

grader-gate: $(GRADER)
	sh tests/ensure.sh bwrap bubblewrap "The grader"
	$(GRADING).gate _build/assignments $(if $(SET),--sets $(SET))
	$(if $(SET)$(OTB_ASSIGNMENTS),,$(GRADING).siege _build/assignments)

notebooks: book
	rm -rf _build/notebooks
	cp -R _build/html/notebooks _build/notebooks
	echo "The notebooks: $(CURDIR)/_build/notebooks"

# a cluster needs a client, which is installed with what tests
sweep: $(READY)$(if $(CLUSTER),-dev)
	$(BIN)/python -m falsification.sweep $(SEEDS)

mutants: $(READY)$(if $(CLUSTER),-dev)
	$(BIN)/python -m falsification.mutate $(OPTIONS)
	$(if $(OPTIONS),,$(BIN)/python -m falsification.drawn 100)

resolution: $(READY)
	$(BIN)/python -m falsification.resolution

fuzz: $(READY)
	$(BIN)/python -m falsification.fuzz

faults: $(READY)-dev
	sh tests/ensure.sh chromium chromium "A browser test or the printer"
	sh tests/ensure.sh bwrap bubblewrap "The machine that fails"
	OTB_RECORD=yes $(BIN)/python -m pytest -q -n 2 tests/falsification/test_faults.py

locks: $(READY)
	$(BIN)/python requirements/locks/lock.py

audit:
	$(PYTHON) -m venv _build/audit
	_build/audit/bin/python -m pip --disable-pip-version-check --quiet install pip-audit==2.9.0
	_build/audit/bin/pip-audit --require-hashes --disable-pip $(foreach lock,$(wildcard requirements/locks/*.txt),-r $(lock))

bench: $(READY)-dev
	$(PIP) install $(LOCKED) requirements/locks/bench.txt $(OFFLINE)
	$(BIN)/python benchmarks/bench.py

reproducible: $(READY)
	$(BIN)/python tests/reproducible.py

clean:
	rm -rf _build .venv .venv-grading

$(READY): $(LOCKS)
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python %s is too old: 3.11 or newer is needed" % sys.version.split()[0])'
	maker=$$(cat .venv/maker 2>/dev/null || echo $$PPID); if [ $$maker != $$PPID ] && kill -0 $$maker 2>/dev/null; then \
	  echo "Another make is setting up .venv: wait for its end, or remove .venv/maker if there is none." >&2; exit 1; fi
	echo "Setting up .venv with Python $(VERSION) (about a minute) ..."
	rm -rf .venv && mkdir .venv && echo $$PPID > .venv/maker
	$(PYTHON) -m venv .venv
	$(PIP) install $(LOCKED) requirements/locks/book.txt $(OFFLINE)
	$(PIP) install --no-deps --no-build-isolation --editable .
	if [ "$(NUMBA)" = no ]; then $(PIP) uninstall --yes numba llvmlite; fi
	rm .venv/maker
	touch $@

$(READY)-print: $(READY) requirements/print.txt requirements/locks/print.txt
	$(PIP) install $(LOCKED) requirements/locks/print.txt $(OFFLINE)
	touch $@

$(READY)-dev: $(READY)-print requirements/dev.txt requirements/locks/dev.txt
	$(PIP) install $(LOCKED) requirements/locks/dev.txt $(OFFLINE)
	touch $@

$(GRADER): requirements/grading.txt requirements/constraints-grading.txt requirements/locks/grading.txt pyproject.toml
	echo "Setting up .venv-grading with Python $(VERSION) (about a minute) ..."
	rm -rf .venv-grading
	$(PYTHON) -m venv .venv-grading
	.venv-grading/bin/python -m pip --disable-pip-version-check --quiet install $(LOCKED) requirements/locks/grading.txt $(OFFLINE)
	.venv-grading/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation --editable .
	touch $@
