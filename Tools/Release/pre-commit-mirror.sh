#!/bin/sh
# Writes the files of the repository stickerpack-pre-commit, which pre-commit installs as a Python package
# whose one dependency is the wheel of this version. A hook in this repository would compile it instead.
#
# usage: pre-commit-mirror.sh FOLDER
set -eu
cd "$(dirname "$0")/../.."
[ $# -eq 1 ] || { sed -n '5s/^# //p' Tools/Release/pre-commit-mirror.sh >&2; exit 2; }
version=$(sed -n 's/^package let stickerpackVersion = "\(.*\)"$/\1/p' Sources/Basics/Version.swift)
mkdir -p "$1"

cat > "$1/.pre-commit-hooks.yaml" <<HOOKS
- id: stickerpack
  name: stickerpack lint
  description: Lints the sticker images in a commit.
  language: python
  entry: stickerpack lint
  types_or: [png, gif, jpeg]
  # One run uses every core.
  require_serial: true
HOOKS

cat > "$1/pyproject.toml" <<PROJECT
[project]
name = "stickerpack-pre-commit"
version = "$version"
requires-python = ">=3.8"
dependencies = ["stickerpack==$version"]

[tool.setuptools]
py-modules = []
PROJECT

cat > "$1/README.md" <<README
# stickerpack-pre-commit

The [pre-commit](https://pre-commit.com) hook of stickerpack, written by \`Tools/Release/pre-commit-mirror.sh\`.
Each version of stickerpack has a tag here with the same name.
README
