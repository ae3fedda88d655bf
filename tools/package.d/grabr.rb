# Homebrew, from a checkout: `git archive --prefix grabr/ -o tools/package.d/grabr.tar.gz HEAD`, then
# `brew install --formula tools/package.d/grabr.rb`.
class Grabr < Formula
  desc "Make inputs that fail as small as possible, with a grammar of their language"
  homepage "https://example.org/grabr"
  url "file://#{__dir__}/grabr.tar.gz"
  version File.read("#{__dir__}/../../CMakeLists.txt")[/^project\(grabr VERSION ([0-9.]+)/, 1]
  license "MIT"

  depends_on "boost" => :build
  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "libmd"
  depends_on :linux
  depends_on "re2"
  depends_on "xxhash"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DGRABR_TESTS=OFF", "-DGRABR_BUNDLE_RE2=OFF",
           "-DGRABR_UNITY=ON", "--compile-no-warning-as-error", *std_cmake_args
    system "cmake", "--build", "build", "--target", "grabr_program", "grabr_shared"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"input.json").write '{"a": [1, 2, {"bug": 3}]}'
    system bin/"grabr", "-q", "-c", "grep -q bug \"$1\"", "input.json"
    assert_match "bug", (testpath/"input.reduced.json").read
  end
end
