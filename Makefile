# The two commands of the README are `make demo` and `make test`; each installs what is missing first.
.PHONY: demo run office check test suite lint unit cost coverage torture bench bench-reader lock pictures release deb deb-try image \
	image-try arm64 clean
PY := .venv/bin/python
# A Python without bytecode compiles all that it imports anew: three seconds of each of hundreds of starts in the tests.
unexport PYTHONDONTWRITEBYTECODE
# As the hall computes (hallctl/__init__.py), also where a test loads NumPy before it.
export OPENBLAS_NUM_THREADS := 1

# With how many balls: 90, 80, 75 or 30.
VARIANT ?= 90
# What is played: bingo, roulette or baccarat.
GAME ?= bingo

demo: .venv/.runtime
	$(PY) -m hallctl demo --game $(GAME) --variant $(VARIANT)

run: .venv/.runtime
	$(PY) -m hallctl practice

# A head office with three halls on this machine (docs/chain.md).
office: .venv/.dev
	$(PY) -m tools.office

# What to run after each change; `make test` is what a change must pass.
check: .venv/.dev
	$(MAKE) -j 2 lint unit

# Two more than cores: half of what tests take they wait, for a process to start, a page, a ball, a time that runs out.
WORKERS ?= 4

# The tests are shuffled, so that one which leans on another is found; ORDER=7 is the order of a run that said 7.
ORDER ?=

# Types need one core for a minute, which the tests do not wait for.
test: .venv/.dev
	$(MAKE) -j 2 lint suite

suite: .venv/.dev
	$(PY) -m pytest -q -n $(WORKERS) --dist worksteal $(addprefix --order ,$(ORDER))

lint: .venv/.dev
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/deptry hallctl drivers displays fonts

# The tests that start no other program and wait for nothing.
UNIT := fonts hallctl/i18n hallctl/readings hallctl/i18n/regulations hallctl/rules hallctl/games/bingo/scan \
	hallctl/games/bingo/rules

unit: .venv/.dev
	$(PY) -m pytest -q $(addprefix tests/,$(UNIT))

# What each test takes of the processor, with the programs that it starts; fails beyond the budget (tests/meter.py).
cost: .venv/.dev
	rm -rf build/meter
	$(PY) -m pytest -q -n $(WORKERS) --dist worksteal --order 0 --meter build/meter $(ONLY)

# Branches that no test takes, also in the programs that tests start; ONLY=tests/hallctl/rules for a part.
ONLY ?= tests
coverage: .venv/.dev
	rm -rf build/coverage
	$(PY) -m coverage run -m pytest -q -n $(WORKERS) --dist worksteal $(ONLY)
	$(PY) -m coverage combine -q
	$(PY) -m coverage html -q
	$(PY) -m coverage report --format=total

# The long campaigns, whose small versions run in `make test`: those with the mark, those that ask for `full`, those of
# Hypothesis; then modules that ask for --torture in a way of their own.
torture: .venv/.dev
	$(PY) -m pytest -q --torture --timeout 3000 -m "campaign or hypothesis" tests
	$(PY) -m pytest -q --torture --timeout 3000 -m "not campaign and not hypothesis" tests/hallctl/hostile \
		tests/hallctl/cli/conformance tests/hallctl/readings/test_exit.py tests/hallctl/table/test_slow_medium.py \
		tests/hallctl/web/console/test_marked.py tests/hallctl/games/bingo/rules/test_any_order.py

# Figures, as ratios to a naive implementation run beside.
bench: .venv/.dev
	$(PY) -m tools.bench
	$(PY) -m tools.latency
	$(PY) -m tools.bench_calibration

# The reader on balls that it never learnt, to the end though something is false; needs the fonts of
# tools/reader/fonts.py.
bench-reader: .venv/.dev build/peers/.installed
	status=0; \
	$(PY) -m tools.reader.bench --plots docs/pictures/reader.svg || status=1; \
	$(PY) -m tools.reader.halls || status=1; \
	build/peers/bin/python -m tools.reader.peers || status=1; \
	exit $$status

build/peers/.installed: tools/reader/peers.txt
	python3 -m venv build/peers
	build/peers/bin/pip install -q --disable-pip-version-check -r tools/reader/peers.txt
	touch $@

# Retake the pictures of the README from the running programs.
pictures: .venv/.dev
	$(PY) -m tools.pictures

# Resolve the dependencies again, for both architectures at once.
lock: .venv/.dev
	sh tools/lock.sh

.venv/.runtime: requirements.lock pyproject.toml tools/install.sh
	sh tools/install.sh runtime

.venv/.dev: requirements-dev.lock requirements.lock pyproject.toml tools/install.sh
	sh tools/install.sh dev

# What is published of the version in hallctl/__init__.py, into dist/; it says the tag to set.
release: .venv/.dev
	$(PY) -m tools.release

# The Debian package, for a release of Debian and an architecture; no emulator and no chroot is needed.
SUITE ?= bookworm
ARCH ?= $(shell dpkg --print-architecture)
deb: .venv/.runtime
	sh packaging/deb.sh $(SUITE) $(ARCH) dist

# Installed, started, updated, put back and removed in a fresh Debian 12 and 13; takes root and mmdebstrap.
deb-try: .venv/.runtime
	sh packaging/try.sh bookworm
	sh packaging/try.sh trixie

# An image for a Raspberry Pi, with a read-only root; takes root, mmdebstrap, and what packaging/image.sh names.
image: .venv/.runtime
	sh packaging/image.sh dist

# Starts that image under qemu-system-aarch64, makes a hall on its pages up to the console of its service, and tells when.
image-try:
	python3 packaging/boot.py dist packaging/image_answers.toml

# The demonstration and the tests that can run there, on arm64; it says which emulator it needs.
arm64: .venv/.runtime
	VARIANT=$(VARIANT) sh packaging/arm64.sh

clean:
	rm -rf .venv practice build
