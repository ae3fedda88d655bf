#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <regex>
#include <set>
#include <string>

#include "generate/generator.h"
#include "reduce/explain/explainer.h"
#include "reduce/explain/skeleton.h"
#include "support/grammars.h"
#include "tree/print.h"

using namespace grabr;

namespace {

using Judge = std::function<Outcome(const std::string&)>;

/// A result that is explained with a function as the test.
class Explained {
 public:
  Explained(BaseGrammar base, std::string text, Judge judge)
      : base_(std::move(base)), text_(std::move(text)), judge_(std::move(judge)) {}

  ExplainOptions options;
  std::size_t ahead = 1;         ///< texts that are requested before the first answer
  std::size_t most = 1'000'000;  ///< tests
  std::size_t asked = 0;

  Explanation run() {
    const Tree tree = support::tree_of(base_.grammar, text_);
    asked = 0;
    const AskTests ask = [this](const NextText& next, const TakeAnswer& take) {
      std::deque<std::string> texts;
      bool at_end = false;
      for (;;) {
        while (!at_end && texts.size() < ahead) {
          const auto text = next();
          at_end = !text;
          if (text) texts.push_back(*text);
        }
        if (texts.empty()) return;
        if (asked++ == most) throw Error(ErrorKind::kBudget, "enough");
        TestResult result;
        result.outcome = judge_(texts.front());
        texts.pop_front();
        if (!take(result)) return;
      }
    };
    return explain(tree, text_, base_, options, ask, [](const std::string&) {});
  }

  /// The number of failing texts among `count` new sentences of the abstraction.
  std::size_t fresh_failing(const Explanation& explanation, std::size_t count) const {
    const Source file("/abstraction.json", explanation.grammar);
    const GrammarFile loaded = load_grammar(file, base_.read);
    INFO(render(loaded, file));
    REQUIRE(loaded.grammar.has_value());
    GeneratorOptions how;
    how.seed = 99;
    Generator generator(std::make_shared<const Grammar>(*loaded.grammar), how);
    std::size_t failing = 0;
    for (std::size_t i = 0; i < count; ++i) {
      failing += judge_(print(generator.sentence(i))) == Outcome::kFail ? 1U : 0U;
    }
    return failing;
  }

 private:
  BaseGrammar base_;
  std::string text_;
  Judge judge_;
};

Judge fails_if(std::function<bool(const std::string&)> fails) {
  return [fails](const std::string& text) { return fails(text) ? Outcome::kFail : Outcome::kPass; };
}

BaseGrammar base_to_explain(const std::string& json) {
  BaseGrammar base;
  base.path = "/base.json";
  base.read = [json](const std::string& path) { return Source(path, json); };
  base.grammar = support::grammar_of(json, base.path);
  return base;
}

BaseGrammar shipped_base(const std::string& name) {
  BaseGrammar base;
  base.path = std::string(GRABR_SOURCE_DIR) + "/grammars/" + name + ".json";
  base.grammar = support::shipped(name);
  return base;
}

/// Statements with names, numbers and an operator.
const char* const kPrintStatements = R"G({
  "start": "program",
  "rules": {
    "program": "statement*",
    "statement": ["'let' NAME ('=' sum)? ';'", "'print' (sum % ',')? ';'"],
    "sum": "value (('+' | '-' | '*') value)*",
    "value": "NAME | NUMBER"
  },
  "tokens": { "NAME": "[a-z]+", "NUMBER": "0|[1-9][0-9]*" },
  "skip": { "SPACE": "[ \\n]+" },
  "hints": { "identifiers": ["NAME"] }
})G";

const ExplainedPart* part_at(const Explanation& explanation, std::uint32_t begin) {
  for (const ExplainedPart& part : explanation.parts) {
    if (part.spans.front().begin == begin && part.spans.front().size() > 0) return &part;
  }
  return nullptr;
}

void check_part(const Explanation& explanation, std::uint32_t begin, PartVerdict verdict) {
  const ExplainedPart* const part = part_at(explanation, begin);
  CAPTURE(begin);
  REQUIRE(part != nullptr);
  CHECK(part_verdict_name(part->verdict) == part_verdict_name(verdict));
}

bool has_match(const std::string& text, const char* expression) {
  return std::regex_search(text, std::regex(expression));
}

}  // namespace

TEST_CASE("doubled parentheses: the paper's example") {
  Explained explained(shipped_base("expr"), "((4))", fails_if([](const std::string& text) {
                        return text.find("((") != text.npos && text.find("))") != text.npos;
                      }));
  const Explanation found = explained.run();
  REQUIRE(found.parts.size() == 1);
  CHECK(found.parts[0].symbol == "<expr>");
  CHECK(found.parts[0].spans[0] == Span{2, 3});
  CHECK(found.parts[0].tally.failed == 20);
  CHECK(found.parts[0].tally.tried == 20);
  CHECK(found.together.failed == 100);
  CHECK(explained.fresh_failing(found, 200) == 200);
}

TEST_CASE("a division by zero: any dividend, and no other divisor") {
  Explained explained(shipped_base("expr"), "1 / 0", fails_if([](const std::string& text) {
                        return has_match(text, R"((^| )/ 0( |\)|$))");
                      }));
  const Explanation found = explained.run();
  check_part(found, 0, PartVerdict::kAny);
  check_part(found, 4, PartVerdict::kMatters);
  CHECK(explained.fresh_failing(found, 200) == 200);
}

TEST_CASE("a number may be any between two limits") {
  Explained explained(
      base_to_explain(kPrintStatements), "print 57;", fails_if([](const std::string& text) {
        std::smatch number;
        if (!std::regex_search(text, number, std::regex("^ ?print ?([0-9]+) ?;$"))) {
          return false;
        }
        return number[1].length() < 10 && std::stol(number[1]) >= 42 &&
               std::stol(number[1]) <= 1000;
      }));
  const Explanation found = explained.run();
  check_part(found, 6, PartVerdict::kRange);
  CHECK(part_at(found, 6)->low == 42);
  CHECK(part_at(found, 6)->high == 1000);
  CHECK(explained.fresh_failing(found, 50) == 50);
}

TEST_CASE("of a choice those that fail are found") {
  Explained explained(base_to_explain(kPrintStatements), "print a + b;",
                      fails_if([](const std::string& text) {
                        return has_match(text, R"(^ ?print a ?[-+] ?b ?;$)");
                      }));
  const Explanation found = explained.run();
  check_part(found, 8, PartVerdict::kOneOf);
  CHECK(part_at(found, 8)->values == std::vector<std::string>{"+", "-"});
  check_part(found, 6, PartVerdict::kMatters);
  CHECK_FALSE(part_at(found, 6)->counterexample.empty());
  CHECK(explained.fresh_failing(found, 50) == 50);
}

TEST_CASE("names that belong together change together") {
  Explained explained(base_to_explain(kPrintStatements), "let x; print x;",
                      fails_if([](const std::string& text) {
                        return has_match(text, R"(\blet ([a-z]+) ?; ?print \1 ?;)");
                      }));
  const Explanation found = explained.run();
  check_part(found, 4, PartVerdict::kLinked);
  CHECK(part_at(found, 4)->spans == std::vector<Span>{{4, 5}, {13, 14}});
  CHECK(explained.fresh_failing(found, 100) == 100);
}

TEST_CASE("equal parts that are not one token are linked, too") {
  BaseGrammar tags = base_to_explain(R"G({
    "<start>": ["<tree>"],
    "<tree>": ["[<id>]<tree>[/<id>]", "<text>"],
    "<id>": ["<letter><id>", "<letter>"], "<letter>": ["a", "b", "c", "d", "e"],
    "<text>": ["<digit><text>", "<digit>"], "<digit>": ["0", "1", "2"]
  })G");
  Explained explained(tags, "[a]1[/a]", fails_if([](const std::string& text) {
                        return has_match(text, R"(^\[(\w+)\].*\[/\1\]$)");
                      }));
  const Explanation found = explained.run();
  check_part(found, 1, PartVerdict::kLinked);
  CHECK(part_at(found, 1)->symbol == "<id>");
  check_part(found, 3, PartVerdict::kAny);
  CHECK(explained.fresh_failing(found, 200) == 200);
}

TEST_CASE("lists may be longer, and what is optional present") {
  Explained explained(
      base_to_explain(kPrintStatements), "let bug;",
      fails_if([](const std::string& text) { return has_match(text, R"(\blet bug\b)"); }));
  const Explanation found = explained.run();
  std::set<std::string> symbols;
  for (const ExplainedPart& part : found.parts) {
    if (is_abstract(part.verdict)) symbols.insert(part.symbol);
  }
  CHECK(symbols == std::set<std::string>{"('=' sum)?", "statement*"});
  check_part(found, 4, PartVerdict::kMatters);
  CHECK(explained.fresh_failing(found, 100) == 100);
}

TEST_CASE("parts that may change one by one, but not together, are found out") {
  Explained explained(base_to_explain(kPrintStatements), "let a = 1; print 1;",
                      fails_if([](const std::string& text) {
                        return has_match(text, R"(= ?1 ?;)") || has_match(text, R"(print 1 ?;)");
                      }));
  const Explanation found = explained.run();
  CHECK(found.together.tried > 0);
  CHECK(found.together.failed == found.together.tried);
  CHECK(explained.fresh_failing(found, 200) >= 190);
}

TEST_CASE("what the test cannot tell does not count, and does not go on for ever") {
  std::size_t tests = 0;
  Explained explained(shipped_base("expr"), "((4))", [&](const std::string& text) {
    const bool fails = text.find("((") != text.npos && text.find("))") != text.npos;
    if (fails && text.find('7') != text.npos) return Outcome::kUnresolved;
    ++tests;
    return fails ? Outcome::kFail : Outcome::kPass;
  });
  const Explanation found = explained.run();
  REQUIRE(found.parts.size() == 1);
  CHECK(found.parts[0].tally.failed == 20);
  CHECK(found.parts[0].tally.unresolved > 0);
  Explained never(shipped_base("expr"), "((4))", [](const std::string& text) {
    return text == "((4))" ? Outcome::kFail : Outcome::kUnresolved;
  });
  const Explanation nothing = never.run();
  CHECK(std::ranges::none_of(nothing.parts,
                             [](const ExplainedPart& part) { return is_abstract(part.verdict); }));
  CHECK(never.asked < 5000);
}

TEST_CASE("where spacing matters it stays") {
  Explained explained(
      base_to_explain(kPrintStatements), "print  a ;\n",
      fails_if([](const std::string& text) { return has_match(text, R"(^print  [a-z]+ ;\n$)"); }));
  const Explanation found = explained.run();
  CHECK(found.spacing_matters);
  check_part(found, 7, PartVerdict::kAny);
  CHECK(explained.fresh_failing(found, 100) >= 95);
}

TEST_CASE("a budget ends it with what is known") {
  Explained explained(base_to_explain(kPrintStatements), "let x; print x;",
                      fails_if([](const std::string& text) {
                        return has_match(text, R"(\blet ([a-z]+) ?; ?print \1 ?;)");
                      }));
  explained.most = 25;
  const Explanation found = explained.run();
  CHECK(found.ended_by == ErrorKind::kBudget);
  CHECK(found.together.tried == 0);
  CHECK(found.grammar.find("part-1") != found.grammar.npos);
}

TEST_CASE("how many tests run at once changes nothing, the seed does") {
  Explained explained(base_to_explain(kPrintStatements), "let x; print x + 12;",
                      fails_if([](const std::string& text) {
                        return has_match(text, R"(\blet ([a-z]+) ?; ?print \1 ?\+ ?[1-9])");
                      }));
  const Explanation one = explained.run();
  const std::size_t tests = explained.asked;
  explained.ahead = 7;
  const Explanation several = explained.run();
  CHECK(explained.asked == tests);
  CHECK(several.grammar == one.grammar);
  CHECK(several.parts.size() == one.parts.size());
  explained.options.seed = 5;
  CHECK(explained.run().grammar != one.grammar);
}

TEST_CASE("blocks by indentation") {
  Explained explained(shipped_base("python"), "while x:\n  return 1\n",
                      fails_if([](const std::string& text) {
                        return has_match(text, "^ *while[^\\n]*:[ ]*([^\\n]*\\n *)?return");
                      }));
  const Explanation found = explained.run();
  CHECK(std::ranges::any_of(found.parts,
                            [](const ExplainedPart& part) { return is_abstract(part.verdict); }));
  CHECK(explained.fresh_failing(found, 200) >= 190);
}

TEST_CASE("nothing is replaced where every word counts") {
  Explained explained(
      base_to_explain(kPrintStatements), "print a;",
      fails_if([](const std::string& text) { return has_match(text, R"(^ ?print a ?;$)"); }));
  const Explanation found = explained.run();
  check_part(found, 6, PartVerdict::kMatters);
  CHECK(found.together.tried == 0);
  CHECK(explained.fresh_failing(found, 20) == 20);
}

TEST_CASE("what changes a result by its spacing alone cannot be explained by a grammar") {
  Explained explained(shipped_base("python"), "x  =  1\n",
                      fails_if([](const std::string& text) { return text == "x  =  1\n"; }));
  CHECK_THROWS_AS(explained.run(), Error);
}

TEST_CASE("the rule of three") {
  CHECK(most_not_failing(0) == 1);
  CHECK(most_not_failing(20) == doctest::Approx(0.139).epsilon(0.01));
  CHECK(most_not_failing(100) == doctest::Approx(0.0295).epsilon(0.01));
}
