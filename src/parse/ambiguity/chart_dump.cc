#include "parse/ambiguity/chart_dump.h"

#include <set>
#include <tuple>

#include "parse/earley/choice.h"
#include "parse/earley/reading.h"
#include "text/error.h"
#include "text/escape.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxSplitsShown = 64;

class Dump {
 public:
  Dump(const Grammar& grammar, const LoweredGrammar& lowered)
      : grammar_(grammar), lowered_(lowered) {}

  std::string chart(const Reading& reading, std::string_view text) const {
    std::string out;
    for (std::uint32_t set = 0; set <= reading.chart.size(); ++set) {
      out += "set " + std::to_string(set) + before(set, reading.tokens, text) + "\n";
      for (const Item& item : reading.chart.set(set)) out += "  " + line(item) + "\n";
    }
    return out;
  }

  /// Throws Error if the text exceeds the limit.
  std::string forest(const Chart& chart, std::size_t max_memory) const {
    std::string out;
    std::vector<Node> todo{{chart.start(), 0, chart.size()}};
    Forest forest(chart);
    std::set<Node> seen;
    while (!todo.empty()) {
      const Node node = todo.back();
      todo.pop_back();
      if (!seen.insert(node).second) continue;
      std::vector<Node> parts;
      add_node(forest, node, out, parts);
      todo.insert(todo.end(), parts.rbegin(), parts.rend());
      if (out.size() + 64 * (seen.size() + todo.size()) > max_memory) {
        refuse(max_memory);
      }
    }
    return out;
  }

 private:
  using Node = std::tuple<LoweredId, std::uint32_t, std::uint32_t>;

  /// Appends the node's lines to `out`, and the parts they mention to `parts`.
  void add_node(Forest& forest, const Node& node, std::string& out,
                std::vector<Node>& parts) const {
    const auto [symbol, first, end] = node;
    const std::uint32_t begin = first;  // a lambda below needs it
    out += part(symbol, begin, end) + "\n";
    for (const std::uint32_t rule : forest.rules(symbol, begin, end)) {
      std::size_t shown = 0;
      Splits(forest, rule, begin, end).for_each([&](const std::vector<std::uint32_t>& ends) {
        if (shown++ == kMaxSplitsShown) {
          out += "  …\n";
          return false;
        }
        out += "  #" + std::to_string(lowered_.rules[rule].alternative) + " →";
        for (const Part& child : make_step(lowered_, rule, begin, ends).parts) {
          out += " " + part(child.symbol, child.begin, child.end);
          if (!lowered_.terminal(child.symbol)) {
            parts.emplace_back(child.symbol, child.begin, child.end);
          }
        }
        out += "\n";
        return true;
      });
    }
  }

  [[noreturn]] static void refuse(std::size_t max_memory) {
    throw Error(ErrorKind::kSystem, "the forest is too large to print within " +
                                        std::to_string(max_memory >> 20) + " MiB");
  }

  std::string name(LoweredId id) const {
    const LoweredSymbol& symbol = lowered_.symbols[id];
    switch (symbol.role) {
      case Role::kTerminal:
        if (symbol.user == kNoSymbol) {
          return grabr::quoted(std::string(1, static_cast<char>(id - lowered_.first_byte)), '"');
        }
        return grammar_.symbols[id].kind == SymbolKind::kLiteral
                   ? grabr::quoted(grammar_.symbols[id].text, '"')
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

  std::string before(std::uint32_t set, const Tokens& tokens, std::string_view text) const {
    const bool classic = grammar_.notation == Notation::kClassic;
    const std::size_t count = classic ? text.size() : tokens.tokens.size();
    if (set >= count) return ", at the end";
    const Span span = classic ? Span{set, set + 1} : tokens.tokens[set].text;
    return ", before " + grabr::quoted(text.substr(span.begin, span.size()), '"');
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

  const Grammar& grammar_;
  const LoweredGrammar& lowered_;
};

}  // namespace

std::string dump_chart(const Parser& parser, std::string_view text, const ParseOptions& options) {
  return Dump(parser.grammar(), parser.lowered()).chart(parser.read(text, options), text);
}

std::string dump_forest(const Parser& parser, std::string_view text, const ParseOptions& options) {
  const Reading reading = parser.read(text, options);
  if (!reading.accepted) return {};
  return Dump(parser.grammar(), parser.lowered()).forest(reading.chart, options.max_memory);
}

}  // namespace grabr
