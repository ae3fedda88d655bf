#include "text/encoding.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace grabr;

namespace {

std::string bytes(std::string_view text) { return std::string(text); }

void check_decoded(const std::string& given, Encoding encoding, const std::string& text) {
  CAPTURE(text);
  const DecodedText found = decode(given);
  CHECK(found.encoding == encoding);
  CHECK(found.text == text);
  CHECK(encode(found.text, found.encoding) == given);
  CHECK(encoded_size(found.text, found.encoding) == given.size());
}

void check_as_is(const std::string& given) { check_decoded(given, Encoding::kAsIs, given); }

}  // namespace

TEST_CASE("encoding: UTF-16 is read as UTF-8 and written as it was") {
  using namespace std::string_literals;
  check_decoded(
      "\xFF\xFE"
      "a\0\xE4\0\x3D\xD8\x00\xDE"s,
      Encoding::kUtf16Le,
      "\xEF\xBB\xBF"
      "a\xC3\xA4\xF0\x9F\x98\x80");
  check_decoded("\xFE\xFF\0a\0\xE4\xD8\x3D\xDE\x00\x20\xAC"s, Encoding::kUtf16Be,
                "\xEF\xBB\xBF"
                "a\xC3\xA4\xF0\x9F\x98\x80\xE2\x82\xAC");
  check_decoded("\xFF\xFE"s, Encoding::kUtf16Le, "\xEF\xBB\xBF");
  check_decoded(
      "{\0\"\0a\0\"\0:\0"
      "1\0}\0\n\0"s,
      Encoding::kUtf16Le, "{\"a\":1}\n");
  check_decoded(
      "\0{\0\"\0a\0\"\0:\0"
      "1\0}\0\n"s,
      Encoding::kUtf16Be, "{\"a\":1}\n");
}

TEST_CASE("encoding: what is no UTF-16 stays as it is") {
  using namespace std::string_literals;
  check_as_is("");
  check_as_is("plain\n");
  check_as_is("\xEF\xBB\xBFmarked");
  check_as_is(
      "\xFF\xFE"
      "a"s);  // half a unit
  check_as_is(
      "\xFF\xFE\x00\xD8"
      "a\0"s);  // half a pair
  check_as_is("\xFF\xFE\x00\xDC"s);
  check_as_is("\xFF\xFE\0\0a\0\0\0"s);   // UTF-32
  check_as_is("\xFF\xFE\x01\0\x02\0"s);  // numbers
  check_as_is("\xFF\xFE\xFE\xFF"s);
  check_as_is("a\0b\0c\0"s);  // single letters, each with a terminator
  check_as_is("\x01\0\x02\0\x03\0\x04\0\x05\0\x06\0\x07\0\x08\0"s);
  check_as_is(
      "{\0\"\0a\0\"\0:\0"
      "1\0}\0\n\1"s);  // not every second byte is 0
}

TEST_CASE("encoding: what is no UTF-8 becomes a replacement character") {
  CHECK(encode("a\xC3", Encoding::kUtf16Be) == bytes({"\0a\xFF\xFD", 4}));
  CHECK(encoded_size("a\xC3", Encoding::kUtf16Be) == 4);
  CHECK(encode("a\xC3", Encoding::kAsIs) == "a\xC3");
}

TEST_CASE("encoding: names") {
  for (const Encoding encoding : {Encoding::kAsIs, Encoding::kUtf16Le, Encoding::kUtf16Be}) {
    CHECK(encoding_by_name(encoding_name(encoding)) == encoding);
  }
  CHECK(encoding_by_name("utf-16be") == Encoding::kUtf16Be);
  CHECK_FALSE(encoding_by_name("utf-32").has_value());
}
