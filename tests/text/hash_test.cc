#include "text/hash.h"

#include <doctest/doctest.h>

#include <string>

namespace grabr {
namespace {

TEST_CASE("SHA-256 of the standard's examples") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 piece by piece is that of the whole") {
  Sha256 hash;
  hash.add("a");
  hash.add("");
  hash.add("bc");
  CHECK(hash.hex() == sha256_hex("abc"));
  CHECK(hash.hex() == sha256_hex(""));
}

TEST_CASE("the 128-bit hash is XXH3 and tells texts apart") {
  CHECK(hash128("").high == 0x99aa06d3014798d8u);
  CHECK(hash128("").low == 0x6001c324468d497fu);
  CHECK(hash128("abc") == hash128(std::string("abc")));
  CHECK(hash128("abc") != hash128("abd"));
  CHECK(hash128(std::string("a\0b", 3)) != hash128("a"));
}

TEST_CASE("bytes that come piece by piece have the hash of the whole") {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += static_cast<char>(i * 7);
  for (const std::size_t size : {0u, 1u, 239u, 240u, 241u, 5000u}) {
    for (const std::size_t piece : {1u, 100u, 5000u}) {
      CAPTURE(size);
      CAPTURE(piece);
      const std::string whole = text.substr(0, size);
      Hasher128 hasher;
      for (std::size_t at = 0; at < size; at += piece) hasher.add(whole.substr(at, piece));
      CHECK(hasher.value() == hash128(whole));
      hasher.add("x");
      CHECK(hasher.value() == hash128(whole + "x"));
    }
  }
}

}  // namespace
}  // namespace grabr
