# Everything that people and machines do with this project. `make help` lists it.

CONFIGURATION = -c release --explicit-target-dependency-import-check error
PREFIX ?= /usr/local
DEMO = Build/Biscuit

# Homebrew keeps headers where no compiler looks, and giflib says nothing about where.
ifeq ($(shell uname -s),Darwin)
BREW := $(shell brew --prefix 2>/dev/null)
FLAGS = -Xcc -I$(BREW)/include -Xlinker -L$(BREW)/lib
endif

SWIFT_BUILD = swift build $(CONFIGURATION) $(FLAGS)
SWIFT_TEST = swift test $(CONFIGURATION) $(FLAGS) --disable-xctest --disable-testable-imports

.DEFAULT_GOAL := help
.PHONY: help demo test conformance fetch-conformance fuzz build install setup format check-format check-reports \
  check-pipelines check-projects \
  samples differential faults limits leaks rule-pages scale sanitize valgrind clean

help: ## List these targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## Lint and build the sample pack, and say where the result lies.
	@$$($(SWIFT_BUILD) --show-bin-path)/stickerpack lint SampleStickers/Biscuit
	@echo
	@$$($(SWIFT_BUILD) --show-bin-path)/stickerpack build SampleStickers/Biscuit -o $(DEMO)

test: setup ## Run all tests, with the pixel code optimized.
	$(SWIFT_TEST)

conformance: setup ## Run the decoders' test suites; RECORD=1 writes their table.
	$(if $(RECORD),STICKERPACK_RECORD=1) $(SWIFT_TEST) --filter ConformanceTests

fetch-conformance: ## Download the decoders' test suites into .conformance.
	bash Tests/ConformanceTests/fetch.sh

rule-pages: setup ## Write Documentation/Rules from the rules and a lint of their examples.
	-STICKERPACK_RECORD=1 $(SWIFT_TEST) --filter RulePageTests
	$(SWIFT_TEST) --filter RulePagesTests

MINUTES ?= 5
fuzz: setup ## Fuzz each target for MINUTES, or only TARGET. See Documentation/Fuzzing.md.
	bash Tests/Fuzz/fuzz.sh $(MINUTES) $(TARGET)

build: setup ## Build the release program.
	$(SWIFT_BUILD) --product stickerpack

install: setup ## Build it with Swift's runtime inside and put it into PREFIX/bin.
	$(SWIFT_BUILD) --product stickerpack --static-swift-stdlib
	install -d $(PREFIX)/bin
	install -m 755 $$($(SWIFT_BUILD) --show-bin-path)/stickerpack $(PREFIX)/bin/stickerpack

setup: ## Install the system libraries that are missing: libpng, giflib and libjpeg.
	@sh Sources/CImageShim/install-libraries.sh

format: ## Format all Swift files in place.
	swift format --in-place --recursive --parallel Package.swift Plugins Sources Tests Tools

check-format: ## Fail where a Swift file is not formatted.
	swift format lint --strict --recursive --parallel Package.swift Plugins Sources Tests Tools

check-reports: build ## Ask a browser, Markdown renderers and others about reports of hostile names.
	python3 Tests/Reports/check-reports.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

check-pipelines: build ## Run the action, hooks and plugins, and validate Documentation/Pipelines.md.
	python3 Tests/Pipelines/check-pipelines.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

check-projects: build ## Build the sample's projects and have them read by others' parsers.
	$$($(SWIFT_BUILD) --show-bin-path)/stickerpack build SampleStickers/Biscuit -o Build/Projects \
	  --emit xcodeproj --emit xcodegen --emit tuist --emit bazel --emit swift
	python3 Tests/Projects/check-projects.py Build/Projects

samples: setup ## Draw the images of SampleStickers again.
	$(SWIFT_BUILD) --product DrawSamples
	$$($(SWIFT_BUILD) --show-bin-path)/DrawSamples SampleStickers

differential: setup ## Compare what DIR=folder shows here and in Pillow, ffmpeg and ImageMagick.
	$(SWIFT_BUILD) --product DumpCanvases
	python3 -B Tests/Differential/self_check.py
	python3 -B Tests/Differential/differential.py \
	  $$($(SWIFT_BUILD) --show-bin-path)/DumpCanvases "$(or $(DIR),SampleStickers)"

faults: build ## Kill, starve and forbid the program while it writes; best as root on Linux.
	python3 Tests/Faults/faults.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

limits: build ## Lint files that are made to cost as much as they can, and show what they cost.
	python3 Tests/Limits/limits.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

leaks: build ## Lint 10,000 files and show the memory held.
	python3 Tests/Faults/leaks.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

scale: build ## Run the examples for large trees: GNU parallel, Bazel, Dask and others.
	python3 -B Tests/Scale/scale.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

sanitize: setup ## Run all tests under the address, undefined-behavior and thread sanitizers.
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Faults/leak-sanitizer.txt:print_suppressions=0 \
	  $(SWIFT_TEST) --sanitize=address --scratch-path .build-asan \
	  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=all
	$(SWIFT_TEST) --sanitize=thread --scratch-path .build-tsan

valgrind: setup ## Run the tests that decode, encode and build under valgrind.
	sh Tests/Faults/valgrind.sh "$$($(SWIFT_BUILD) --show-bin-path)" $(CONFIGURATION) $(FLAGS)

clean: ## Remove what was built.
	rm -rf .build .build-asan .build-fuzz .build-tsan Build
