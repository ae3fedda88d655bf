// Cheapest certain gains first; later lines cost more for each token. A line that asks only for
// much comes again further down and then asks for the rest.
// Tested by tests/reduce/auto_schedule_test.cc.
#include "reduce/auto_schedule.h"

#include <charconv>
#include <initializer_list>

#include "text/error.h"
#include "text/source.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr std::string_view kFast = R"(
names        letter-names
delete       sweep-changed
layers       unnest
names        closure          least 0.5
replace      replace          least 0.5
names        name-neighbours  least 0.5
contents     token-contents
layout       layout
)";

constexpr std::string_view kGains = R"(
names        letter-names
delete       sweep-changed
layers       unnest
names        closure          least 16
inline       inline-names     least 2
names        closure          least 0.5
replace      replace          least 0.5
pairs        paired-elements  least 0.5
inline       inline-names     least 0.5
names        name-neighbours  least 0.5
contents     token-contents
replace      replace          least 0.2
names        name-neighbours  least 0.2
names        closure          least 0.1
replace      replace          least 0.1
names        name-neighbours  least 0.1
names        closure
replace      replace
pairs        paired-elements
inline       inline-names
tokens       token-windows
names        name-neighbours  least 0.05
tokens       simplest-tokens
names        name-neighbours
merge        merge-frequent
)";

constexpr std::string_view kSeldom = R"(
windows      linked-windows
windows      exhaustive-windows
merge        merge-names
copies       smaller-copies
forms        other-forms
forms        rewrite
trees        other-derivations
shorter      trec
)";

constexpr std::string_view kEnd = R"(
shorter      canonical
layout       layout
certificate  certificate
)";

/// The pieces without their first line ends.
std::string schedule_of(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece.substr(1);
  return text;
}

/// Reads a schedule and knows where it is.
class Reader {
 public:
  Reader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  AutoSchedule read() {
    AutoSchedule schedule;
    while (at_ < text_.size()) {
      read_line(schedule);
      ++line_;
    }
    if (schedule.lines.empty()) refuse(0, "no line names a pass", kHint);
    return schedule;
  }

 private:
  static constexpr std::string_view kHint = "a line is: PHASE PASS [least TOKENS]";

  struct Word {
    std::string_view text;
    std::size_t column = 0;
  };

  void read_line(AutoSchedule& schedule) {
    const std::vector<Word> words = next_words();
    if (words.empty()) return;
    if (schedule.bytes) refuse(words[0].column, "\"bytes\" must be the last line", kHint);
    if (words.size() == 1) {
      if (words[0].text != "bytes") refuse(words[0].column, "the pass is missing", kHint);
      schedule.bytes = true;
      return;
    }
    AutoLine line;
    line.phase = words[0].text;
    line.pass = &require_pass(words[1]);
    for (std::size_t i = 2; i < words.size(); ++i) {
      if (words[i].text == "least" && i + 1 < words.size()) {
        line.least = number(words[++i]);
      } else {
        refuse(words[i].column, "unknown word \"" + std::string(words[i].text) + "\"", kHint);
      }
    }
    schedule.lines.push_back(line);
  }

  std::vector<Word> next_words() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    line = line.substr(0, line.find('#'));
    std::vector<Word> words;
    for (std::size_t i = 0; i < line.size();) {
      const std::size_t begin = line.find_first_not_of(" \t\r", i);
      if (begin == std::string_view::npos) break;
      i = std::min(line.find_first_of(" \t\r", begin), line.size());
      words.push_back({line.substr(begin, i - begin), begin + 1});
    }
    return words;
  }

  const TreePass& require_pass(const Word& word) const {
    if (const TreePass* pass = find_tree_pass(word.text)) return *pass;
    std::vector<std::string> names;
    for (const TreePass& pass : tree_passes()) names.emplace_back(pass.name);
    refuse(word.column, "no pass is called " + std::string(word.text),
           word_hint(word.text, names));
  }

  double number(const Word& word) const {
    double value = 0;
    const char* end = word.text.data() + word.text.size();
    const auto [stop, problem] = std::from_chars(word.text.data(), end, value);
    if (problem != std::errc{} || stop != end || value < 0) {
      refuse(word.column, "\"" + std::string(word.text) + "\" is no number of tokens",
             "such as 0.5");
    }
    return value;
  }

  [[noreturn]] void refuse(std::size_t column, const std::string& what,
                           std::string_view hint) const {
    std::string place(file_);
    if (column > 0) place += ":" + std::to_string(line_) + ":" + std::to_string(column);
    throw Error(Exit::kUsage, place + ": " + what + "\nhint: " + std::string(hint));
  }

  std::string_view text_;
  std::string_view file_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

std::string schedule_text(Effort effort) {
  switch (effort) {
    case Effort::kFast: return schedule_of({kFast});
    case Effort::kNormal: return schedule_of({kGains, kEnd});
    case Effort::kThorough: break;
  }
  return schedule_of({kGains, kSeldom, kEnd}) + "bytes\n";
}

AutoSchedule parse_auto_schedule(std::string_view text, std::string_view file) {
  return Reader(text, file).read();
}

}  // namespace grabr
