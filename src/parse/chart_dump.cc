#include "parse/chart_dump.h"

#include <set>
#include <tuple>

#include "parse/forest.h"
#include "parse/reading.h"
#include "text/escape.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxSplits = 64;

class Dump {
 public:
  Dump(const Grammar& grammar, const Reading& reading, std::string_view text)
      : grammar_(grammar),
        reading_(reading),
        lowered_(reading.chart.grammar()),
        text_(text),
        forest_(reading.chart) {}

  std::string chart() const {
    std::string out;
    for (std::uint32_t set = 0; set < reading_.chart.set_count(); ++set) {
      out += "set " + std::to_string(set) + before(set) + "\n";
      for (const Item& item : reading_.chart.set(set)) out += "  " + line(item) + "\n";
    }
    return out;
  }

  std::string forest() {
    std::string out;
    if (!reading_.accepted()) return out;
    using Node = std::tuple<LoweredId, std::uint32_t, std::uint32_t>;
    std::set<Node> seen;
    std::vector<Node> todo{{reading_.chart.start(), 0, reading_.chart.set_count() - 1}};
    while (!todo.empty()) {
      const auto [symbol, begin, end] = todo.back();
      todo.pop_back();
      if (!seen.insert({symbol, begin, end}).second) continue;
      out += part(symbol, begin, end) + "\n";
      std::vector<Node> parts;
      for (const std::uint32_t rule : forest_.rules(symbol, begin, end)) {
        for (const auto& ends : all_splits(rule, begin, end)) {
          out += "  #" + std::to_string(lowered_.rules[rule].alternative) + " →";
          std::uint32_t from = begin;
          for (std::size_t k = 0; k < ends.size(); ++k) {
            const LoweredId child = lowered_.rhs(rule)[k];
            out += " " + part(child, from, ends[k]);
            if (!lowered_.terminal(child)) parts.emplace_back(child, from, ends[k]);
            from = ends[k];
          }
          out += "\n";
        }
      }
      todo.insert(todo.end(), parts.rbegin(), parts.rend());
    }
    return out;
  }

 private:
  std::string name(LoweredId id) const {
    const LoweredSymbol& symbol = lowered_.symbols[id];
    switch (symbol.role) {
      case Role::kTerminal:
        if (symbol.user == kNoSymbol) {
          return quoted(std::string(1, static_cast<char>(id - lowered_.first_byte)), '"');
        }
        return grammar_.symbols[id].kind == SymbolKind::kLiteral ? quoted(grammar_.symbols[id].text, '"')
                                                                 : grammar_.symbols[id].name;
      case Role::kRule: return grammar_.symbols[id].name;
      case Role::kGroup: return "group@" + std::to_string(id);
      case Role::kOptional: return "optional@" + std::to_string(id);
      case Role::kStar: return "star@" + std::to_string(id);
      case Role::kList: break;
    }
    return "list@" + std::to_string(id);
  }

  std::string part(LoweredId id, std::uint32_t begin, std::uint32_t end) const {
    return name(id) + " " + std::to_string(begin) + "…" + std::to_string(end);
  }

  std::string before(std::uint32_t set) const {
    const bool classic = grammar_.notation == Notation::kClassic;
    const std::size_t count = classic ? text_.size() : reading_.tokens.tokens.size();
    if (set >= count) return ", at the end";
    const Span span = classic ? Span{set, set + 1} : reading_.tokens.tokens[set].text;
    return ", before " + quoted(text_.substr(span.begin, span.size()), '"');
  }

  std::string line(const Item& item) const {
    const std::uint32_t rule = lowered_.rule_at[item.dotted];
    std::string out = name(lowered_.rules[rule].lhs) + " →";
    const auto rhs = lowered_.rhs(rule);
    const std::uint32_t dot = item.dotted - lowered_.rules[rule].first_dot;
    for (std::uint32_t k = 0; k <= rhs.size(); ++k) {
      if (k == dot) out += " •";
      if (k < rhs.size()) out += " " + name(rhs[k]);
    }
    return out + "  (" + std::to_string(item.origin) + ")";
  }

  /// Splits in the order of the documented rule, each found by forbidding what came before it: the
  /// ends of a prefix are fixed and the next part must be shorter.
  std::vector<std::vector<std::uint32_t>> all_splits(std::uint32_t rule, std::uint32_t begin,
                                                     std::uint32_t end) {
    std::vector<std::vector<std::uint32_t>> found;
    const auto first = forest_.longest_split(rule, begin, end);
    if (!first) return found;
    found.push_back(*first);
    while (found.size() < kMaxSplits) {
      const auto next = split_after(rule, begin, end, found.back());
      if (!next) break;
      found.push_back(*next);
    }
    return found;
  }

  /// The next split in order: the longest possible common prefix with `last`, then a shorter part.
  std::optional<std::vector<std::uint32_t>> split_after(std::uint32_t rule, std::uint32_t begin,
                                                        std::uint32_t end,
                                                        const std::vector<std::uint32_t>& last) {
    for (std::size_t fixed = last.size(); fixed-- > 0;) {
      const auto next = forest_.longest_split(
          rule, begin, end, [&](std::size_t k, std::uint32_t, std::uint32_t to) {
            return k < fixed ? to == last[k] : k > fixed || to < last[k];
          });
      if (next) return next;
    }
    return std::nullopt;
  }

  const Grammar& grammar_;
  const Reading& reading_;
  const Lowered& lowered_;
  std::string_view text_;
  Forest forest_;
};

}  // namespace

std::string dump_chart(const Parser& parser, std::string_view text, const ParseOptions& options) {
  const Reading reading = parser.read(text, options);
  return Dump(parser.grammar(), reading, text).chart();
}

std::string dump_forest(const Parser& parser, std::string_view text, const ParseOptions& options) {
  const Reading reading = parser.read(text, options);
  return Dump(parser.grammar(), reading, text).forest();
}

}  // namespace grabr
