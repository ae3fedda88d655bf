// Tested by tests/text/json_test.cc and tests/run/state_files_test.cc.
#include "text/json.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "text/error.h"
#include "text/escape.h"
#include "text/json_scanner.h"

namespace grabr {
namespace {

using Kind = JsonToken::Kind;

/// Builds a value from tokens.
class ValueBuilder {
 public:
  ValueBuilder(const Source& file, std::vector<Diagnostic>& problems)
      : file_(file), problems_(problems), scanner_(file.bytes()) {}

  std::optional<JsonValue> build() {
    while (true) {
      const JsonToken token = scanner_.next();
      if (++count_ > kMaxJsonValues) {
        problems_.push_back({Severity::kError, token.span, "too many values", {}});
        return std::nullopt;
      }
      switch (token.kind) {
        case Kind::kEnd: return std::move(root_);
        case Kind::kBad:
          problems_.push_back({Severity::kError, token.span, scanner_.problem(), scanner_.hint()});
          return std::nullopt;
        case Kind::kKey: add_key(token.span); break;
        case Kind::kClose:
          open_.back().value->span.end = token.span.end;
          open_.pop_back();
          break;
        default: add_value(token);
      }
    }
  }

 private:
  struct Open {
    JsonValue* value;
    std::unordered_map<std::string, Span> seen;
    bool duplicate = false;  ///< the value that follows belongs to a duplicate key
  };

  JsonValue& new_value() {
    if (open_.empty()) return root_;
    if (std::exchange(open_.back().duplicate, false)) return ignored_.emplace_back();
    return open_.back().value->items.emplace_back();
  }

  void add_value(const JsonToken& token) {
    JsonValue& value = new_value();
    value.span = token.span;
    switch (token.kind) {
      case Kind::kBool:
        value.kind = JsonValue::Kind::kBool;
        value.boolean = scanner_.boolean();
        break;
      case Kind::kNumber:
        value.kind = JsonValue::Kind::kNumber;
        value.number = scanner_.number();
        value.text = scanner_.text();
        break;
      case Kind::kString:
        value.kind = JsonValue::Kind::kString;
        value.text = std::move(scanner_.text());
        break;
      case Kind::kOpenArray:
      case Kind::kOpenObject:
        value.kind =
            token.kind == Kind::kOpenArray ? JsonValue::Kind::kArray : JsonValue::Kind::kObject;
        open_.push_back({&value, {}});
        break;
      default: break;
    }
  }

  void add_key(Span span) {
    Open& object = open_.back();
    std::string& name = scanner_.text();
    const auto [first, fresh] = object.seen.emplace(name, span);
    object.duplicate = !fresh;
    if (fresh) {
      object.value->keys.push_back({std::move(name), span});
      return;
    }
    problems_.push_back({Severity::kError, span, "the key `" + name + "` appears twice",
                         "it is first on line " +
                             std::to_string(file_.position(first->second.begin).line) +
                             "; join the two or rename one"});
  }

  const Source& file_;
  std::vector<Diagnostic>& problems_;
  JsonScanner scanner_;
  std::size_t count_ = 0;  ///< number of tokens
  JsonValue root_;
  std::deque<JsonValue> ignored_;  ///< values of duplicate keys, which may be nested
  std::vector<Open> open_;         ///< enclosing values, with stable addresses while open
};

std::string whole_text(double number) { return std::to_string(static_cast<long long>(number)); }

/// A short description of a value for messages: numbers and short strings as they are.
std::string description(const JsonValue& value) {
  constexpr std::size_t kMaxCharactersShown = 40;  // characters
  switch (value.kind) {
    case JsonValue::Kind::kNumber: return escaped(value.text, "", kMaxCharactersShown);
    case JsonValue::Kind::kString:
      return "\"" + escaped(value.text, "\"", kMaxCharactersShown) + "\"";
    case JsonValue::Kind::kBool: return value.boolean ? "true" : "false";
    default: return std::string(kind_name(value.kind));
  }
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].text == key) return &items[i];
  }
  return nullptr;
}

std::string_view kind_name(JsonValue::Kind kind) {
  switch (kind) {
    case JsonValue::Kind::kNull: return "null";
    case JsonValue::Kind::kBool: return "true or false";
    case JsonValue::Kind::kNumber: return "a number";
    case JsonValue::Kind::kString: return "a string";
    case JsonValue::Kind::kArray: return "an array";
    case JsonValue::Kind::kObject: return "an object";
  }
  return {};
}

std::optional<JsonValue> read_json(const Source& file, std::vector<Diagnostic>& problems) {
  return ValueBuilder(file, problems).build();
}

std::string_view JsonField::written() const { return document_->slice(value_->span); }

std::optional<JsonField> JsonField::find(std::string_view key) const {
  require(JsonValue::Kind::kObject);
  const JsonValue* const found = value_->find(key);
  if (found == nullptr || found->is(JsonValue::Kind::kNull)) return std::nullopt;
  return JsonField(*document_, *found);
}

JsonField JsonField::at(std::string_view key) const {
  require(JsonValue::Kind::kObject);
  if (const JsonValue* const found = value_->find(key)) return {*document_, *found};
  const std::string path = document_->path_to(*value_);
  document_->refuse(*value_,
                    "`" + path + (path.empty() ? "" : ".") + std::string(key) + "` is missing");
}

JsonField JsonField::at(std::size_t index) const {
  require(JsonValue::Kind::kArray);
  if (index < value_->items.size()) return {*document_, value_->items[index]};
  refuse("an array of at least " + std::to_string(index + 1) + " values");
}

std::vector<JsonField> JsonField::items() const {
  require(JsonValue::Kind::kArray);
  std::vector<JsonField> fields;
  fields.reserve(value_->items.size());
  for (const JsonValue& item : value_->items) fields.emplace_back(*document_, item);
  return fields;
}

std::vector<std::pair<std::string, JsonField>> JsonField::members() const {
  require(JsonValue::Kind::kObject);
  std::vector<std::pair<std::string, JsonField>> fields;
  for (std::size_t i = 0; i < value_->keys.size(); ++i) {
    fields.emplace_back(value_->keys[i].text, JsonField(*document_, value_->items[i]));
  }
  return fields;
}

void JsonField::require(JsonValue::Kind kind) const {
  if (!is(kind)) refuse(kind_name(kind));
}

double JsonField::any_number() const {
  if (is(JsonValue::Kind::kNumber) && std::abs(value_->number) <= kMaxJsonNumber) {
    return value_->number;
  }
  refuse("a number up to " + whole_text(kMaxJsonNumber));
}

double JsonField::whole_number(double least, double most) const {
  const double number = value_->number;
  if (is(JsonValue::Kind::kNumber) && number >= least && number <= most &&
      number == std::floor(number)) {
    return number;
  }
  refuse("a whole number from " + whole_text(least) + " to " + whole_text(most));
}

void JsonField::refuse(std::string_view wanted) const {
  const std::string path = document_->path_to(*value_);
  document_->refuse(*value_, (path.empty() ? "this" : "`" + path + "`") + " must be " +
                                 std::string(wanted) + ", but it is " + description(*value_));
}

JsonDocument::JsonDocument(std::string name, std::string text, std::string_view what,
                           std::uint32_t first_line)
    : source_(std::move(name), std::move(text)), what_(what), first_line_(first_line) {
  std::vector<Diagnostic> problems;
  std::optional<JsonValue> root = read_json(source_, problems);
  if (!problems.empty()) fail(problems[0].span, problems[0].message, problems[0].hint);
  root_ = *std::move(root);
}

void JsonDocument::refuse(const JsonValue& value, const std::string& message) const {
  fail(value.span, message, {});
}

void JsonDocument::fail(Span span, const std::string& message, const std::string& hint) const {
  const Position place = source_.position(span.begin);
  throw Error(ErrorKind::kInvalid,
              shown_name(source_.name()) + ":" + std::to_string(first_line_ + place.line - 1) +
                  ":" + std::to_string(place.column) + ": " + message +
                  "\nhint: " + (hint.empty() ? "" : hint + "; ") + "grabr reads this as " + what_);
}

/// The path from the outermost value to the one whose bytes contain it.
std::string JsonDocument::path_to(const JsonValue& value) const {
  std::string path;
  const JsonValue* around = &root_;
  while (around != &value) {
    const auto inner = std::ranges::find_if(around->items, [&](const JsonValue& item) {
      return item.span.begin <= value.span.begin && value.span.end <= item.span.end;
    });
    if (inner == around->items.end()) break;
    const auto index = static_cast<std::size_t>(inner - around->items.begin());
    if (around->is(JsonValue::Kind::kArray)) path += "[" + std::to_string(index) + "]";
    else path += (path.empty() ? "" : ".") + escaped(around->keys[index].text);
    around = &*inner;
  }
  return path;
}

}  // namespace grabr
