#include "reduce/pass/macros.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::size_t kMaxCharacterBytes = 12;  // of a character literal with its quotes

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_word(text[at]) || text[at] == '$')) ++at;
  return at;
}

std::size_t blank_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(blank_end(text, 0));
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// The offset after the comment that begins at `at`, or kNowhere.
std::size_t comment_end(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (!text.substr(at).starts_with("/*")) return kNowhere;
  const std::size_t end = text.find("*/", at + 2);
  return end == kNowhere ? text.size() : end + 2;
}

/// The offset after the string or character literal that begins at `at`, or kNowhere. A literal has
/// no line end; a single ' begins none (8'hff).
std::size_t literal_end(std::string_view text, std::size_t at) {
  const char quote = text[at];
  if (quote != '"' && quote != '\'') return kNowhere;
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (quote == '\'' && i - at >= kMaxCharacterBytes) return kNowhere;
    if (text[i] == quote) return i + 1;
    if (text[i] == '\\') ++i;
  }
  return kNowhere;
}

/// The offset after a stretch without uses of macros that begins at `at`: a literal, a comment, a
/// word that begins with a digit.
std::size_t passed_over(std::string_view text, std::size_t at) {
  if (is_digit(text[at])) return word_end(text, at);
  const std::size_t literal = literal_end(text, at);
  return literal != kNowhere ? literal : comment_end(text, at);
}

/// The text as one line, without comments.
std::string as_line(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t literal = literal_end(text, at); literal != kNowhere) {
      line += text.substr(at, literal - at);
      at = literal;
    } else if (const std::size_t comment = comment_end(text, at); comment != kNowhere) {
      line += ' ';
      at = comment;
    } else if (text.substr(at).starts_with("\\\n") || text.substr(at).starts_with("\\\r\n")) {
      line += ' ';
      at = text.find('\n', at) + 1;
    } else {
      line += text[at++];
    }
  }
  return std::string(trimmed(line));
}

struct Arguments {
  std::vector<std::string> texts;
  std::size_t end = 0;  ///< the offset after the bracket
};

/// The arguments between the bracket at `open` and its partner, split at commas.
std::optional<Arguments> arguments_at(std::string_view text, std::size_t open) {
  Arguments found;
  std::size_t depth = 0, begin = open + 1;
  const auto add = [&](std::size_t end) {
    found.texts.emplace_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  };
  for (std::size_t at = open; at < text.size();) {
    if (const std::size_t end = passed_over(text, at); end != kNowhere) {
      at = end;
      continue;
    }
    const char sign = text[at];
    if (sign == '(' || sign == '[' || sign == '{') ++depth;
    if (sign == ',' && depth == 1) add(at);
    if ((sign == ')' || sign == ']' || sign == '}') && --depth == 0) {
      add(at);
      found.end = at + 1;
      return found;
    }
    ++at;
  }
  return std::nullopt;
}

/// Would the two texts be read as one word or sign if nothing were between them?
bool would_join(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return false;
  constexpr std::string_view kSigns = "+-<>&|=:.#/*%^!";
  const auto is_sign = [&](char c) { return kSigns.find(c) != kNowhere; };
  const char a = left.back(), b = right.front();
  return (is_word(a) && is_word(b)) || (is_sign(a) && is_sign(b));
}

void append(std::string& text, std::string_view more) {
  if (would_join(text, more)) text += ' ';
  text += more;
}

std::string as_string(std::string_view argument) {
  std::string text = "\"";
  for (const char c : argument) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

class Expanding {
 public:
  explicit Expanding(const Macro& macro) : macro_(macro) {}

  std::optional<Expanded> run(std::string_view text) {
    Expanded result;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = passed_over(text, at);
      if (end == kNowhere) {
        std::optional<Arguments> use = use_at(text, at);
        if (use) {
          const std::optional<std::string> by =
              macro_.parameters ? filled(std::move(use->texts)) : macro_.body;
          if (!by) return std::nullopt;
          append(result.text, *by);
          ++result.uses;
          at = use->end;
          if (would_join(*by, text.substr(at))) result.text += ' ';
          continue;
        }
        end = is_word(text[at]) ? word_end(text, at) : at + 1;
      }
      result.text += text.substr(at, end - at);
      at = end;
    }
    return result;
  }

 private:
  std::size_t name_end(std::string_view text, std::size_t at) const {
    if (macro_.sign == '`') {
      if (text[at] != '`') return kNowhere;
      ++at;
    }
    if (at == text.size() || !is_letter(text[at])) return kNowhere;
    const std::size_t end = word_end(text, at);
    return text.substr(at, end - at) == macro_.name ? end : kNowhere;
  }

  /// The use of the macro that begins at `at`, with its arguments if it has any.
  std::optional<Arguments> use_at(std::string_view text, std::size_t at) const {
    const std::size_t name = name_end(text, at);
    if (name == kNowhere) return std::nullopt;
    if (!macro_.parameters) return Arguments{{}, name};
    const std::size_t open = blank_end(text, name);
    if (open == text.size() || text[open] != '(') return std::nullopt;
    return arguments_at(text, open);
  }

  std::optional<std::string> filled(std::vector<std::string> arguments) {
    const std::size_t count = macro_.parameters->size();
    if (count == 0 && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
    if (macro_.variadic && arguments.size() + 1 == count) arguments.emplace_back();
    while (macro_.variadic && arguments.size() > count) {
      const std::string last = std::move(arguments.back());
      arguments.pop_back();
      arguments.back() += ", " + last;
    }
    if (arguments.size() != count) return std::nullopt;
    for (std::string& argument : arguments) {
      std::optional<Expanded> inside = run(argument);
      if (!inside) return std::nullopt;
      argument = std::move(inside->text);
    }
    return with_arguments(arguments);
  }

  const std::string* argument_of(std::string_view word,
                                 const std::vector<std::string>& arguments) const {
    const auto found = std::ranges::find(*macro_.parameters, word);
    if (found == macro_.parameters->end()) return nullptr;
    return &arguments[static_cast<std::size_t>(found - macro_.parameters->begin())];
  }

  std::string with_arguments(const std::vector<std::string>& arguments) const {
    const std::string_view body = macro_.body;
    std::string text;
    bool joins = false;  // does ## join the next text to the last one?
    const auto add = [&](std::string_view more) {
      if (!joins) return append(text, more);
      if (more.empty() && text.ends_with(',')) text.pop_back();  // , ## without arguments
      text += more;
      joins = false;
    };
    for (std::size_t at = 0; at < body.size();) {
      const std::string_view left = body.substr(at);
      if (left.starts_with("##") || left.starts_with("``")) {
        while (!text.empty() && is_space(text.back())) text.pop_back();
        joins = true;
        at = blank_end(body, at + 2);
        continue;
      }
      const bool names = left[0] == '#';
      const std::size_t begin = names ? blank_end(body, at + 1) : at;
      if (begin < body.size() && is_letter(body[begin])) {
        const std::size_t end = word_end(body, begin);
        const std::string* argument = argument_of(body.substr(begin, end - begin), arguments);
        if (argument != nullptr) {
          add(names ? as_string(*argument) : *argument);
        } else {
          add(body.substr(at, end - at));
        }
        at = end;
        continue;
      }
      const std::size_t passed = passed_over(body, at);
      const std::size_t end = passed == kNowhere ? at + 1 : passed;
      if (is_space(left[0]) || !joins) {
        text += body.substr(at, end - at);
      } else {
        add(body.substr(at, end - at));
      }
      at = end;
    }
    return text;
  }

  const Macro& macro_;
};

/// Reads the names between brackets, without their default values: "a, b = 1", "f, ...".
void read_parameters(std::string_view definition, std::size_t& at, Macro& macro) {
  std::optional<Arguments> found = arguments_at(definition, at);
  if (!found) return;
  at = found->end;
  if (found->texts.size() == 1 && found->texts[0].empty()) found->texts.clear();
  for (std::string& text : found->texts) {
    if (text.ends_with("...")) {
      macro.variadic = true;
      text.resize(text.size() - 3);
      text = text.empty() ? "__VA_ARGS__" : std::string(trimmed(text));
    }
    text.resize(word_end(text, 0));
  }
  macro.parameters = std::move(found->texts);
}

}  // namespace

std::optional<Macro> read_macro(std::string_view definition) {
  if (definition.empty() || is_word(definition[0])) return std::nullopt;
  Macro macro;
  macro.sign = definition[0];
  const std::size_t word = blank_end(definition, 1);
  const std::size_t end = word_end(definition, word);
  if (definition.substr(word, end - word) != "define") return std::nullopt;
  const std::size_t name = blank_end(definition, end);
  std::size_t at = word_end(definition, name);
  if (at == name || is_digit(definition[name])) return std::nullopt;
  macro.name = definition.substr(name, at - name);
  if (at < definition.size() && definition[at] == '(') read_parameters(definition, at, macro);
  macro.body_begin = at;
  macro.body = as_line(definition.substr(at));
  return macro;
}

std::optional<Expanded> expand(const Macro& macro, std::string_view text) {
  return Expanding(macro).run(text);
}

}  // namespace grabr
