#include "report/trace.h"

#include <doctest/doctest.h>

#include "report/json_text.h"
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

TEST_CASE("base64 is RFC 4648's") {
  const std::pair<std::string, std::string> rows[] = {{"", ""},
                                                      {"f", "Zg=="},
                                                      {"fo", "Zm8="},
                                                      {"foo", "Zm9v"},
                                                      {"foob", "Zm9vYg=="},
                                                      {"fooba", "Zm9vYmE="},
                                                      {"foobar", "Zm9vYmFy"},
                                                      {"\xff\xfe", "//4="}};
  for (const auto& [bytes, digits] : rows) CHECK(base64(bytes) == digits);
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
