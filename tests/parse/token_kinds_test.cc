#include "parse/token_kinds.h"

#include <doctest/doctest.h>

#include <string>

#include "support/grammars.h"

namespace grabr {
namespace {

/// Each with the first letter of its kind (m: a comment).
void check_kinds(const std::string& grammar, const std::string& text, const std::string& expected) {
  CAPTURE(text);
  std::string shown;
  for (const KindOfToken& one : token_kinds(Parser(support::shipped(grammar)), text)) {
    shown += (shown.empty() ? "" : " ") +
             std::string(1, " ksnmi"[static_cast<std::size_t>(one.kind)]) + ":" +
             text.substr(one.text.begin, one.text.size());
  }
  CHECK(shown == expected);
}

TEST_CASE("keywords, strings, numbers, comments and names by the grammar") {
  check_kinds("c", "static const x = 0x1f; // a b\nchar* s = u8\"t\\\"\";",
              "k:static k:const i:x n:0x1f m:// a b k:char i:s s:u8\"t\\\"\"");
  check_kinds("python", "# why\ndef f(a):\n  return 'x' + .5  # so\n",
              "m:# why k:def i:f i:a k:return s:'x' n:.5 m:# so");
  check_kinds("json", "{\"a\": [-1, true]}", "s:\"a\" n:-1 k:true");
}

TEST_CASE("a string in several tokens is one in colour, but for what is inserted") {
  check_kinds("javascript", "let a = `b ${c} d`;", "k:let i:a s:`b ${ i:c s:} d`");
}

TEST_CASE("a text that does not parse has colours, and so has its end") {
  check_kinds("c", "int ) 7 @@ /* a */", "k:int n:7 m:/* a */");
  check_kinds("c", "int \"a", "k:int i:a");
  check_kinds("c", "", "");
}

}  // namespace
}  // namespace grabr
