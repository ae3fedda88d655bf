// How places are found: nlohmann's parser reports each token by an event, but without its position.
// It reads its input through an iterator, and ours counts. At an event the count is the offset
// where the token ended (for a number one byte more, since only the next byte ends it), and from
// there we go back to its beginning: for a string to its opening quote, the first unescaped one to
// the left; for a number over the bytes of numbers. Linear in the size of the file.
//
// Tested by json_reader_test.cc.
#include "grammar/load/json_reader.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "text/suggest.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxDepth = 100;

/// An iterator that counts the bytes read.
class CountingIterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator() = default;
  CountingIterator(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}

  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*consumed_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_ = nullptr;
  std::size_t* consumed_ = nullptr;
};

Span make_span(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

bool is_number_byte(char c) {
  return std::string_view("0123456789+-.eE").find(c) != std::string_view::npos;
}

/// Builds the JsonValue from the parser's events (nlohmann's SAX interface names the members).
class Builder {
 public:
  using Json = nlohmann::json;

  Builder(const Source& file, Problems& problems) : file_(file), problems_(problems) {}

  std::size_t* consumed() { return &consumed_; }
  JsonValue take() { return std::move(root_); }

  bool null() { return leaf(JsonValue::Kind::kNull, make_span(consumed_ - 4, consumed_)); }
  bool boolean(bool value) {
    const bool ok = leaf(JsonValue::Kind::kBool, make_span(consumed_ - (value ? 4 : 5), consumed_));
    last_->boolean = value;
    return ok;
  }
  bool number_integer(Json::number_integer_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(Json::number_unsigned_t value) { return number(static_cast<double>(value)); }
  bool number_float(Json::number_float_t value, const Json::string_t&) { return number(value); }
  bool string(Json::string_t& value) {
    const bool ok = leaf(JsonValue::Kind::kString, string_span());
    last_->text = std::move(value);
    return ok;
  }
  bool binary(Json::binary_t&) { return false; }

  bool start_object(std::size_t) { return open(JsonValue::Kind::kObject); }
  bool start_array(std::size_t) { return open(JsonValue::Kind::kArray); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(Json::string_t& name);
  bool parse_error(std::size_t, const std::string& token, const Json::exception& what);

 private:
  struct Open {
    JsonValue* value;
    std::unordered_map<std::string, Span> seen;
    bool duplicate = false;  ///< the value that follows belongs to a duplicate key
  };

  bool leaf(JsonValue::Kind kind, Span span);
  bool open(JsonValue::Kind kind);
  bool close();
  bool number(double value);
  Span string_span() const;
  Span number_span() const;
  Span error_span(const std::string& reason) const;

  const Source& file_;
  Problems& problems_;
  std::size_t consumed_ = 0;
  JsonValue root_;
  std::deque<JsonValue> ignored_;  ///< values of duplicate keys, which may be nested
  JsonValue* last_ = &root_;
  std::vector<Open> open_;  ///< the enclosing containers, whose addresses are stable while open
};

bool Builder::leaf(JsonValue::Kind kind, Span span) {
  if (open_.empty()) {
    last_ = &root_;
  } else if (open_.back().duplicate) {
    open_.back().duplicate = false;
    last_ = &ignored_.emplace_back();
  } else {
    last_ = &open_.back().value->items.emplace_back();
  }
  last_->kind = kind;
  last_->span = span;
  return true;
}

bool Builder::open(JsonValue::Kind kind) {
  leaf(kind, make_span(consumed_ - 1, consumed_));
  if (open_.size() == kMaxDepth) {
    problems_.unreadable(last_->span,
                         "nested more than " + std::to_string(kMaxDepth) + " levels deep",
                         "a grammar file needs no more than five");
    return false;
  }
  open_.push_back({last_, {}, false});
  return true;
}

bool Builder::close() {
  open_.back().value->span.end = static_cast<std::uint32_t>(consumed_);
  open_.pop_back();
  return true;
}

bool Builder::number(double value) {
  leaf(JsonValue::Kind::kNumber, number_span());
  last_->number = value;
  return true;
}

Span Builder::number_span() const {
  std::size_t end = consumed_;
  while (end > 0 && !is_number_byte(file_.bytes()[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_number_byte(file_.bytes()[begin - 1])) --begin;
  return make_span(begin, end);
}

Span Builder::string_span() const {
  const std::string_view bytes = file_.bytes();
  for (std::size_t quote = consumed_ - 1; quote-- > 0;) {
    if (bytes[quote] != '"') continue;
    std::size_t backslashes = 0;
    while (backslashes < quote && bytes[quote - 1 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return make_span(quote, consumed_);
  }
  return make_span(0, consumed_);
}

bool Builder::key(Json::string_t& name) {
  Open& object = open_.back();
  const Span span = string_span();
  const auto [first, fresh] = object.seen.emplace(name, span);
  object.duplicate = !fresh;
  if (fresh) {
    object.value->keys.push_back({std::move(name), span});
    return true;
  }
  problems_.error(span, "the key " + ticked(name) + " appears twice",
                  "it is first on line " +
                      std::to_string(file_.position(first->second.begin).line) +
                      "; join the two or rename one");
  return true;
}

/// Where the parser stopped: the token it could not use, the last byte it read, or the end of the
/// text.
Span Builder::error_span(const std::string& reason) const {
  if (reason.starts_with("unexpected string literal")) return string_span();
  if (reason.starts_with("unexpected number literal")) return number_span();
  if (reason.starts_with("unexpected end of input")) {
    const std::size_t last = file_.bytes().find_last_not_of(" \t\r\n");
    const std::size_t end = last == std::string::npos ? 0 : last + 1;
    return make_span(end, end);
  }
  return consumed_ == 0 ? make_span(0, 0) : make_span(consumed_ - 1, consumed_);
}

/// nlohmann's message without its error code and position: what follows "column 5: ", without the
/// part that repeats what the caret shows.
std::string reason_of(const std::string& what) {
  const std::size_t column = what.find(": ", what.find("column"));
  std::string reason = column == std::string::npos ? what : what.substr(column + 2);
  const std::string prefix = "syntax error while parsing ";
  if (reason.rfind(prefix, 0) == 0) reason.erase(0, prefix.size());
  const std::size_t dash = reason.find(" - ");
  if (dash != std::string::npos) reason.erase(0, dash + 3);
  const std::size_t read = reason.find("; last read: ");
  if (read != std::string::npos) {
    const std::size_t expected = reason.find("; expected ", read);
    reason.erase(read, expected == std::string::npos ? expected : expected - read);
  }
  return reason;
}

/// The last byte before `offset` that is not white space, or 0.
char before(std::string_view bytes, std::size_t offset) {
  while (offset > 0) {
    const char c = bytes[--offset];
    if (std::string_view(" \t\r\n").find(c) == std::string_view::npos) return c;
  }
  return 0;
}

/// Hints for the most common JSON mistakes, by what is at the error.
std::string hint_for(std::string_view bytes, Span span, const std::string& reason) {
  const std::string_view found = bytes.substr(span.begin, span.size());
  const char previous = before(bytes, span.begin);
  if (bytes.empty()) return "the file is empty";
  if (found.find('/') == 0 || found.find('#') == 0) return "JSON has no comments";
  if (found.find('\'') == 0) return "JSON strings are written in double quotes";
  if ((found == "}" || found == "]") && previous == ',') return "remove the comma before it";
  if (reason.find("backslash") != std::string::npos) {
    return "in JSON a backslash is written \\\\";
  }
  const bool value_follows = previous == '"' || previous == '}' || previous == ']';
  if (value_follows && (found.find('"') == 0 || found == "[" || found == "{")) {
    return "is a comma missing before it?";
  }
  return {};
}

bool Builder::parse_error(std::size_t, const std::string&, const Json::exception& what) {
  const std::string reason = reason_of(what.what());
  const Span span = error_span(reason);
  problems_.unreadable(span, "not JSON: " + reason, hint_for(file_.bytes(), span, reason));
  return false;
}

std::string_view kind_name(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::kNull: return "null";
    case JsonValue::Kind::kBool: return "true or false";
    case JsonValue::Kind::kNumber: return "a number";
    case JsonValue::Kind::kString: return "a string";
    case JsonValue::Kind::kArray: return "an array";
    case JsonValue::Kind::kObject: return "an object";
  }
  return {};
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].text == key) return &items[i];
  }
  return nullptr;
}

std::optional<JsonValue> read_json(const Source& file, Problems& problems) {
  const std::string_view bytes = file.bytes();
  // The parser takes a NUL byte for the end of the file and would ignore what follows.
  if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos) {
    problems.unreadable(make_span(nul, nul + 1), "not JSON: a NUL byte", "is this a text file?");
    return std::nullopt;
  }
  Builder builder(file, problems);
  const CountingIterator begin(bytes.data(), builder.consumed());
  const CountingIterator end(bytes.data() + bytes.size(), builder.consumed());
  if (!nlohmann::json::sax_parse(begin, end, &builder)) return std::nullopt;
  return builder.take();
}

void report_wrong_kind(const JsonValue& value, const std::string& path, std::string_view wanted,
                       Problems& problems) {
  problems.unreadable(value.span, ticked(path) + " must be " + std::string(wanted) +
                                      ", but it is " + std::string(kind_name(value)));
}

void report_unknown_keys(const JsonValue& object, std::span<const std::string> known,
                         Problems& problems) {
  for (const JsonKey& key : object.keys) {
    if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
    problems.error(key.span, "unknown key " + ticked(key.text),
                   did_you_mean(nearest_word(key.text, known)));
  }
}

bool read_flag(const JsonValue& object, std::string_view key, const std::string& path,
               Problems& problems) {
  const JsonValue* value = object.find(key);
  if (value == nullptr) return false;
  if (!value->is(JsonValue::Kind::kBool)) {
    report_wrong_kind(*value, path, "true or false", problems);
  }
  return value->boolean;
}

}  // namespace grabr
