// A lazy repetition and what follows it in its sequence are compiled into a program of a machine
// that follows all ways at once, the preferred one first (Pike's; ANTLR's lexer is one). When a way
// reaches the end, those after it are given up: so `.*? "*/"` never goes on behind the first */.
// The sets of ways that occur, in their order, are the states of a deterministic automaton, which
// is turned back into a regular expression by removing one state after the other:
//   .*? "*/"   →   states  0 –[^*]→ 0,  0 –*→ 1,  1 –*→ 1,  1 –[^*/]→ 0,  1 –/→ end
//              →   ([^*]|\*+[^*/])*\*+/
// The end counts only where no way before it is inside of a lazy repetition: such a way, as the one
// through an escaped quote, is what the author preferred. Tested by lazy_test.cc.
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "import/read/cursor.h"
#include "import/rewrite/steps.h"
#include "import/rewrite/tokens.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxInstructions = 600;
constexpr std::size_t kMaxStates = 60;
constexpr std::size_t kMaxPatternBytes = 4000;

struct Instruction {
  enum class Kind : std::uint8_t { kSet, kSplit, kEnd };
  Kind kind = Kind::kEnd;
  CharClass set;
  std::vector<std::size_t> next;  ///< kSplit: the preferred one first; kSet: one
  bool in_lazy = false;
};

class Compiler {
 public:
  /// Returns the first instruction for `part` followed by `next`.
  std::size_t compile(const Phrase& part, std::size_t next, bool in_lazy) {
    if (program.size() > kMaxInstructions) return next;
    switch (part.kind) {
      case Phrase::Kind::kSet: return add_set(part.set, next, in_lazy);
      case Phrase::Kind::kText: {
        std::vector<std::uint32_t> units;
        for (std::size_t at = 0; at < part.text.size();) {
          units.push_back(next_character(part.text, at));
        }
        for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
          const CharClass set{{*unit, *unit}};
          next = add_set(part.ignore_case ? set.folded() : set, next, in_lazy);
        }
        return next;
      }
      case Phrase::Kind::kSequence:
        for (auto inner = part.parts.rbegin(); inner != part.parts.rend(); ++inner) {
          next = compile(*inner, next, in_lazy);
        }
        return next;
      case Phrase::Kind::kChoice: {
        std::vector<std::size_t> ways;
        for (const Phrase& inner : part.parts) ways.push_back(compile(inner, next, in_lazy));
        return add_split(std::move(ways), in_lazy);
      }
      case Phrase::Kind::kRepeat: return repeat(part, next, in_lazy || part.lazy);
      default: return next;
    }
  }

  std::vector<Instruction> program;

 private:
  std::size_t add_set(CharClass set, std::size_t next, bool in_lazy) {
    program.push_back({Instruction::Kind::kSet, std::move(set), {next}, in_lazy});
    return program.size() - 1;
  }

  std::size_t add_split(std::vector<std::size_t> ways, bool in_lazy) {
    program.push_back({Instruction::Kind::kSplit, {}, std::move(ways), in_lazy});
    return program.size() - 1;
  }

  std::size_t repeat(const Phrase& part, std::size_t next, bool in_lazy) {
    const Phrase& inner = part.parts[0];
    std::size_t first = next;
    const auto choose = [&](std::size_t body) {
      return part.lazy ? std::vector<std::size_t>{next, body}
                       : std::vector<std::size_t>{body, next};
    };
    if (part.max == Phrase::kUnlimited) {
      const std::size_t loop = add_split({}, in_lazy);
      const std::size_t body = compile(inner, loop, in_lazy);
      program[loop].next = choose(body);
      first = loop;
    } else {
      for (std::uint32_t i = part.min; i < std::min(part.max, 100u); ++i) {
        first = add_split(choose(compile(inner, first, in_lazy)), in_lazy);
      }
    }
    for (std::uint32_t i = 0; i < std::min(part.min, 100u); ++i) {
      first = compile(inner, first, in_lazy);
    }
    return first;
  }
};

using Ways = std::vector<std::size_t>;

class Automaton {
 public:
  explicit Automaton(const std::vector<Instruction>& program) : program_(program) {}

  bool build(std::size_t first) {
    find_letters();
    Ways start;
    std::set<std::size_t> seen;
    follow(first, seen, start);
    number(std::move(start));
    for (std::size_t state = 0; state < states_.size(); ++state) {
      if (states_.size() > kMaxStates) return false;
      step(state);
    }
    return true;
  }

  /// The texts from the first state to an end as an expression.
  std::optional<Phrase> expression() {
    const std::size_t end = states_.size();
    for (std::size_t state = 0; state < states_.size(); ++state) {
      if (ends_[state]) connect(state, end, Phrase{});
    }
    const std::size_t begin = end + 1;
    connect(begin, 0, Phrase{});
    std::set<std::size_t> left;
    for (std::size_t state = 0; state < states_.size(); ++state) left.insert(state);
    while (!left.empty()) {
      const std::size_t next = cheapest(left);
      if (!remove(next)) return std::nullopt;
      left.erase(next);
    }
    const auto found = edges_.find({begin, end});
    if (found == edges_.end()) return never_part();
    return simplified(found->second, true);
  }

 private:
  using Edge = std::pair<std::size_t, std::size_t>;

  void find_letters() {
    std::set<std::uint32_t> borders = {0, kLastStray + 1};
    for (const Instruction& instruction : program_) {
      for (const CodeRange& range : instruction.set.ranges()) {
        borders.insert(range.first);
        borders.insert(range.last + 1);
      }
    }
    for (auto border = borders.begin(); std::next(border) != borders.end(); ++border) {
      letters_.push_back({*border, *std::next(border) - 1});
    }
  }

  void follow(std::size_t at, std::set<std::size_t>& seen, Ways& ways) const {
    std::vector<std::size_t> stack = {at};
    while (!stack.empty()) {
      const std::size_t top = stack.back();
      stack.pop_back();
      if (!seen.insert(top).second) continue;
      const Instruction& instruction = program_[top];
      if (instruction.kind == Instruction::Kind::kSplit) {
        stack.insert(stack.end(), instruction.next.rbegin(), instruction.next.rend());
      } else {
        ways.push_back(top);
      }
    }
  }

  std::size_t number(Ways ways) {
    // What comes after an end is given up.
    bool ends = false;
    bool lazy_before = false;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (program_[ways[i]].kind == Instruction::Kind::kEnd) {
        ends = !lazy_before;
        ways.resize(i + 1);
        break;
      }
      lazy_before = lazy_before || program_[ways[i]].in_lazy;
    }
    const auto [known, fresh] = numbers_.emplace(ways, states_.size());
    if (fresh) {
      states_.push_back(std::move(ways));
      ends_.push_back(ends);
    }
    return known->second;
  }

  void step(std::size_t state) {
    std::map<std::size_t, CharClass> to;
    for (const CodeRange& letter : letters_) {
      Ways ways;
      std::set<std::size_t> seen;
      for (const std::size_t way : states_[state]) {
        const Instruction& instruction = program_[way];
        if (instruction.kind == Instruction::Kind::kSet && instruction.set.contains(letter.first)) {
          follow(instruction.next[0], seen, ways);
        }
      }
      if (!ways.empty()) to[number(std::move(ways))].add(letter);
      if (states_.size() > kMaxStates) return;
    }
    for (auto& [next, set] : to) connect(state, next, set_part(std::move(set)));
  }

  void connect(std::size_t from, std::size_t to, Phrase part) {
    const auto [known, fresh] = edges_.emplace(Edge{from, to}, part);
    if (fresh) return;
    Phrase both = never_part();
    both.parts = {std::move(known->second), std::move(part)};
    known->second = simplified(std::move(both), true);
  }

  std::size_t cheapest(const std::set<std::size_t>& left) const {
    std::size_t best = *left.begin();
    std::size_t least = ~std::size_t{0};
    for (const std::size_t state : left) {
      std::size_t in = 0;
      std::size_t out = 0;
      for (const auto& [edge, part] : edges_) {
        if (edge.first != edge.second) {
          in += edge.second == state;
          out += edge.first == state;
        }
      }
      // Late states first: the loop around all of it comes last.
      if (in * out < least || (in * out == least && state > best)) {
        least = in * out;
        best = state;
      }
    }
    return best;
  }

  bool remove(std::size_t state) {
    std::vector<std::pair<std::size_t, Phrase>> in;
    std::vector<std::pair<std::size_t, Phrase>> out;
    std::optional<Phrase> around;
    for (auto edge = edges_.begin(); edge != edges_.end();) {
      const auto [from, to] = edge->first;
      if (from != state && to != state) {
        ++edge;
        continue;
      }
      if (from == to) around = std::move(edge->second);
      else if (from == state) out.emplace_back(to, std::move(edge->second));
      else in.emplace_back(from, std::move(edge->second));
      edge = edges_.erase(edge);
    }
    for (const auto& [from, before] : in) {
      for (const auto& [to, after] : out) {
        Phrase way;
        way.parts.push_back(before);
        if (around) way.parts.push_back(repeat_of(*around, 0, Phrase::kUnlimited));
        way.parts.push_back(after);
        size_ += count(way);
        if (size_ > kMaxPatternBytes) return false;
        connect(from, to, simplified(std::move(way), true));
      }
    }
    return true;
  }

  static std::size_t count(const Phrase& part) {
    std::size_t sum = 0;
    for_each_part(part, [&](const Phrase&) { ++sum; });
    return sum;
  }

  const std::vector<Instruction>& program_;
  std::vector<CodeRange> letters_;
  std::vector<Ways> states_;
  std::vector<bool> ends_;
  std::map<Ways, std::size_t> numbers_;
  std::map<Edge, Phrase> edges_;
  std::size_t size_ = 0;
};

bool has_lazy(const Phrase& part) {
  bool found = false;
  for_each_part(part, [&](const Phrase& each) { found = found || each.lazy; });
  return found;
}

/// The characters that texts of a phrase begin with; false if it may be empty or is not known.
bool first_characters(const Phrase& part, CharClass& first) {
  switch (part.kind) {
    case Phrase::Kind::kSet: first.add(part.set); return true;
    case Phrase::Kind::kText: {
      std::size_t at = 0;
      const std::uint32_t code = next_character(part.text, at);
      const CharClass set{{code, code}};
      first.add(part.ignore_case ? set.folded() : set);
      return true;
    }
    case Phrase::Kind::kSequence:
      for (const Phrase& inner : part.parts) {
        if (first_characters(inner, first)) return true;
      }
      return false;
    case Phrase::Kind::kChoice:
      return !part.parts.empty() &&
             std::all_of(part.parts.begin(), part.parts.end(),
                         [&](const Phrase& inner) { return first_characters(inner, first); });
    case Phrase::Kind::kRepeat: return first_characters(part.parts[0], first) && part.min > 0;
    default: return false;
  }
}

/// What is inside of a lazy repetition that one character ends, without that character: then it is
/// as good as a greedy one. False if its alternatives overlap otherwise.
bool leave_out(Phrase& repeat, const CharClass& end) {
  Phrase& inside = repeat.parts[0];
  std::vector<Phrase> ways =
      inside.is(Phrase::Kind::kChoice) ? inside.parts : std::vector<Phrase>{inside};
  CharClass seen;
  std::vector<Phrase> kept;
  for (Phrase& way : ways) {
    CharClass first;
    if (!first_characters(way, first)) return false;
    const CharClass left = without(first, end);
    if (left.empty()) continue;
    if (!(left == first)) {
      if (!way.is(Phrase::Kind::kSet)) return false;
      way.set = left;
    }
    // A text with an escape sign may be read in two ways, of which the first counts.
    if (common(seen, left).contains('\\')) return false;
    seen.add(left);
    kept.push_back(std::move(way));
  }
  if (kept.empty()) return false;
  inside = choice_of(std::move(kept));
  repeat.lazy = false;
  return true;
}

void leave_out_ends(Phrase& part) {
  for (Phrase& inner : part.parts) leave_out_ends(inner);
  if (!part.is(Phrase::Kind::kSequence)) return;
  // Only the last part: what follows it could fail, and the repetition go on.
  if (part.parts.size() < 2 || !one_character(part.parts.back())) return;
  Phrase& repeat = part.parts[part.parts.size() - 2];
  if (!repeat.lazy || repeat.max != Phrase::kUnlimited) return;
  CharClass end;
  first_characters(part.parts.back(), end);
  Phrase changed = repeat;
  if (leave_out(changed, end)) repeat = std::move(changed);
}

std::optional<Phrase> by_automaton(const Phrase& part) {
  Compiler compiler;
  compiler.program.push_back({});
  const std::size_t first = compiler.compile(part, 0, false);
  if (compiler.program.size() > kMaxInstructions) return std::nullopt;
  Automaton automaton(compiler.program);
  if (!automaton.build(first)) return std::nullopt;
  return automaton.expression();
}

bool is_end_of_input(const Phrase& part) {
  return part.is(Phrase::Kind::kPredicate) && part.text == "EOF";
}

bool names_end_of_input(const Phrase& part) {
  bool found = false;
  for_each_part(part, [&](const Phrase& each) { found = found || is_end_of_input(each); });
  return found;
}

/// What is left when the input does not end there.
Phrase without_end_of_input(Phrase part) {
  for_each_part(part, [](Phrase& each) {
    if (is_end_of_input(each)) each = never_part();
  });
  return simplified(std::move(part), true);
}

}  // namespace

Phrase ended_by_input(Phrase sequence) {
  std::vector<Phrase>& parts = sequence.parts;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const bool lazy = parts[i].lazy && parts[i].max == Phrase::kUnlimited;
    Phrase tail;
    tail.parts.assign(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.end());
    if (!lazy || !names_end_of_input(tail)) continue;
    tail = without_end_of_input(std::move(tail));
    Phrase to_the_end = parts[i];
    to_the_end.lazy = false;
    CharClass end;
    if (!is_never(tail)) {
      first_characters(tail, end);
      Phrase shorter = to_the_end;
      if (leave_out(shorter, end)) to_the_end = std::move(shorter);
      else to_the_end.parts[0] = set_part(end.complement());
    }
    Phrase lazy_part = std::move(parts[i]);
    parts.resize(i);
    if (is_never(tail)) {
      parts.push_back(std::move(to_the_end));
    } else if (one_character(tail)) {
      parts.push_back(std::move(to_the_end));
      parts.push_back(optional_of(std::move(tail)));
    } else {
      Phrase found;
      found.parts = {std::move(lazy_part), std::move(tail)};
      parts.push_back(choice_of({std::move(found), std::move(to_the_end)}));
    }
    break;
  }
  return sequence;
}

std::optional<Phrase> without_lazy(const Phrase& given) {
  if (!has_lazy(given)) return given;
  Phrase part = given;
  leave_out_ends(part);
  if (!has_lazy(part)) return part;
  if (part.is(Phrase::Kind::kChoice)) {
    Phrase choice = part;
    for (Phrase& inner : choice.parts) {
      std::optional<Phrase> done = without_lazy(inner);
      if (!done) return std::nullopt;
      inner = *std::move(done);
    }
    return choice;
  }
  if (!part.is(Phrase::Kind::kSequence)) return by_automaton(part);
  Phrase before;
  Phrase rest;
  for (const Phrase& inner : part.parts) {
    const bool begins = rest.parts.empty() && !has_lazy(inner);
    (begins ? before : rest).parts.push_back(inner);
  }
  const bool ways = rest.parts.size() == 1 && rest.parts[0].is(Phrase::Kind::kChoice);
  std::optional<Phrase> done = ways ? without_lazy(rest.parts[0]) : by_automaton(rest);
  if (!done) return std::nullopt;
  before.parts.push_back(*std::move(done));
  return simplified(std::move(before), true);
}

}  // namespace grabr
