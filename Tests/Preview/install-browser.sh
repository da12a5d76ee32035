#!/bin/sh
# Installs what the browser tests need into .build-preview: Playwright and, unless Chromium or Chrome is in the PATH, a
# Chromium. Where that is not possible, prints why and succeeds: the tests are then skipped with the reason.
cd "$(dirname "$0")/../.." || exit 1
python=.build-preview/bin/python

fail() {
  echo "The browser tests will be skipped: $1"
  exit 0
}

[ -x "$python" ] || python3 -m venv .build-preview || fail "python3 cannot make a virtual environment"
# Later versions of Playwright, up to 1.65, need a command that Firefox 153 does not have.
"$python" -c 'import axe_playwright_python, PIL, playwright' 2> /dev/null ||
  "$python" -m pip install --quiet axe-playwright-python Pillow 'playwright~=1.61.0' ||
  fail "Playwright cannot be installed"
command -v chromium google-chrome > /dev/null || "$python" -m playwright install chromium ||
  fail "Chromium cannot be installed"
