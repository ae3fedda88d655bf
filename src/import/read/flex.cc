// Maps the nodes of grammars/flex.json to patterns and actions. A line that begins with white space
// is code, except in a block <STATE>{ … }. Tested by yacc_test.cc.
#include <algorithm>
#include <utility>

#include "import/read/notation.h"
#include "import/read/patterns.h"
#include "import/read/readers.h"
#include "text/ascii.h"

namespace grabr {
namespace {

/// The words of a list that is separated by blanks and commas.
std::vector<std::string> items_of(std::string_view list) {
  std::vector<std::string> words(1);
  for (const char c : list) {
    if (is_word(c) || is_one_of(c, "-.*")) words.back() += c;
    else if (!words.back().empty()) words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

class FlexReader : NotationReader {
 public:
  FlexReader(const Source& source, std::uint32_t file, Problems& problems)
      : NotationReader("flex", source, file, problems, "a line has a pattern and its action"),
        text_(source.bytes()) {}

  FlexFile read() {
    for (const Parsed& each : root().parts()) {
      if (each.name() == "declaration") declare(each);
      if (each.name() == "rule" && begins_line(each)) rule(each, {});
      if (each.name() == "block") block(each, {});
    }
    for (std::size_t i = out_.rules.size(); i-- > 1;) {
      std::string& action = out_.rules[i - 1].action;
      const std::size_t begin = std::min(action.find_first_not_of(" \t"), action.size());
      if (action.compare(begin, 1, "|") == 0) action = out_.rules[i].action;
    }
    return std::move(out_);
  }

 private:
  bool begins_line(const Parsed& of) const {
    const std::uint32_t begin = of.place().span.begin;
    return begin == 0 || text_[begin - 1] == '\n';
  }

  void declare(const Parsed& of) {
    for (const Parsed& each : of.parts("DIRECTIVE")) directive(items_of(each.text()));
    for (const Parsed& each : of.parts("definition")) {
      if (!begins_line(each)) continue;
      const std::string name = each.text_of("NAME");
      std::string pattern = each.text_of("REST");
      pattern = pattern.substr(std::min(pattern.find_first_not_of(" \t"), pattern.size()));
      pattern = pattern.substr(0, pattern.find('\r'));
      if (parsed(pattern).problem) error(each, "this pattern cannot be read");
      else definitions_.emplace(name, pattern);
    }
  }

  void directive(const std::vector<std::string>& words) {
    const std::string& what = words.front();
    const auto has = [&](const char* option) { return std::ranges::count(words, option) > 0; };
    if (what == "option") {
      if (has("case-insensitive") || has("caseless") || has("case_insensitive")) {
        out_.ignore_case = true;
      }
    } else if (is_one_of(what[0], "xXsS")) {
      for (std::size_t i = 1; i < words.size(); ++i) {
        out_.states.emplace(words[i], is_one_of(what[0], "xX"));
      }
    }
  }

  void block(const Parsed& of, std::vector<std::string> states) {
    const std::vector<std::string> own = items_of(of.text_of("STATES"));
    states.insert(states.begin(), own.begin(), own.end());
    for (const Parsed& each : of.parts()) {
      if (each.name() == "rule") rule(each, states);
      else if (each.name() == "block" && states.size() < kMaxPartNesting) block(each, states);
    }
  }

  void rule(const Parsed& of, const std::vector<std::string>& outer) {
    FlexRule made;
    made.states = items_of(of.text_of("STATES"));
    made.states.insert(made.states.end(), outer.begin(), outer.end());
    made.end_of_file = of.has("END_OF_FILE");
    made.place = of.place();
    for (const Parsed& pattern : of.parts("PATTERN")) {
      made.place.span.end = pattern.place().span.end;
      const RegexParse read = parsed(pattern.text());
      if (read.problem) {
        error(pattern, "this pattern cannot be read");
        return;
      }
      made.body = phrase_of(read.regex);
      made.body.place = made.place;
      for (const std::string& what : read.left_out) {
        out_.remarks.push_back({made.place, what + " of a pattern", "left out: wider"});
      }
    }
    made.action = of.text_of("action");
    out_.rules.push_back(std::move(made));
  }

  RegexParse parsed(std::string_view text) const {
    RegexNotation notation{RegexDialect::kFlex, out_.ignore_case};
    notation.definitions = &definitions_;
    return parse_regex(text, notation);
  }

  std::string_view text_;
  FlexFile out_;
  std::map<std::string, std::string> definitions_;
};

}  // namespace

FlexFile read_flex(const Source& source, std::uint32_t file, Problems& problems) {
  const std::optional<RulesAndCode> parts = rules_and_code(source, problems);
  if (!parts) return {};
  FlexFile read = FlexReader(parts->rules, file, problems).read();
  read.code = parts->code;
  return read;
}

}  // namespace grabr
