# Measurements, comparisons with other programs and generators, for the pages that name them. Included by
# the Makefile: `make limits` works as well.

PICTURED = background-box.png blank-first-frame.png canvas-too-large.png edge-halo.png file-too-large.png low-contrast.png

.PHONY: conformance fetch-conformance rule-pages fuzz check-reports screenshots check-preview check-browser \
  check-pipelines check-projects check-stores check-release bench-fit pictures samples differential rule-quality \
  faults limits leaks bench instructions sanitize valgrind

conformance: setup ## Run the conformance suites; RECORD=1 writes their table.
	$(if $(RECORD),STICKERPACK_RECORD=1) $(SWIFT_TEST) --filter ConformanceTests

fetch-conformance: ## Download the conformance suites into .conformance.
	bash Tests/ConformanceTests/fetch.sh

rule-pages: setup ## Generate Documentation/Rules from the rules and their examples.
	-STICKERPACK_RECORD=1 $(SWIFT_TEST) --filter RulePageTests
	$(SWIFT_TEST) --filter RulePagesTests

MINUTES ?= 5
fuzz: setup ## Fuzz each target, or only TARGET, for MINUTES.
	bash Tests/Fuzz/fuzz.sh $(MINUTES) $(TARGET)

check-reports: build ## Validate reports with hostile names in independent readers.
	python3 Tests/Reports/check-reports.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

screenshots: ## Render the pictures of Documentation/Images again.
	$(MAKE) check-preview SCREENSHOTS=Documentation/Images

check-preview: build ## Use the pages of preview, lint and diff in Chromium, and in Firefox if it is installed.
	@sh Tests/Preview/install-browser.sh
	.build-preview/bin/python Tests/Preview/check-preview.py \
	  $$($(SWIFT_BUILD) --show-bin-path)/stickerpack $(if $(SCREENSHOTS),--screenshots "$(SCREENSHOTS)")

MUTATIONS ?= 5000
check-browser: browser $(if $(PROGRAM),,build) ## Compare the web engine with PROGRAM, damage MUTATIONS files, use the page.
	node --no-warnings Tests/Browser/compare.mjs Build/browser/engine/stickerpack.wasm \
	  "$(or $(PROGRAM),$$($(SWIFT_BUILD) --show-bin-path)/stickerpack)" SampleStickers/Biscuit SampleStickers/Broken
	timeout 1200 node Tests/Browser/mutations.mjs Build/browser/engine $(MUTATIONS)
	@sh Tests/Preview/install-browser.sh
	.build-preview/bin/python -B Tests/Browser/check-browser.py Build/browser \
	  $(if $(SCREENSHOTS),--screenshots "$(SCREENSHOTS)")

check-pipelines: build ## Run the action, scripts, hooks and plugins of Documentation/Pipelines.md; ONLY.
	python3 -B Tests/Pipelines/check-pipelines.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack $(ONLY)

check-stores: build ## Build the sample for other stores and measure the files with readers of their own.
	python3 -B Tests/Stores/check-stores.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

check-projects: build ## Build the sample's projects and parse them with independent readers.
	$$($(SWIFT_BUILD) --show-bin-path)/stickerpack build SampleStickers/Biscuit -o Build/Projects \
	  --emit xcodeproj --emit xcodegen
	python3 Tests/Projects/check-projects.py Build/Projects

bench-fit: $(if $(PROGRAMS),,build) ## Measure fit and other tools; ART, PART, SHEETS, PYTHON.
	$(if $(PROGRAMS),,$(SWIFT_BUILD) --product TimePixels)
	$(MAKE) -C Tests/Benchmarks measure
	$(or $(PYTHON),python3) -B Tests/Fit/bench-fit.py "$(or $(PROGRAMS),$$($(SWIFT_BUILD) --show-bin-path))" \
	  Build/BenchFit $(if $(ART),--art "$(ART)") $(if $(PART),--part $(PART)) \
	  $(if $(SHEETS),--sheets)

pictures: build ## Draw the terminal picture of the README.
	program=$$($(SWIFT_BUILD) --show-bin-path)/stickerpack && cd SampleStickers/Broken && \
	  python3 ../../Tools/TerminalPicture/terminal_picture.py ../../Documentation/Images/lint.svg \
	  "stickerpack lint $(PICTURED)" $$program lint $(PICTURED)

samples: setup ## Write SampleStickers/Broken from the rules' examples.
	STICKERPACK_RECORD=1 $(SWIFT_TEST) --filter SampleTests

differential: setup ## Compare the decoders with Pillow, ffmpeg and ImageMagick on DIR.
	$(SWIFT_BUILD) --product DumpCanvases
	python3 -B Tests/Differential/self_check.py
	python3 -B Tests/Differential/differential.py \
	  $$($(SWIFT_BUILD) --show-bin-path)/DumpCanvases "$(or $(DIR),SampleStickers)"

rule-quality: $(if $(PROGRAM),,build) ## Measure the rules about pictures; ART, PACKS, FRESH, RECORD=1.
	python3 -B Tests/RuleQuality/self_check.py
	python3 -B Tests/RuleQuality/rule_quality.py \
	  --program "$(or $(PROGRAM),$$($(SWIFT_BUILD) --show-bin-path)/stickerpack)" \
	  $(if $(ART),--art "$(ART)") $(if $(PACKS),--packs $(PACKS)) $(if $(FRESH),--fresh $(FRESH)) \
	  $(if $(ONLY),--only $(ONLY)) $(if $(BEFORE),--before "$(BEFORE)") \
	  $(if $(HELD_OUT),--held-out) $(if $(SHEETS),--sheets) $(if $(RECORD),--record)

faults: build ## Inject faults while the program writes; best as root on Linux.
	python3 Tests/Faults/faults.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

limits: build ## Lint hostile files and measure their time and memory.
	python3 Tests/Limits/limits.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

leaks: build ## Lint 10,000 files and measure memory growth.
	python3 Tests/Faults/leaks.py $$($(SWIFT_BUILD) --show-bin-path)/stickerpack

check-release: build ## Install and run what release wrote where nothing else is; ONLY, best as root on Debian.
	-.build-release/bin/python -m pip install --quiet pre-commit spdx-tools uv
	PATH="$(CURDIR)/.build-release/bin:$$PATH" .build-release/bin/python -B Tests/Release/check-release.py \
	  Build/release $$($(SWIFT_BUILD) --show-bin-path)/stickerpack $(if $(ONLY),--only $(ONLY))

bench: $(if $(PROGRAM),,build) ## Measure lint against a C program and Pillow; PROGRAM, ROUNDS, PYTHON.
	$(MAKE) -C Tests/Benchmarks
	$(or $(PYTHON),python3) -B Tests/Benchmarks/bench.py \
	  "$(or $(PROGRAM),$$($(SWIFT_BUILD) --show-bin-path)/stickerpack)" $(ROUNDS)

instructions: $(if $(PROGRAMS),,build) ## Compare instruction counts with those recorded; RECORD=1 records.
	$(if $(PROGRAMS),,$(SWIFT_BUILD) --product TimePixels)
	$(MAKE) -C Tests/Benchmarks corpus
	python3 -B Tests/Benchmarks/instructions.py "$(or $(PROGRAMS),$$($(SWIFT_BUILD) --show-bin-path))" \
	  $(if $(RECORD),--record)

sanitize: DEBUG_INFO =
sanitize: setup ## Run all tests under the address, undefined-behavior and thread sanitizers.
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Faults/leak-sanitizer.txt:print_suppressions=0 \
	  $(SWIFT_TEST) --sanitize=address --scratch-path .build-asan \
	  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=all
	TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Faults/thread-sanitizer.txt \
	  $(SWIFT_TEST) --sanitize=thread --scratch-path .build-tsan

valgrind: setup ## Run the decoding, encoding and building tests under valgrind.
	sh Tests/Faults/valgrind.sh "$$($(SWIFT_BUILD) --show-bin-path)" $(CONFIGURATION) $(FLAGS)
