// What the readers of notations that consist of rules and alternatives (ABNF, EBNF) share: the
// place in the file, the grammar that grows, and the bound on nesting.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "import/model/imported.h"
#include "import/read/cursor.h"

namespace grabr {

class RuleReader {
 protected:
  RuleReader(const Source& source, std::uint32_t file, Problems& problems, CommentSigns comments)
      : in_(source, file, problems, std::move(comments)) {}

  /// Calls read_rule() up to the end of the file. Where it reads nothing, that is an error, `hint`
  /// says what rules look like, and recover() goes on to the next one.
  template <class ReadRule, class Recover>
  void read_rules(const char* hint, const ReadRule& read_rule, const Recover& recover) {
    in_.skip();
    while (!in_.at_end()) {
      const std::uint32_t before = in_.at();
      read_rule();
      if (in_.at() != before) continue;
      in_.error(before, "a rule is expected here", hint);
      recover();
    }
  }

  /// Alternatives with one of `signs` between two; read_parts() gives the parts of the next one.
  template <class ReadParts>
  Phrase alternatives(std::initializer_list<std::string_view> signs, const ReadParts& read_parts) {
    if (++depth_ > kMostPartNesting) {
      in_.error(in_.at(), "this is nested deeper than " + std::to_string(kMostPartNesting));
      in_.move_to(std::string_view::npos);
      return {};
    }
    std::vector<Phrase> ways;
    do ways.push_back(sequence_of(read_parts()));
    while (eat_any(signs));
    --depth_;
    return choice_of(std::move(ways));
  }

  /// The number here, at most about 1000: no list of a grammar is longer; `otherwise` if there is
  /// none. Nothing is skipped behind it.
  std::uint32_t number(std::uint32_t otherwise) {
    if (in_.peek() < '0' || in_.peek() > '9') return otherwise;
    std::uint32_t value = 0;
    for (; in_.peek() >= '0' && in_.peek() <= '9'; in_.move()) {
      value = std::min(value * 10 + static_cast<std::uint32_t>(in_.peek() - '0'), 1000u);
    }
    return value;
  }

  ImportCursor in_;
  ImportedGrammar grammar_;

 private:
  bool eat_any(std::initializer_list<std::string_view> signs) {
    for (const std::string_view sign : signs) {
      if (in_.eat(sign)) return true;
    }
    return false;
  }

  std::uint32_t depth_ = 0;
};

}  // namespace grabr
