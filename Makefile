# `make` alone lists the targets. Each needs Python 3.10 or newer and make; the first one makes .venv from pinned requirements.
PYTHON ?= python3
VENV := .venv
RUN := PYTHONPATH=starter:. $(VENV)/bin/python
SUBMISSION ?= solution
RESULTS ?= build/results.json
# The recipes read these from the environment, so that quotes in a name stay what they are.
export SUBMISSION RESULTS SUBMISSIONS OUT OLD
.DEFAULT_GOAL := help
.PHONY: help grade test browser soak lint types assignment validate release regrade compare mutants bench clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' Makefile | awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'

$(VENV)/.ready: requirements/dev.txt requirements/autograder.txt requirements/constraints.txt starter/requirements.txt starter/requirements-trace.txt starter/requirements-play.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Kibitz needs Python 3.10 or newer, this is " + sys.version.split()[0] + ": make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	@touch $@

grade: $(VENV)/.ready  ## grade the solution, or SUBMISSION=path; writes RESULTS=build/results.json
	@$(RUN) -m autograder "$$SUBMISSION" --results "$$RESULTS"

test: $(VENV)/.ready  ## the kit's own tests [AGAIN=1: those that failed]
	@$(RUN) -m pytest -q -m "not soak and not browser" $(if $(AGAIN),--last-failed --last-failed-no-failures none,-n auto)

browser: $(VENV)/.ready  ## the tests that drive Chromium [AGAIN=1: those that failed]
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -r requirements/soak.txt
	@$(RUN) -m pytest -q -m browser $(if $(AGAIN),--last-failed --last-failed-no-failures none)

soak: $(VENV)/.ready  ## the long and special tests: root isolation, browser, OpenSpiel, other Pythons [AGAIN=1: those that failed; FULL=1: more]
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -r requirements/soak.txt
ifdef AGAIN
	@$(RUN) -m pytest -q -m "soak or browser" --last-failed --last-failed-no-failures none
else
	@$(RUN) -m pytest -q -m "soak and not alone" -n 2; first=$$?; $(RUN) -m pytest -q -m "alone or browser" && exit $$first
endif

assignment: $(VENV)/.ready  ## make a term from assignment/assignment.toml: starter, handout, cases, zips, validated [SEED=n] [REDRAW=1] [OFFLINE=1]
	@$(RUN) -m assignment build $(if $(SEED),--seed $(SEED)) $(if $(REDRAW),--redraw) $(if $(OFFLINE),--offline)

validate: $(VENV)/.ready  ## solution 100, stubs 0, every known mistake caught, every right variant accepted [LIVE=1]
	@$(RUN) -m assignment.validate $(if $(LIVE),--live)

release: $(VENV)/.ready  ## dist/starter.zip for students, dist/autograder.zip for Gradescope [OFFLINE=1]
	@$(RUN) -m assignment.release $(if $(OFFLINE),--offline)

regrade: $(VENV)/.ready  ## grade a class: SUBMISSIONS=export.zip or folder [OUT=dir] [WORKERS=n] [FRESH=1] [ANON=1] [SCHEDULER=tcp://...]
	@$(RUN) -m autograder.regrade "$$SUBMISSIONS" $(if $(OUT),--out "$$OUT") $(if $(WORKERS),--workers $(WORKERS)) $(if $(FRESH),--fresh) $(if $(ANON),--anon) $(if $(SCHEDULER),--scheduler $(SCHEDULER))

compare: $(VENV)/.ready  ## what an update changes: OLD=autograder.zip SUBMISSIONS=dir
	@$(RUN) -m assignment compare "$$OLD" "$$SUBMISSIONS"

mutants: $(VENV)/.ready  ## the mutation score of the solution under the grader
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -r requirements/mutants.txt
	@$(RUN) -m assignment.mutants

lint: $(VENV)/.ready  ## ruff
	@$(VENV)/bin/ruff check .

types: $(VENV)/.ready  ## mypy, strict
	@$(VENV)/bin/mypy

bench: $(VENV)/.ready  ## the measurements that the README quotes
	@$(RUN) -m bench

clean:  ## remove what the targets made
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
