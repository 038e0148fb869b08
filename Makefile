# "make help" explains the targets.

SHELL   := /bin/bash
EVAL    ?= ../shared
ARGS    ?=
FUZZ    ?= 3m
ENGINE  ?=
INQUEST := bin/inquest

.PHONY: build run test check eval bench fit fuzz clean help go postgres

help: ## print this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

build: go ## compile the command to bin/inquest
	go build -trimpath -o $(INQUEST) ./cmd/inquest

run: build postgres ## draft the sample reports and serve the review page (ARGS=--once ends by itself)
	@exec $(INQUEST) up --samples $(ARGS)

test: check postgres ## everything that CI runs: check, build, tests with the race detector
	go build -trimpath -o $(INQUEST) ./cmd/inquest
	go test -race -timeout 12m ./...
	@echo "The PDF engine runs as WebAssembly, which the race detector slows a hundredfold: without it."
	go test -timeout 5m -run PDF ./extractor

check: go ## format, vet (Linux and macOS), staticcheck, fitted weights up to date
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo "these files are not formatted; run gofmt -w on them:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	go vet ./...
	GOOS=darwin go vet ./...
	go tool staticcheck ./...
	go run ./cmd/inquest fit --check

eval: build ## measure against gold labels below EVAL (a folder; default ../shared)
	@test -d "$(EVAL)" || { echo "make eval: there is no folder $(EVAL); name the one with the gold labels: make eval EVAL=FOLDER"; exit 1; }
	$(INQUEST) eval --root "$(EVAL)" --also testdata/negatives/labels.jsonl $(if $(ENGINE),--engine $(ENGINE)) $(ARGS)

bench: go ## how long mapping takes against html.Parse of the same pages, those of testdata and below EVAL
	EVAL="$(abspath $(EVAL))" go test ./normalizer -run '^$$' -bench Mapping -benchtime 1x -timeout 20m

fit: build ## fit the sentence reader again, to the example sentences and the coded reports below EVAL
	$(INQUEST) fit $(ARGS) "$(EVAL)/gold"

fuzz: go ## look for inputs that crash the readers, FUZZ (default 3m) for each target
	@for f in $$(grep -ohE '^func Fuzz[A-Za-z]+' extractor/*_test.go | cut -c6-); do \
		echo "$$f, $(FUZZ)"; go test ./extractor -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZ) || exit 1; \
	done

clean: ## remove what the build made
	rm -rf bin

go:
	@command -v go >/dev/null || { echo "Go 1.26 or newer is needed to build inquest: https://go.dev/dl/ (Debian: apt-get install golang, or the tarball)"; exit 1; }

# Finds PostgreSQL's server programs where "inquest" looks for them, or installs them.
postgres: build
	@$(INQUEST) postgres >/dev/null 2>&1 && exit 0; \
	if [ "$$(uname)" = Darwin ] && command -v brew >/dev/null; then \
		echo "No PostgreSQL server programs found. Installing them with: brew install postgresql@17"; \
		brew install postgresql@17; exit; \
	fi; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "No PostgreSQL server programs found. Installing Debian's package postgresql, without creating a database cluster."; \
		mkdir -p /etc/postgresql-common && \
		{ [ -e /etc/postgresql-common/createcluster.conf ] || echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf; } && \
		apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends -o Dpkg::Options::=--force-confold postgresql && exit 0; \
	fi; \
	$(INQUEST) postgres
