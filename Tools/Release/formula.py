"""The Homebrew formula, which builds from source, and the source archive that it names."""

import gzip
import hashlib
import pathlib
import subprocess

FORMULA = """class Stickerpack < Formula
  desc "Lint and build iMessage sticker packs"
  homepage "{address}"
  url "{address}/releases/download/{version}/stickerpack-{version}-source.tar.gz"
  sha256 "{checksum}"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "giflib"
  depends_on "jpeg-turbo"
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on :macos
  depends_on "webp"
  depends_on "zopfli"

  def install
    # The plugins compile everything a second time.
    ENV["STICKERPACK_WITHOUT_PLUGINS"] = "1"
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "stickerpack",
           "-Xcc", "-I#{{HOMEBREW_PREFIX}}/include", "-Xlinker", "-L#{{HOMEBREW_PREFIX}}/lib"
    bin.install ".build/release/stickerpack"
    (man1/"stickerpack.1").write Utils.safe_popen_read(bin/"stickerpack", "manual")
    generate_completions_from_executable(bin/"stickerpack", "--generate-completion-script",
                                         shell_parameter_format: :none)
  end

  test do
    assert_match "stickerpack", shell_output("#{{bin}}/stickerpack rules")
    assert_match version.to_s, shell_output("#{{bin}}/stickerpack --version")
  end
end
"""


def write(release):
    root = pathlib.Path(__file__).resolve().parents[2]
    name = f"stickerpack-{release.version}"
    archive = subprocess.run(
        ["git", "archive", "--format=tar", f"--prefix={name}/", "HEAD"], cwd=root, check=True,
        capture_output=True)
    data = gzip.compress(archive.stdout, 9, mtime=0)
    release.write(f"{name}-source.tar.gz", data)
    checksum = hashlib.sha256(data).hexdigest()
    formula = FORMULA.format(address=release.address, version=release.version, checksum=checksum)
    release.write("stickerpack.rb", formula.encode())
