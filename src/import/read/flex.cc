// A flex file has three parts, separated by lines %%: definitions (name pattern, %x STATE,
// %option), rules (<STATE>pattern action), and code. A line that begins with white space is code in
// the first two parts, except in a block <STATE>{ … }. Tested by yacc_test.cc.
#include <algorithm>
#include <utility>

#include "import/read/cursor.h"
#include "import/read/patterns.h"
#include "import/read/readers.h"
#include "text/ascii.h"

namespace grabr {
namespace {

bool is_line_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class FlexReader {
 public:
  FlexReader(const Source& source, std::uint32_t file, Problems& problems)
      : in_(source, file, problems) {}

  FlexFile read() {
    if (in_.next_is("\xEF\xBB\xBF")) in_.move(3);
    while (!in_.at_end() && !in_.next_is("%%")) definition();
    if (in_.at_end()) in_.error(0, "there is no %% before the patterns");
    to_next_line();
    while (!in_.at_end() && !(blocks_.empty() && in_.next_is("%%"))) rule();
    out_.code = std::string(in_.rest());
    take_actions_of_next();
    return std::move(out_);
  }

 private:
  void to_next_line() {
    while (!in_.at_end() && in_.peek() != '\n') in_.move();
    in_.move();
  }

  std::string_view line() const { return in_.rest().substr(0, in_.rest().find('\n')); }

  void skip_blanks() {
    while (is_line_blank(in_.peek())) in_.move();
  }

  std::string word() {
    std::string found;
    for (; is_word(in_.peek()) || is_one_of(in_.peek(), "-."); in_.move()) found += in_.peek();
    return found;
  }

  /// %{ … %} and %top{ … }
  bool skip_code() {
    if (in_.next_is("%{")) {
      const std::size_t begin = in_.at();
      if (!in_.move_past("\n%}")) in_.error(begin, "this %{ is not closed");
      to_next_line();
      return true;
    }
    if (!in_.next_is("%top")) return false;
    while (!in_.at_end() && in_.peek() != '{') in_.move();
    in_.bracketed('{', '}');
    to_next_line();
    return true;
  }

  bool skip_comment() {
    if (!in_.next_is("/*")) return false;
    const std::size_t begin = in_.at();
    if (!in_.move_past("*/")) in_.error(begin, "this comment is not closed");
    return true;
  }

  void definition() {
    if (skip_code() || skip_comment()) return;
    if (in_.peek() == '%') {
      in_.move();
      directive(word());
      to_next_line();
      return;
    }
    const std::string name = in_.next_is("//") ? "" : word();
    if (!name.empty()) {
      skip_blanks();
      const std::size_t begin = in_.at();
      const std::string_view pattern = line().substr(0, line().find('\r'));
      if (parsed(pattern).problem) {
        in_.error(begin, "the pattern of " + ticked(name) + " cannot be read");
      } else {
        definitions_.emplace(name, pattern);
      }
    }
    to_next_line();
  }

  void directive(const std::string& what) {
    const bool states =
        !what.empty() && (what[0] == 'x' || what[0] == 's' || what[0] == 'X' || what[0] == 'S');
    if (what == "option") {
      const std::string_view options = line();
      for (const char* name : {"case-insensitive", "caseless", "case_insensitive"}) {
        const std::size_t at = options.find(name);
        const bool negated = at != options.npos && at >= 2 && options.substr(at - 2, 2) == "no";
        if (at != options.npos && !negated) out_.ignore_case = true;
      }
    } else if (states) {
      for (;;) {
        while (is_line_blank(in_.peek()) || in_.peek() == ',') in_.move();
        const std::string name = word();
        if (name.empty()) break;
        out_.states.emplace(name, what[0] == 'x' || what[0] == 'X');
      }
    }
  }

  std::vector<std::string> states_here() {
    std::vector<std::string> states;
    if (in_.peek() != '<' || in_.next_is("<<EOF>>")) return states;
    const std::string_view inside = line().substr(1, line().find('>') - 1);
    std::string name;
    for (const char c : inside) {
      if (c == ',') {
        states.push_back(std::move(name));
        name.clear();
      } else if (!is_line_blank(c)) {
        name += c;
      }
    }
    if (!name.empty()) states.push_back(std::move(name));
    while (!in_.at_end() && in_.peek() != '>' && in_.peek() != '\n') in_.move();
    in_.move();
    return states;
  }

  void rule() {
    if (skip_code()) return;
    const bool indented = is_line_blank(in_.peek());
    if (indented) {
      skip_blanks();
      if (skip_comment()) return;
      if (blocks_.empty() && in_.peek() != '}') {
        if (in_.peek() == '{') in_.bracketed('{', '}');
        to_next_line();
        return;
      }
    }
    if (in_.peek() == '\n' || skip_comment()) {
      if (in_.peek() == '\n') in_.move();
      return;
    }
    if (in_.peek() == '}') {
      if (!blocks_.empty()) blocks_.pop_back();
      to_next_line();
      return;
    }
    const std::size_t begin = in_.at();
    FlexRule rule;
    rule.states = states_here();
    for (const auto& outer : blocks_) {
      rule.states.insert(rule.states.end(), outer.begin(), outer.end());
    }
    if (in_.peek() == '{' && (is_line_blank(in_.peek(1)) || in_.peek(1) == '\n')) {
      blocks_.push_back(std::move(rule.states));
      to_next_line();
      return;
    }
    if (in_.next_is("<<EOF>>")) {
      in_.move(7);
      rule.end_of_file = true;
    } else if (!pattern(rule, begin)) {
      to_next_line();
      return;
    }
    rule.place = in_.place(begin);
    action(rule);
    out_.rules.push_back(std::move(rule));
  }

  bool pattern(FlexRule& rule, std::size_t begin) {
    // A pattern ends on its line, unless it is (?x:…).
    const std::string_view text = in_.next_is("(?x:") ? in_.rest() : line();
    const RegexParse read = parsed(text);
    if (read.problem) {
      in_.error(begin, "this pattern cannot be read");
      return false;
    }
    in_.move(read.size);
    rule.body = phrase_of(read.regex);
    rule.body.place = in_.place(begin);
    for (const std::string& what : read.left_out) {
      out_.remarks.push_back({in_.place(begin), what + " of a pattern", "left out: wider"});
    }
    return true;
  }

  RegexParse parsed(std::string_view text) const {
    RegexNotation notation{RegexDialect::kFlex, out_.ignore_case};
    notation.definitions = &definitions_;
    return parse_regex(text, notation);
  }

  /// Reads to the end of the line, or past the lines inside braces.
  void action(FlexRule& rule) {
    skip_blanks();
    if (in_.next_is("%{")) {
      const std::string_view rest = in_.rest();
      rule.action = std::string(rest.substr(0, rest.find("%}")));
      in_.move_past("%}");
      to_next_line();
      return;
    }
    std::string text;
    while (!in_.at_end() && in_.peek() != '\n') {
      if (in_.peek() == '{') {
        text += '{' + in_.bracketed('{', '}') + '}';
        continue;
      }
      if (in_.peek() == '"') {
        while (!in_.at_end() && in_.peek() != '\n') {
          text += in_.peek();
          if (in_.peek() == '\\') in_.move();
          in_.move();
          if (in_.peek() == '"') break;
        }
      }
      if (skip_comment()) continue;
      if (in_.at_end() || in_.peek() == '\n') break;
      text += in_.peek();
      in_.move();
    }
    in_.move();
    rule.action = std::move(text);
  }

  void take_actions_of_next() {
    for (std::size_t i = out_.rules.size(); i-- > 0;) {
      std::string& action = out_.rules[i].action;
      const std::size_t begin = action.find_first_not_of(" \t\r");
      const std::size_t last = action.find_last_not_of(" \t\r");
      if (begin != action.npos && begin == last && action[begin] == '|' &&
          i + 1 < out_.rules.size()) {
        action = out_.rules[i + 1].action;
      }
    }
  }

  ImportCursor in_;
  FlexFile out_;
  std::map<std::string, std::string> definitions_;
  std::vector<std::vector<std::string>> blocks_;  // <STATE>{ … }
};

}  // namespace

FlexFile read_flex(const Source& source, std::uint32_t file, Problems& problems) {
  return FlexReader(source, file, problems).read();
}

}  // namespace grabr
