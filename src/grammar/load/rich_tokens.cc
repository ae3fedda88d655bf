// The lexer sees a regular expression only as text and refers to it by Symbol::span plus an offset.
// If the JSON string has escapes, these are not offsets in the file. So the lexer is given spans in
// a region past the end of the file, as if all decoded expressions were there one after another,
// and the spans it reports in that region are translated back.
#include "grammar/load/rich_tokens.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "grammar/lex/lexer.h"
#include "grammar/lex/regex.h"

namespace grabr {
namespace {

struct Region {
  Span span;  ///< the span that the lexer sees for the expression
  SymbolId symbol;
};

class DecodedRegions {
 public:
  DecodedRegions(Grammar& grammar, const std::vector<PlacedText>& expressions)
      : grammar_(grammar), expressions_(expressions) {
    for (const Symbol& symbol : grammar.symbols) first_ = std::max(first_, symbol.span.end);
    ++first_;
    std::uint32_t at = first_;
    for (SymbolId id = 0; id < expressions.size(); ++id) {
      Symbol& symbol = grammar.symbols.of(id);
      if (symbol.kind != SymbolKind::kPattern && symbol.kind != SymbolKind::kSkip) continue;
      if (symbol.matcher != kNoMatcher) continue;
      const auto size = static_cast<std::uint32_t>(expressions[id].text().size());
      regions_.push_back({{at, at + size}, id});
      symbol.span = regions_.back().span;
      at += size + 1;
    }
  }

  Span in_file(Span span) const {
    if (span.begin < first_) return span;
    const auto after = std::upper_bound(
        regions_.begin(), regions_.end(), span.begin,
        [](std::uint32_t offset, const Region& region) { return offset < region.span.begin; });
    const Region& region = *std::prev(after);
    const std::uint32_t end = std::min(span.end, region.span.end);
    return expressions_[region.symbol].span(span.begin - region.span.begin,
                                            end - region.span.begin);
  }

  void restore() {
    for (const Region& region : regions_) {
      grammar_.symbols.of(region.symbol).span = expressions_[region.symbol].span();
    }
  }

 private:
  Grammar& grammar_;
  const std::vector<PlacedText>& expressions_;
  std::uint32_t first_ = 0;
  std::vector<Region> regions_;
};

}  // namespace

void compile_terminals(Grammar& grammar, const std::vector<PlacedText>& expressions,
                       Problems& problems) {
  DecodedRegions regions(grammar, expressions);
  std::vector<Diagnostic> found;
  grammar.lexer = Lexer::compile(grammar, found);
  regions.restore();
  if (has_errors(found)) grammar.lexer.reset();
  for (Diagnostic& problem : found) {
    problem.span = regions.in_file(problem.span);
    problems.list.push_back(std::move(problem));
  }
}

namespace {

constexpr const char* kPlace = "{delimiter}";
constexpr const char* kTokenShapes =
    "a regular expression (a string), {\"regex\": …} or {\"match\": …}";

class TokenReader {
 public:
  TokenReader(const JsonValue& value, const std::string& path, const Source& file,
              Problems& problems)
      : value_(value), path_(path), file_(file), problems_(problems) {}

  TokenDefinition read() {
    TokenDefinition token;
    if (value_.is(JsonValue::Kind::kString)) {
      token.expression = placed(value_, file_);
      return token;
    }
    if (!value_.is(JsonValue::Kind::kObject)) {
      report_wrong_kind(value_, path_, kTokenShapes, problems_);
      return token;
    }
    const JsonValue* match = value_.find("match");
    if (match != nullptr) {
      token.matcher = read_matcher(*match);
    } else if (const JsonValue* regex = required("regex")) {
      known_keys({"regex", "immediate", "content"});
      token.expression = placed(*regex, file_);
    }
    token.immediate = read_flag(value_, "immediate", path_ + ".immediate", problems_);
    token.content = value_.find("content");
    return token;
  }

 private:
  Matcher read_matcher(const JsonValue& match) {
    Matcher matcher;
    if (match.is(JsonValue::Kind::kString) && match.text == "nested") {
      read_nested(matcher);
    } else if (match.is(JsonValue::Kind::kString) && match.text == "delimited") {
      read_delimited(matcher);
    } else if (match.is(JsonValue::Kind::kString) && match.text == "heredoc") {
      read_heredoc(matcher);
    } else if (!match.is(JsonValue::Kind::kString)) {
      report_wrong_kind(match, path_ + ".match", "\"nested\", \"delimited\" or \"heredoc\"",
                        problems_);
    } else {
      problems_.unreadable(match.span, "there is no matcher " + ticked(match.text),
                           "known are nested, delimited and heredoc");
    }
    return matcher;
  }

  void read_nested(Matcher& matcher) {
    known_keys({"match", "open", "close", "immediate", "content"});
    matcher.kind = Matcher::Kind::kNested;
    matcher.open = literal("open");
    matcher.close = literal("close");
    if (!matcher.open.empty() && matcher.open == matcher.close) {
      problems_.unreadable(value_.find("close")->span, "a nested text cannot close as it opens",
                           "without nesting, use a regular expression");
    }
  }

  void read_delimited(Matcher& matcher) {
    known_keys({"match", "open", "delimiter", "close", "immediate", "content"});
    matcher.kind = Matcher::Kind::kDelimited;
    matcher.delimiter = expression("delimiter");
    if (required("open")) read_openers("open", false, matcher);
    const JsonValue* close = required("close");
    if (close == nullptr) return;
    const std::size_t place = close->text.find(kPlace);
    if (place == std::string::npos) {
      problems_.unreadable(close->span, ticked("close") + " does not repeat the delimiter",
                           "write {delimiter} where it belongs, as in \"){delimiter}\\\"\"");
      return;
    }
    matcher.close = close->text.substr(0, place);
    matcher.close_after = close->text.substr(place + std::string_view(kPlace).size());
  }

  void read_heredoc(Matcher& matcher) {
    known_keys(
        {"match", "open", "open_indented", "delimiter", "indent", "end", "immediate", "content"});
    matcher.kind = Matcher::Kind::kHeredoc;
    matcher.delimiter = expression("delimiter");
    if (value_.find("open") == nullptr && value_.find("open_indented") == nullptr) required("open");
    read_openers("open", false, matcher);
    read_openers("open_indented", true, matcher);
    if (value_.find("indent") != nullptr) matcher.indent = literal("indent");
    const JsonValue* end = value_.find("end");
    if (end == nullptr) return;
    matcher.ends_at_word = end->text == "word";
    if (!end->is(JsonValue::Kind::kString) || (end->text != "word" && end->text != "line")) {
      problems_.unreadable(end->span, ticked("end") + " must be \"line\" or \"word\"",
                           "line: the delimiter is alone on the last line; word: text may follow "
                           "it");
    }
  }

  /// Reads one or several regular expressions, each with a place for the delimiter.
  void read_openers(const char* key, bool indented, Matcher& matcher) {
    const JsonValue* value = value_.find(key);
    if (value == nullptr) return;
    const std::span<const JsonValue> all =
        value->is(JsonValue::Kind::kArray) ? std::span(value->items) : std::span(value, 1);
    for (const JsonValue& opener : all) read_opener(opener, key, indented, matcher);
    if (all.empty()) problems_.unreadable(value->span, ticked(key) + " is empty");
  }

  void read_opener(const JsonValue& value, const char* key, bool indented, Matcher& matcher) {
    if (!value.is(JsonValue::Kind::kString)) {
      report_wrong_kind(value, path_ + "." + key, "a regular expression or an array of them",
                        problems_);
      return;
    }
    const PlacedText text = placed(value, file_);
    const std::size_t place = text.text().find(kPlace);
    if (place == std::string::npos) {
      problems_.unreadable(value.span, ticked(key) + " has no place for the delimiter",
                           "write {delimiter} where it belongs, as in \"<<{delimiter}\"");
      return;
    }
    const PlacedText before = text.part(0, place);
    const PlacedText after = text.part(place + std::string_view(kPlace).size(), text.text().size());
    check(before, key);
    check(after, key);
    matcher.openers.push_back({before.text(), after.text(), indented});
  }

  /// Reports a problem with a part of an expression.
  void check(const PlacedText& part, const char* key) {
    const auto problem = parse_regex(part.text(), false).problem;
    if (!problem) return;
    const std::size_t end = std::min<std::size_t>(problem->span.end, part.text().size());
    const std::size_t begin = std::min<std::size_t>(problem->span.begin, end);
    problems_.unreadable(part.span(begin, end), "in " + ticked(key) + ": " + problem->message,
                         problem->hint);
  }

  std::string expression(const char* key) {
    const JsonValue* value = required(key);
    if (value == nullptr) return {};
    check(placed(*value, file_), key);
    return value->text;
  }

  std::string literal(const char* key) {
    const JsonValue* value = required(key);
    if (value != nullptr && value->text.empty()) {
      problems_.unreadable(value->span, ticked(key) + " cannot be empty");
    }
    return value == nullptr ? std::string() : value->text;
  }

  /// The string under a key; null, and reported, if there is none.
  const JsonValue* required(const char* key) {
    const JsonValue* value = value_.find(key);
    if (value == nullptr) {
      problems_.unreadable(value_.span, ticked(path_) + " lacks the key " + ticked(key));
      return nullptr;
    }
    const bool list = std::string_view(key) == "open" && value->is(JsonValue::Kind::kArray);
    if (value->is(JsonValue::Kind::kString) || list) return value;
    report_wrong_kind(*value, path_ + "." + key, "a string", problems_);
    return nullptr;
  }

  void known_keys(const std::vector<std::string>& known) {
    report_unknown_keys(value_, known, problems_);
  }

  const JsonValue& value_;
  const std::string& path_;
  const Source& file_;
  Problems& problems_;
};

}  // namespace

TokenDefinition read_token(const JsonValue& value, const std::string& path, const Source& file,
                           Problems& problems) {
  return TokenReader(value, path, file, problems).read();
}

}  // namespace grabr
