# The entry points for developers and CI. `make help` lists them, `make lab` the measurements.

CONFIGURATION = -c release --explicit-target-dependency-import-check error
PREFIX ?= /usr/local
DEMO = Build/Biscuit

# Homebrew's headers are outside the default search path, and giflib ships no pkg-config file.
ifeq ($(shell uname -s),Darwin)
BREW := $(shell brew --prefix 2>/dev/null)
FLAGS = -Xcc -I$(BREW)/include -Xlinker -L$(BREW)/lib
endif

# WebP files are written where libwebp is installed. Its static form needs libsharpyuv since 1.3.
TRAITS = $(shell pkg-config --exists libwebp || echo --disable-default-traits)
STATIC_FLAGS = $(shell pkg-config --exists libsharpyuv && echo -Xlinker -lsharpyuv)

# Without it, compiling takes an eighth less; programs are installed without it anyway.
DEBUG_INFO = -debug-info-format none

SWIFT_BUILD = STICKERPACK_WITHOUT_PLUGINS=1 swift build $(CONFIGURATION) $(DEBUG_INFO) $(TRAITS) $(FLAGS)
# Package.swift says what is optimized. Modules that are emitted with their code are parsed once instead of twice.
SWIFT_TEST = STICKERPACK_TESTS= STICKERPACK_WITHOUT_PLUGINS=1 swift test $(CONFIGURATION) $(DEBUG_INFO) $(TRAITS) \
  $(FLAGS) -Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo --disable-xctest --disable-testable-imports \
  --scratch-path .build-tests

.DEFAULT_GOAL := help

.PHONY: help demo test build install setup format check-format check-engine docs release browser lab clean

LIST = awk -F ':.*\#\# ' '/^[a-z-]+:.*\#\# / { printf "  make %-18s %s\n", $$1, $$2 }'

help: ## List these targets.
	@$(LIST) Makefile

demo: build ## Lint and build the sample pack.
	@$$($(SWIFT_BUILD) --show-bin-path)/stickerpack lint SampleStickers/Biscuit
	@echo
	@$$($(SWIFT_BUILD) --show-bin-path)/stickerpack build SampleStickers/Biscuit -o $(DEMO)

ifdef MODULE
test: setup
	@test -d Tests/$(MODULE)Tests || { echo "There is no folder Tests/$(MODULE)Tests"; exit 1; }
	STICKERPACK_TESTS=$(MODULE) STICKERPACK_WITHOUT_PLUGINS=1 swift test --scratch-path .build-module \
	  $(TRAITS) $(FLAGS) --disable-xctest $(if $(FILTER),--filter "$(FILTER)")
else
test: setup ## Run all tests; MODULE=StickerLint compiles and runs those of one module, FILTER=RuleTests some.
	@sh Tests/Preview/install-browser.sh
	$(SWIFT_TEST) $(if $(FILTER),--filter "$(FILTER)")
endif

build: setup ## Build the release program.
	$(SWIFT_BUILD) --product stickerpack

install: setup ## Build with everything linked in and install to PREFIX, with its manual page.
	STICKERPACK_STATIC=1 $(SWIFT_BUILD) $(STATIC_FLAGS) --product stickerpack
	install -d $(PREFIX)/bin
	install -s -m 755 $$($(SWIFT_BUILD) --show-bin-path)/stickerpack $(PREFIX)/bin/stickerpack
	install -d $(PREFIX)/share/man/man1
	$(PREFIX)/bin/stickerpack manual > $(PREFIX)/share/man/man1/stickerpack.1

release: setup browser ## Write the artifacts of a release for this machine into Build/release.
	STICKERPACK_STATIC=1 $(SWIFT_BUILD) $(STATIC_FLAGS) --product stickerpack
	test -d .build-release || python3 -m venv .build-release
	.build-release/bin/python -m pip install --quiet auditwheel==6.8.2
	.build-release/bin/python -B Tools/Release/release.py \
	  $$($(SWIFT_BUILD) --show-bin-path)/stickerpack Build/release

# build.sh compiles the engine into .build-browser, with the image libraries of Debian.
browser: ## Build the web page that lints in the browser into Build/browser, and the engine for Node.
	sh Tools/Browser/build.sh .build-browser
	node Tools/Browser/assemble.mjs .build-browser Build/browser

check-engine: build ## Compile the engine of the web page fast, and compare it with the command.
	OPTIMIZATION=-Onone sh Tools/Browser/build.sh .build-browser
	node --no-warnings Tests/Browser/compare.mjs .build-browser/stickerpack.wasm \
	  $$($(SWIFT_BUILD) --show-bin-path)/stickerpack SampleStickers/Biscuit

setup: ## Install missing system libraries: libdeflate, libpng, giflib, libjpeg, libwebp and zopfli.
	@sh Sources/CImageShim/install-libraries.sh

format: ## Format all Swift files in place.
	swift format --in-place --recursive --parallel Package.swift Plugins Sources Tests Tools

check-format: ## Fail if a Swift file is not formatted.
	swift format lint --strict --recursive --parallel Package.swift Plugins Sources Tests Tools

docs: setup ## Build the documentation of the libraries into .build-docs.
	$(SWIFT_BUILD)
	sh Tools/Documentation/build-docs.sh "$$($(SWIFT_BUILD) --show-bin-path)" .build-docs

lab: ## List the measurements and generators in Tests/labs.mk, or run one: make lab NAME=limits.
	@$(if $(NAME),$(MAKE) $(NAME),$(LIST) Tests/labs.mk)

include Tests/labs.mk

clean: ## Remove build products.
	rm -rf .build .build-asan .build-browser .build-docs .build-fuzz .build-module .build-release .build-tests .build-tsan Build
