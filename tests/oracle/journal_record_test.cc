#include "oracle/answers/journal_record.h"

#include <doctest/doctest.h>

#include <vector>

namespace grabr {
namespace {

using Kind = JournalRecord::Kind;

const Hash128 kCandidate{0x0123456789abcdef, 0xfedcba9876543210};

TEST_CASE("records are text and back") {
  const std::vector<std::pair<JournalRecord, std::string>> rows = {
      {{Kind::kFail, kCandidate}, "fail fedcba98765432100123456789abcdef"},
      {{Kind::kPass, {1, 0}}, "pass 00000000000000000000000000000001"},
      {{Kind::kMark}, "mark"},
      {{Kind::kForgotten}, "forgotten"},
      {{Kind::kFact, {}, "timeout", "2.5"}, "fact timeout=2.5"},
      {{Kind::kFact, {}, "", ""}, "fact ="},
      {{Kind::kFact, {}, "a b", "c d "}, "fact a b=c d "},
      {{Kind::kFact, {}, "a=b", "c=d"}, R"(fact a\=b=c\=d)"},
      {{Kind::kFact, {}, "n", "x\ny\t\r\\n"}, R"(fact n=x\ny\t\r\\n)"},
      {{Kind::kFact, {}, "n", std::string("\0\x7f\xff\x01", 4)}, R"(fact n=\x00\x7f\xff\x01)"},
      {{Kind::kFact, {}, "n", "zażółć"}, "fact n=zażółć"},
  };
  for (const auto& row : rows) {
    const auto& record = row.first;
    const auto& text = row.second;
    CAPTURE(text);
    std::string written = record_text(record);
    CHECK(parse_record(written) == record);
    for (char& c : written) c = c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c;
    CHECK(written == text);
  }
}

TEST_CASE("every byte can be in a fact") {
  JournalRecord record{Kind::kFact};
  for (int byte = 0; byte < 256; ++byte) record.name += static_cast<char>(byte);
  record.value = record.name + record.name;
  const std::string text = record_text(record);
  CHECK(text.find('\n') == std::string::npos);
  CHECK(parse_record(text) == record);
}

TEST_CASE("what is not a record is none") {
  for (const char* text : {"",
                           " ",
                           "fail",
                           "fail ",
                           "fail 0",
                           "pass fedcba98765432100123456789abcde",
                           "pass fedcba98765432100123456789abcdeff",
                           "pass Fedcba98765432100123456789abcdef",
                           "pass  edcba98765432100123456789abcdef",
                           "pass -edcba98765432100123456789abcdef",
                           "mark ",
                           "mark x",
                           "forgotten ",
                           "marks",
                           "fact",
                           "fact ",
                           "fact x",
                           "fact x\\=",
                           "fact x=\\",
                           "fact x=\\x",
                           "fact x=\\x1",
                           "fact x=\\x1g",
                           "FAIL",
                           "unresolved"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_record(text));
  }
}

TEST_CASE("the header tells questions and contents apart") {
  CHECK(header_text({"a", "b"}) != header_text({"a", "c"}));
  CHECK(header_text({"a", "b"}) != header_text({"c", "b"}));
  CHECK(header_text({"a", "b"}).starts_with(header_question({"a", "c"})));
  CHECK_FALSE(header_text({"a", "b"}).starts_with(header_question({"c", "b"})));
  CHECK(header_text({"two\nlines", ""}).find('\n') == std::string::npos);
}

/// Lines as seal() makes them, without line ends.
std::vector<std::string> sealed(const std::vector<std::string>& texts) {
  JournalChain chain;
  std::vector<std::string> lines;
  for (const std::string& text : texts) {
    lines.push_back(chain.seal(text));
    CHECK(lines.back().back() == '\n');
    lines.back().pop_back();
  }
  return lines;
}

/// The number of lines with a correct checksum.
std::size_t good(const std::vector<std::string>& lines) {
  JournalChain chain;
  std::size_t count = 0;
  while (count < lines.size() && chain.check(lines[count])) ++count;
  return count;
}

TEST_CASE("lines that were changed, moved, left out or repeated do not check out") {
  const std::vector<std::string> lines = sealed({"head", "one", "two", "two", "three"});
  CHECK(good(lines) == 5);
  CHECK(lines[2] != lines[3]);
  auto broken = lines;
  broken[1][0] ^= 1;
  CHECK(good(broken) == 1);
  broken = lines;
  broken[4].back() ^= 1;
  CHECK(good(broken) == 4);
  broken = lines;
  std::swap(broken[1], broken[2]);
  CHECK(good(broken) == 1);
  broken = lines;
  broken.erase(broken.begin() + 2);
  CHECK(good(broken) == 2);
  broken = lines;
  broken.insert(broken.begin() + 1, lines[1]);
  CHECK(good(broken) == 2);
  CHECK(good({"", lines[0]}) == 0);
  CHECK(good({"12345678"}) == 0);
}

TEST_CASE("a line of another journal does not check out") {
  auto lines = sealed({"head", "one", "two"});
  lines[1] = sealed({"other", "one", "two"})[1];
  CHECK(good(lines) == 1);
}

TEST_CASE("after a line that does not check out the right one does") {
  JournalChain chain;
  const auto lines = sealed({"head", "one"});
  CHECK(chain.check(lines[0]) == "head");
  CHECK_FALSE(chain.check(lines[0]));
  CHECK(chain.check(lines[1]) == "one");
}

}  // namespace
}  // namespace grabr
