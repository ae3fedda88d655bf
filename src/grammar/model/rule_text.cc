// Recursive descent over the grammar in the header. The depth of parentheses, and the number of
// operators on one item, are limited, which bounds the recursion here and in everything that walks
// an Expr later.
//
// Tested by rule_text_test.cc.
#include "grammar/model/rule_text.h"

#include <algorithm>
#include <optional>

#include "grammar/model/canonical_expr.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr int kMaxRuleDepth = 50;

bool is_name_byte(char c) { return is_word(c) || c == '-'; }
bool is_white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Hints for habits from other notations, by the first unexpected byte.
std::string hint_for(char c) {
  switch (c) {
    case '[':
    case ']': return "an optional part is written (…)?";
    case '{':
    case '}': return "a repeated part is written (…)*";
    case '<':
    case '>': return "names are written without angle brackets; a literal in quotes: '<'";
    case '/': return "alternatives are separated by |";
    case ',':
    case ';':
    case '=':
    case ':':
    case '.':
      return std::string("parts follow each other without a sign; the literal is '") + c + "'";
    default: return "a literal is written in quotes: 'while'";
  }
}

class RuleReader {
 public:
  RuleReader(const PlacedText& text, SymbolTable& symbols, Problems& problems)
      : placed_(text), text_(text.text()), symbols_(symbols), problems_(problems) {}

  std::vector<Alternative> read() {
    std::vector<Alternative> result;
    skip_space();
    if (at_end()) {
      result.emplace_back();
      result.back().span = placed_.span();
      return result;
    }
    do {
      const std::size_t begin = at_;
      std::optional<Expr> body = sequence();
      if (!body) return {};
      Alternative& alternative = result.emplace_back();
      alternative.body = std::move(*body);
      alternative.span = placed_.span(begin, end_);
    } while (accept('|'));
    if (at_end()) return result;
    if (text_[at_] == ')') {
      fail(at_, at_ + 1, "this ) closes nothing", {});
    } else {
      fail_expected("an operator, | or the end");
    }
    return {};
  }

 private:
  bool at_end() const { return at_ == text_.size(); }

  void skip_space() {
    while (!at_end() && is_white(text_[at_])) ++at_;
  }

  bool accept(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    end_ = at_;
    skip_space();
    return true;
  }

  std::nullopt_t fail(std::size_t begin, std::size_t end, std::string message, std::string hint) {
    problems_.unreadable(placed_.span(begin, end), std::move(message), std::move(hint));
    return std::nullopt;
  }

  /// "expected …" at the offending byte.
  std::nullopt_t fail_expected(const std::string& wanted) {
    if (at_end()) return fail(at_, at_, "the rule ends where " + wanted + " is expected", {});
    std::size_t end = at_ + 1;
    while (end < text_.size() && (text_[end] & 0xC0) == 0x80) ++end;
    const std::string found = text_.substr(at_, end - at_);
    const std::string set = character_set();
    const std::string hint = set.empty() ? hint_for(text_[at_])
                                         : "regular expressions belong in `tokens`: \"NAME\": \"" +
                                               set + "\", and NAME here";
    return fail(at_, end, "expected " + wanted + ", found " + ticked(found), hint);
  }

  /// A set such as `[a-z]+`, as in a regular expression; empty if there is none here.
  std::string character_set() const {
    const std::size_t end = text_.find(']', at_);
    if (text_[at_] != '[' || end == std::string::npos) return {};
    const std::string set = text_.substr(at_, end + 1 - at_);
    const std::size_t dash = set.find('-');
    const bool range = dash != std::string::npos && dash > 1 && dash + 2 < set.size() &&
                       set.find_first_of(" \t\n") == std::string::npos;
    if (!range && !set.starts_with("[^") && !set.starts_with("[\\")) return {};
    const bool repeated =
        end + 1 < text_.size() && (text_[end + 1] == '+' || text_[end + 1] == '*');
    return repeated ? set + text_[end + 1] : set;
  }

  bool begins_item() const {
    if (at_end()) return false;
    const char c = text_[at_];
    return is_letter(c) || c == '\'' || c == '"' || c == '(';
  }

  std::optional<Expr> alternatives() {
    std::vector<Expr> bodies;
    do {
      std::optional<Expr> body = sequence();
      if (!body) return body;
      bodies.push_back(std::move(*body));
    } while (accept('|'));
    return choice_expr(std::move(bodies));
  }

  std::optional<Expr> sequence() {
    if (!begins_item()) {
      const bool missing = at_end() || text_[at_] == '|' || text_[at_] == ')';
      const auto failed = fail_expected("a name, a literal or (");
      if (missing) problems_.list.back().hint = "an empty alternative is written ()";
      return failed;
    }
    Expr result;
    while (begins_item()) {
      std::optional<Expr> part = list();
      if (!part) return part;
      append_part(result, std::move(*part));
    }
    return result;
  }

  std::optional<Expr> list() {
    std::optional<Expr> element = item();
    if (!element || !accept('%')) return element;
    if (!begins_item()) return fail_expected("the separator, a name, a literal or (,");
    std::optional<Expr> separator = item();
    if (!separator) return separator;
    if (!at_end() && text_[at_] == '%') {
      return fail(at_, at_ + 1, "a list has one separator", "use parentheses: (x % ',') % ';'");
    }
    return list_expr(std::move(*element), std::move(*separator));
  }

  std::optional<Expr> item() {
    std::optional<Expr> expr = primary();
    int operators = 0;
    while (expr && !at_end() &&
           std::string_view("?*+").find(text_[at_]) != std::string_view::npos) {
      if (++operators > kMaxOperators) {
        return fail(at_, at_ + 1, "too many operators on one item", {});
      }
      const char sign = text_[at_];
      accept(sign);
      expr = repeat_expr(sign, std::move(*expr));
    }
    return expr;
  }

  std::optional<Expr> primary() {
    const char c = text_[at_];
    if (c == '\'' || c == '"') return literal(c);
    if (c == '(') return group();
    return name();
  }

  std::optional<Expr> group() {
    const std::size_t open = at_;
    accept('(');
    if (accept(')')) return Expr();
    if (depth_ == kMaxRuleDepth) {
      return fail(open, open + 1,
                  "parentheses more than " + std::to_string(kMaxRuleDepth) + " levels deep",
                  "give inner parts rules of their own");
    }
    ++depth_;
    std::optional<Expr> inner = alternatives();
    --depth_;
    if (!inner || accept(')')) return inner;
    if (at_end()) return fail(open, open + 1, "this ( is never closed", {});
    return fail_expected("an operator, | or )");
  }

  std::optional<Expr> name() {
    const std::size_t begin = at_;
    while (!at_end() && is_name_byte(text_[at_])) ++at_;
    end_ = at_;
    const std::string word = text_.substr(begin, at_ - begin);
    const Span span = placed_.span(begin, at_);
    skip_space();
    const SymbolId symbol = symbols_.named(word);
    if (symbol == kNoSymbol) return undefined_name(word, span);
    if (symbols_[symbol].kind == SymbolKind::kSkip) {
      problems_.error(span, ticked(word) + " is skipped text and cannot be used in a rule",
                      "move it from \"skip\" to \"tokens\"");
    }
    symbols_.mark_used(symbol);
    return symbol_expr(symbol);
  }

  /// Continues with the rule or token that was probably meant, so that it is not also reported as
  /// unused.
  Expr undefined_name(const std::string& word, Span span) {
    const std::string message = ticked(word) + " is not defined";
    const SymbolId meant = symbols_.nearest(word);
    if (meant == kNoSymbol) {
      problems_.error(span, message,
                      "define it in \"rules\" or \"tokens\", or quote it: '" + word + "'");
      return symbol_expr(symbols_.placeholder(span));
    }
    problems_.error(span, message, did_you_mean(symbols_[meant].name));
    symbols_.mark_used(meant);
    return symbol_expr(meant);
  }

  std::optional<Expr> literal(char quote) {
    const std::size_t begin = at_++;
    std::string bytes;
    while (!at_end() && text_[at_] != quote) {
      if (text_[at_] != '\\') {
        bytes += text_[at_++];
      } else if (!escape(bytes)) {
        return std::nullopt;
      }
    }
    if (at_end()) return fail(begin, begin + 1, "this literal is never closed", {});
    end_ = ++at_;
    const Span span = placed_.span(begin, end_);
    skip_space();
    if (bytes.empty()) {
      problems_.error(span, "a literal cannot be empty", "an empty alternative is written ()");
      return Expr();
    }
    return symbol_expr(symbols_.literal(bytes, span));
  }

  /// Reads one escape in a literal.
  bool escape(std::string& bytes) {
    const std::size_t begin = at_;
    const char c = begin + 1 < text_.size() ? text_[begin + 1] : '\0';
    at_ += 2;
    switch (c) {
      case 'n': bytes += '\n'; return true;
      case 't': bytes += '\t'; return true;
      case 'r': bytes += '\r'; return true;
      case '\'':
      case '"':
      case '\\': bytes += c; return true;
      case 'x': return hex_escape(begin, bytes);
      default: break;
    }
    fail(begin, std::min(begin + 2, text_.size()), "unknown escape in a literal",
         "those known are \\' \\\" \\\\ \\n \\t \\r and \\xHH; in JSON each backslash is doubled");
    return false;
  }

  bool hex_escape(std::size_t begin, std::string& bytes) {
    const int high = at_ < text_.size() ? hex_digit(text_[at_]) : -1;
    const int low = at_ + 1 < text_.size() ? hex_digit(text_[at_ + 1]) : -1;
    if (high < 0 || low < 0) {
      fail(begin, at_, "\\x needs two hexadecimal digits", {});
      return false;
    }
    at_ += 2;
    bytes += static_cast<char>(high * 16 + low);
    return true;
  }

  static constexpr int kMaxOperators = 3;

  const PlacedText& placed_;
  const std::string& text_;
  SymbolTable& symbols_;
  Problems& problems_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;  ///< end of the last token
  int depth_ = 0;
};

}  // namespace

std::vector<Alternative> read_rule_text(const PlacedText& text, SymbolTable& symbols,
                                        Problems& problems) {
  return RuleReader(text, symbols, problems).read();
}

bool is_rule_name(std::string_view name) {
  if (name.empty() || !is_letter(name.front())) return false;
  for (const char c : name) {
    if (!is_name_byte(c)) return false;
  }
  return true;
}

}  // namespace grabr
