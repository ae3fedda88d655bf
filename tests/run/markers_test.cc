#include "run/config/markers.h"

#include <doctest/doctest.h>

#include "text/error.h"

using namespace grabr;

namespace {

/// The text with each protected part in brackets.
std::string kept(const std::string& text) {
  const Source source("in.c", text);
  std::string parts;
  for (const Span part : find_marked(source)) {
    parts += "[" + text.substr(part.begin, part.size()) + "]";
  }
  return parts;
}

std::string refusal(const std::string& text) {
  try {
    return kept(text);
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("only what is between DDBEGIN and DDEND may change") {
  CHECK(kept("a\n// DDBEGIN\nb\n// DDEND\nc") == "[a\n// DDBEGIN\n][// DDEND\nc]");
  CHECK(kept("DDBEGIN\nb\nDDEND\nc\nDDBEGIN\nd\nDDEND") ==
        "[DDBEGIN\n][DDEND\nc\nDDBEGIN\n][DDEND]");
  CHECK(kept("DDBEGIN DDEND\nb") == "[DDBEGIN DDEND\n][b]");
}

TEST_CASE("what is between grabr:keep and grabr:end stays, and as DustMite marks it") {
  CHECK(kept("a\n# grabr:keep\nb\n# grabr:end\nc\n") == "[# grabr:keep\nb\n# grabr:end\n]");
  CHECK(kept("a\nb /* grabr:keep grabr:end */\nc") == "[b /* grabr:keep grabr:end */\n]");
  CHECK(kept("// DustMiteNoRemoveStart\nb\n// DustMiteNoRemoveStop\nc") ==
        "[// DustMiteNoRemoveStart\nb\n// DustMiteNoRemoveStop\n]");
}

TEST_CASE("words that only look like marks are none") {
  CHECK(kept("int DDBEGIN2; xgrabr:keep; DustMiteNoRemoveStarted") == "");
  CHECK(kept("") == "");
}

TEST_CASE("a mark without its partner is refused with its place") {
  CHECK(refusal("a\n // DDBEGIN\nb")
            .starts_with("in.c:2:5: there is no DDEND for this DDBEGIN\nhint: "));
  CHECK(refusal("grabr:end").starts_with("in.c:1:1: there is no grabr:keep for this grabr:end"));
}
