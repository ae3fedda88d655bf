#include "cli/show/text_change.h"

#include <doctest/doctest.h>

using namespace grabr;

namespace {

/// The lines, with removed and new text in brackets.
std::string shown(std::string_view before, std::string_view after, std::size_t columns = 40,
                  std::size_t most = 20) {
  std::string text;
  for (const ChangedLine& line : text_change(before, after, columns, most)) {
    text += line.sign;
    for (const ChangedPart& part : line.parts) {
      const bool changed = part.kind != ChangedPart::Kind::kSame;
      text += changed && line.parts.size() > 1 ? "[" + part.words + "]" : part.words;
    }
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a change in one line shows the line before and after") {
  CHECK(shown("a\nint b = 1;\nc\n", "a\nint b;\nc\n") == "-int b[ = 1];\n+int b[];\n");
  CHECK(shown("abc", "abd") == "-ab[c]\n+ab[d]\n");
  CHECK(shown("same", "same").empty());
  CHECK(shown("", "x") == "-[]\n+[x]\n");
}

TEST_CASE("of a long line, what is near the change") {
  const std::string head(100, 'h'), tail(100, 't');
  CHECK(shown(head + "gone" + tail, head + tail, 20, 9).starts_with("-…hhhhh[gone]ttt"));
}

TEST_CASE("changed lines stand between one that has not changed") {
  CHECK(shown("1\n2\n3\n4\n5\n", "1\n2\n5\n") == " 2\n-3\n-4\n 5\n");
  CHECK(shown("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n3\n4\n5\n6\n7\n9\n") ==
        " 1\n-2\n 3\n …\n 7\n-8\n 9\n");
  CHECK(shown("1\n2\n3\n", "x\ny\n") == "-1\n-2\n-3\n+x\n+y\n");
}

TEST_CASE("no more lines than there is room for, also of large texts") {
  std::string large;
  for (int i = 0; i < 5000; ++i) large += "line " + std::to_string(i) + "\n";
  CHECK(text_change(large, "line 7\n", 40, 10).size() == 10);
  CHECK(text_change(large, "", 40, 10).size() == 10);
}
