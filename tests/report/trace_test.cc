#include "report/trace/trace.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "report/form/json_text.h"
#include "report/trace/escaped_text.h"
#include "temporary_folder.h"
#include "text/error.h"
#include "text/file.h"
#include "text/utf8.h"

using namespace grabr;

namespace {

TestRecord record_of(std::string_view text) {
  TestRecord record;
  record.number = 3;
  record.text = text;
  return record;
}

}  // namespace

TEST_CASE("a trace line has what applies, in a fixed order") {
  TestRecord record = record_of("a\"b");
  CHECK(trace_line(record) == R"({"test":3,"outcome":"pass","bytes":3,"text":"a\"b"})");
  record.result.outcome = Outcome::kFail;
  record.phase = "delete";
  record.edit = "delete member";
  record.accepted = true;
  CHECK(trace_line(record) == R"({"test":3,"outcome":"fail","bytes":3,"text":"a\"b",)"
                              R"("phase":"delete","edit":"delete member","accepted":true})");
  record = record_of("\xff");
  record.result.outcome = Outcome::kUnresolved;
  record.cached = true;
  CHECK(trace_line(record) ==
        R"({"test":3,"outcome":"unresolved","bytes":1,"base64":"/w==","cached":true})");
}

TEST_CASE("a text of any bytes is escaped as a JSON library does") {
  std::string bytes;
  for (unsigned i = 0; i < 0x80; ++i)
    bytes.append(1, static_cast<char>(i)).append("12345678", i % 9);
  const std::string texts[] = {
      "",           "plain",    bytes,       "1234567\"",
      "12345678\\", "\x7f\x1f", "h\xc3\xa9", "\xf0\x9f\x98\x80, and 8 more"};
  for (const std::string& text : texts) {
    std::string json = "before ";
    CHECK(append_json_string(json, text));
    CHECK(json == "before " + nlohmann::json(text).dump());
  }
  for (unsigned c = 0; c < 0x80; ++c) {
    for (std::size_t place = 0; place < 8; ++place) {
      std::string text = "12345678\xf4\x8f\xbf\xbf, \xc3\xbf!!";
      text.insert(place, 1, static_cast<char>(c));
      std::string json;
      CHECK(append_json_string(json, text + '~' + text));
      CHECK(json == nlohmann::json(text + '~' + text).dump());
    }
  }
  for (const char* bad : {"\xff", "a\xc3", "\"\xed\xa0\x80\""}) {
    std::string json;
    CHECK(!append_json_string(json, bad));
  }
}

TEST_CASE("a trace of differences is small, has times, and is read back") {
  const TemporaryFolder folder;
  const std::string original(5000, 'x');
  const std::string texts[] = {original,
                               "probe",
                               original.substr(100),
                               original.substr(50),
                               original.substr(100, 4000) + "y\xff",
                               "\xfe",
                               original.substr(200, 3)};
  for (const bool diffs : {false, true}) {
    const auto path = (folder.path() / "t").string();
    {
      TraceWriter writer(path, {false, diffs});
      std::uint64_t number = 0;
      for (const std::string& text : texts) {
        TestRecord record;
        record.number = number++;
        record.text = text;
        record.accepted = number == 3;
        writer.on_test(record);
      }
      writer.set_input("another");
      TestRecord record;
      record.text = original;
      writer.on_test(record);
    }
    const std::string trace = read_file(path);
    const std::vector<TracedTest> read = read_trace("t", trace);
    REQUIRE(read.size() == std::size(texts) + 1);
    for (std::size_t i = 0; i < std::size(texts); ++i) CHECK(read[i].text == texts[i]);
    CHECK(read.back().text == original);
    std::istringstream lines(trace);
    std::string first, third;
    std::getline(lines, first);
    std::getline(lines, third);
    std::getline(lines, third);
    const auto json = nlohmann::json::parse(third);
    CHECK(json.contains("seconds") == diffs);
    CHECK(json.contains("delta") == diffs);
    CHECK(json.contains("text") == !diffs);
    if (diffs) CHECK(trace.size() < 3 * original.size());
  }
  CHECK_THROWS_AS(read_trace("t", "{\"test\":1}\n"), Error);
  CHECK_THROWS_WITH(read_trace("t", "nonsense"),
                    "t:1:1: not JSON: a value is expected here\n"
                    "hint: grabr reads this as a line of a trace");
}

TEST_CASE("base64 is RFC 4648's") {
  const std::pair<std::string, std::string> rows[] = {{"", ""},
                                                      {"f", "Zg=="},
                                                      {"fo", "Zm8="},
                                                      {"foo", "Zm9v"},
                                                      {"foob", "Zm9vYg=="},
                                                      {"fooba", "Zm9vYmE="},
                                                      {"foobar", "Zm9vYmFy"},
                                                      {"\xff\xfe", "//4="}};
  for (const auto& [bytes, digits] : rows) {
    CHECK(base64(bytes) == digits);
    CHECK(bytes_of_base64(digits) == bytes);
  }
}

TEST_CASE("well-formed UTF-8 is told from other bytes") {
  for (const char* good : {"", "a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "a\xc3\xa9z"}) {
    CHECK(is_utf8(good));
    CHECK(as_utf8(good) == good);
  }
  for (const char* bad : {"\xff", "\x80", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80",
                          "\xe2\x82", "a\xc3z"}) {
    CHECK(!is_utf8(bad));
    CHECK(is_utf8(as_utf8(bad)));
  }
}

TEST_CASE(
    "what a text has in common with the last one is not escaped anew, and comes out the same") {
  std::string base;
  for (int i = 0; i < 300; ++i) base += "a \"line\"\n\xc3\xa9\xf0\x9f\x98\x80" + std::to_string(i);
  EscapedText escaped;
  const auto check = [&](const std::string& text) {
    JsonStringPieces pieces;
    std::string json;
    const bool is_text = append_json_characters(json, text);
    CHECK(escaped.escape(text, pieces) == is_text);
    if (!is_text) return pieces.middle.size();
    CHECK(std::string(pieces.before).append(pieces.middle).append(pieces.after) == json);
    return pieces.middle.size();
  };
  for (const std::string& like : {std::string(), base, base + '\xff'}) {
    escaped.set(like);
    CHECK(escaped.text() == like);
    for (const std::string& text : {std::string(), base, base + base, base + "\xc3", "\xa9" + base})
      check(text);
    for (std::size_t at = 0; at < base.size(); at += 97) {
      for (const std::size_t length : {1u, 2u, 3u, 4u, 300u}) {
        std::string text = base;
        text.erase(at, length);
        const std::size_t anew = check(text);
        if (like == base) CHECK(anew < 1200);
        check(base.substr(at, length));
      }
    }
  }
}
