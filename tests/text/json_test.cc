#include "text/json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "text/error.h"

namespace grabr {
namespace {

using Other = nlohmann::ordered_json;

/// The value in the representation of the other library.
Other other_of(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::kNull: return nullptr;
    case JsonValue::Kind::kBool: return value.boolean;
    case JsonValue::Kind::kNumber: return value.number;
    case JsonValue::Kind::kString: return value.text;
    default: break;
  }
  const bool is_array = value.is(JsonValue::Kind::kArray);
  Other items = is_array ? Other::array() : Other::object();
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (is_array) items.push_back(other_of(value.items[i]));
    else items[value.keys[i].text] = other_of(value.items[i]);
  }
  return items;
}

/// Checks that both readers give the same value or both reject the text. For duplicate keys they
/// keep different ones.
void check_agreement(const std::string& text) {
  std::vector<Diagnostic> problems;
  const auto value = read_json(Source("f.json", text), problems);
  const Other other = Other::parse(text, nullptr, false);
  CAPTURE(text);
  if (value.has_value() == other.is_discarded()) FAIL("only one of them reads it");
  if (value && problems.empty() && other_of(*value) != other) FAIL("another value");
}

TEST_CASE("what is JSON, and its value, is as another library says, of 20,000 texts") {
  const std::string_view pieces[] = {
      "[",       "]",        "{",    "}",    ",",    ":",   "\"a\"",   "\"\"",
      "1",       "-",        "0",    ".",    "e",    "E+7", "true",    "null",
      "false",   " ",        "\n",   "\"",   "\\",   "u12", "\\u00e9", "\\ud83d\\ude00",
      "\\udc00", "\xC3\xA9", "\xC3", "\x01", "\x7F", "\\n", "1e-400",  "12.50"};
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::size_t n = random() % 8; n > 0; --n) text += pieces[random() % std::size(pieces)];
    if (i % 2 == 1) text = "{\"k\": [" + text + "], \"s\": \"" + text + "\"}";
    check_agreement(text);
  }
  check_agreement("\xEF\xBB\xBF[1]");
  check_agreement("1e308");
  check_agreement("-1e309");
  check_agreement("0." + std::string(400, '0') + "1");
  check_agreement(std::string(400, '1'));
}

template <class Value>
std::string refusal(const std::string& text, const char* key) {
  try {
    const JsonDocument document("f.json", text, "a thing");
    document.root().at("in").at(1).get<Value>(key);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kInvalid);
    const std::string words = error.what();
    return words.substr(0, words.find("\nhint: grabr reads this as a thing"));
  }
  return "";
}

TEST_CASE("what is not as wanted says where, which field, and what was expected") {
  const auto with = [](const std::string& value) {
    return "{\"in\": [0,\n  {\"a\": " + value + "}]}";
  };
  CHECK(refusal<int>(with("-7"), "a") == "");
  CHECK(refusal<std::uint64_t>(with("-7"), "a") ==
        "f.json:2:9: `in[1].a` must be a whole number from 0 to 9007199254740991, but it is -7");
  CHECK(refusal<std::uint8_t>(with("256"), "a") ==
        "f.json:2:9: `in[1].a` must be a whole number from 0 to 255, but it is 256");
  CHECK(refusal<std::int64_t>(with("-9223372036854775808"), "a") ==
        "f.json:2:9: `in[1].a` must be a whole number from -9007199254740991 to "
        "9007199254740991, but it is -9223372036854775808");
  CHECK(refusal<int>(with("1.5"), "a").ends_with("from -2147483648 to 2147483647, but it is 1.5"));
  CHECK(refusal<double>(with("1e300"), "a") ==
        "f.json:2:9: `in[1].a` must be a number up to 9007199254740991, but it is 1e300");
  CHECK(refusal<bool>(with("\"yes\\n\""), "a") ==
        "f.json:2:9: `in[1].a` must be true or false, but it is \"yes\\n\"");
  CHECK(refusal<std::string>(with("null"), "a") ==
        "f.json:2:9: `in[1].a` must be a string, but it is null");
  CHECK(refusal<std::string>(with("\"\""), "b") == "f.json:2:3: `in[1].b` is missing");
  CHECK(refusal<std::vector<int>>(with("[1, {}]"), "a") ==
        "f.json:2:13: `in[1].a[1]` must be a whole number from -2147483648 to 2147483647, but it "
        "is an object");
  CHECK(refusal<std::optional<int>>(with("null"), "a") == "");
  CHECK(refusal<int>("{\"in\": [1]}", "a") ==
        "f.json:1:8: `in` must be an array of at least 2 values, but it is an array");
  CHECK(refusal<int>("[]", "a") == "f.json:1:1: this must be an object, but it is an array");
  CHECK(refusal<int>("[\n", "a").starts_with("f.json:1:2: not JSON: the text ends"));
}

TEST_CASE("a line of a file is where it stands in it, and what may be missing has a default") {
  CHECK_THROWS_WITH_AS(JsonDocument("f.jsonl", "{]", "a line", 7),
                       "f.jsonl:7:2: not JSON: a key in double quotes is expected here\n"
                       "hint: grabr reads this as a line",
                       Error);
  const JsonDocument document("f", R"({"a": null, "b": [1, 2]})", "x");
  CHECK(document.root().get("a", 5) == 5);
  CHECK(document.root().get("c", std::string("d")) == "d");
  CHECK(document.root().get<std::vector<unsigned>>("b") == std::vector<unsigned>{1, 2});
  CHECK(document.root().at("b").written() == "[1, 2]");
  CHECK_THROWS_AS(document.root().get("b", 5), Error);
}

TEST_CASE("depth is limited, whatever its size") {
  for (const std::string& text :
       {std::string(1000000, '['), std::string(100000, '[') + std::string(100000, ']')}) {
    CHECK_THROWS_WITH_AS(JsonDocument("f", text, "x"),
                         "f:1:101: nested more than 100 levels deep\nhint: grabr reads this as x",
                         Error);
  }
}

}  // namespace
}  // namespace grabr
