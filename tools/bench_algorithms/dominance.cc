// Does `auto` lose to a strategy of its own house? Inputs of many shapes, each reduced by every
// strategy, list minimisers on lines, tokens and (where texts are short) characters; for each what
// it came to, in how many tests, and how many of them `auto` takes to be that small.
//
// A size is counted in tokens: words, and other signs one by one. "×" is auto's tests against all
// tests of the strategy; above 1.1 it is marked `!`, and `-` says that auto does not come so far.
// A strategy that was stopped by the limit of tests is set against its result so far, and marked
// `+`. Nothing is known of a test but its answer; each is a few lines of `all_inputs`.
#include <algorithm>
#include <cctype>
#include <functional>
#include <memory>
#include <set>
#include <variant>

#include "bench.h"
#include "grammar/load/load.h"
#include "oracle/function_oracle.h"
#include "parse/parser.h"
#include "reduce/strategy.h"
#include "text/error.h"
#include "text/units.h"

namespace bench {
namespace {

using grabr::Unit;

/// Texts above so many bytes are not reduced by characters, nor by strategies that look at all
/// pairs of nodes; and no strategy gets more tests than this for them.
constexpr std::size_t kLongText = 20000;
constexpr std::uint64_t kMaxTests = 2000, kMaxTestsOnLong = 600;
constexpr double kLost = 1.1;

struct Input {
  std::string name;
  std::string grammar;  // in the folder grammars, or a whole one
  std::string text;
  std::function<bool(std::string_view)> fails;
};

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Does every needle stand there?
std::function<bool(std::string_view)> with(std::vector<std::string> needles) {
  return [needles = std::move(needles)](std::string_view text) {
    return std::all_of(needles.begin(), needles.end(),
                       [&](const std::string& needle) { return has(text, needle); });
  };
}

std::string csv(int rows, int bad) {
  std::string text = "id,name,size\n";
  for (int i = 0; i < rows; ++i) {
    text += std::to_string(i) + (i == bad ? ",bad," : ",good,") + std::to_string(i * 7 % 1000);
    text += "\n";
  }
  return text;
}

std::string log(int lines, const std::set<int>& errors) {
  std::string text;
  for (int i = 0; i < lines; ++i) {
    text +=
        "12:" + std::to_string(i % 60) + " job " + std::to_string(i) +
        (errors.contains(i) ? " ERROR" + std::to_string(i) + "! disk full\n" : " done in 3 ms\n");
  }
  return text;
}

std::string needle(std::uint32_t i) { return "\"n" + std::to_string(i) + "\""; }

std::vector<std::string> needles(const Things& things) {
  std::vector<std::string> texts;
  for (const std::uint32_t i : things) texts.push_back(needle(i));
  return texts;
}

std::string json_array(std::uint32_t length) {
  std::string text = "[";
  for (std::uint32_t i = 0; i < length; ++i) text += (i > 0 ? ",\n " : "") + needle(i);
  return text + "]\n";
}

std::string json_deep(std::uint32_t depth) {
  std::string text;
  for (std::uint32_t i = 0; i < depth; ++i) text += "[1, {\"a\": " + needle(i) + "},\n ";
  text += "\"deepest\"";
  for (std::uint32_t i = 0; i < depth; ++i) text += ", 2]";
  return text + "\n";
}

/// An object of objects.
std::string json_wide(std::uint32_t width) {
  std::string text = "{";
  for (std::uint32_t i = 0; i < width; ++i) {
    text += (i > 0 ? ",\n" : "") + needle(i * width) + ": {";
    for (std::uint32_t j = 1; j < width; ++j) {
      text += (j > 1 ? ", " : "") + needle(i * width + j) + ": " + std::to_string(j);
    }
    text += "}";
  }
  return text + "}\n";
}

/// Functions, each of which calls two earlier ones.
std::string c_linked(std::uint32_t functions, Random& random) {
  std::string text = "int f0(void) {\n  return 1;\n}\n";
  for (std::uint32_t i = 1; i < functions; ++i) {
    text += "int f" + std::to_string(i) + "(void) {\n  int a = f" +
            std::to_string(random.below(i)) + "();\n  return a + f" +
            std::to_string(random.below(i)) + "();\n}\n";
  }
  return text;
}

std::string c_bodies(std::uint32_t functions, std::uint32_t statements) {
  std::string text;
  for (std::uint32_t i = 0; i < functions; ++i) {
    text += "int f" + std::to_string(i) + "(int x) {\n";
    for (std::uint32_t j = 0; j < statements; ++j) {
      text += "  x = x * " + std::to_string(i * statements + j) + " + 1;\n";
    }
    text += "  return x;\n}\n";
  }
  return text;
}

std::string xml_items(std::uint32_t items, std::uint32_t attributes) {
  std::string text = "<list>\n";
  for (std::uint32_t i = 0; i < items; ++i) {
    text += "  <item";
    for (std::uint32_t j = 0; j < attributes; ++j) {
      text += " a" + std::to_string(j) + "=" + needle(i * attributes + j);
    }
    text += ">text</item>\n";
  }
  return text + "</list>\n";
}

/// Every name that is called must be defined before, as for a compiler.
bool defines_what_it_calls(std::string_view text) {
  std::set<std::string, std::less<>> defined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins =
        text[i] == 'f' && (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0);
    if (!begins) continue;
    std::size_t end = i + 1;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (end == i + 1) continue;
    const std::string_view name = text.substr(i, end - i);
    if (text.substr(end).starts_with("(void)")) defined.emplace(name);
    else if (!defined.contains(name)) return false;
  }
  return true;
}

std::shared_ptr<const grabr::Parser> parser_of(const std::string& grammar) {
  const std::string path = "grammars/" + grammar + ".json";
  grabr::GrammarFile file = load_grammar(grabr::grammar_source(path));
  return std::make_shared<const grabr::Parser>(
      std::make_shared<const grabr::Grammar>(std::move(*file.grammar)));
}

/// Of a program that reads its input first: a text that does not parse does not fail.
std::function<bool(std::string_view)> if_it_parses(const std::string& grammar,
                                                   std::function<bool(std::string_view)> fails) {
  return [parser = parser_of(grammar), fails = std::move(fails)](std::string_view text) {
    return fails(text) && parser->accepts(text);
  };
}

std::vector<Input> all_inputs() {
  Random random(7);
  const Things twelve = random.choose(12, 2000);
  const Things clusters = {301, 302, 303, 304, 305, 306, 1501, 1502, 1503, 1504, 1505, 1506};
  Things all(120), half;
  for (std::uint32_t i = 0; i < 120; ++i) all[i] = i;
  for (std::uint32_t i = 0; i < 240; i += 2) half.push_back(i);
  Things in_each;
  for (std::uint32_t i = 0; i < 30; ++i) in_each.push_back(i * 10 + random.below(10));
  std::vector<std::string> statements;
  for (std::uint32_t i = 0; i < 30; ++i) {
    statements.push_back("* " + std::to_string(i * 40 + random.below(40)) + " +");
  }
  const std::string nested = json_deep(300);
  return {
      {"csv: 1 of 20,000 rows", "csv", csv(20000, 12345), with({"bad"})},
      {"log: 1 of 30,000 lines", "text", log(30000, {23456}), with({"ERROR"})},
      {"log: first line", "text", log(5000, {0}), with({"ERROR"})},
      {"log: last line", "text", log(5000, {4999}), with({"ERROR"})},
      {"log: 3 of 3,000 lines", "text", log(3000, {70, 1500, 2903}),
       with({"ERROR70!", "ERROR1500!", "ERROR2903!"})},
      {"list: 1 of 5,000", "json", json_array(5000), with({needle(3210)})},
      {"list: 1 of 5,000, read", "json", json_array(5000),
       if_it_parses("json", with({needle(3210)}))},
      {"list: first of 5,000", "json", json_array(5000), with({needle(0)})},
      {"list: last of 5,000", "json", json_array(5000), with({needle(4999)})},
      {"list: 12 of 2,000", "json", json_array(2000), if_it_parses("json", with(needles(twelve)))},
      {"list: two clusters", "json", json_array(2000),
       if_it_parses("json", with(needles(clusters)))},
      {"list: every second", "json", json_array(240), if_it_parses("json", with(needles(half)))},
      {"list: all needed", "json", json_array(120), if_it_parses("json", with(needles(all)))},
      {"deep: the deepest", "json", nested, if_it_parses("json", with({"\"deepest\""}))},
      {"deep: half way", "json", nested, if_it_parses("json", with({needle(150)}))},
      {"wide: 4 of 900 fields", "json", json_wide(30),
       if_it_parses("json", with({needle(95), needle(397), needle(398), needle(801)}))},
      {"linked: one of 200", "c", c_linked(200, random),
       if_it_parses("c",
                    [](std::string_view text) {
                      return has(text, "f150(void) {\n  int a = ") && defines_what_it_calls(text);
                    })},
      {"bodies: one of 40 each", "c", c_bodies(30, 40), if_it_parses("c", with(statements))},
      {"attributes: one of 10 each", "xml", xml_items(30, 10),
       if_it_parses("xml", with(needles(in_each)))},
  };
}

std::size_t tokens_in(std::string_view text) {
  std::size_t count = 0;
  bool within = false;
  for (const char c : text) {
    const bool word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if ((word && !within) || (!word && std::isspace(static_cast<unsigned char>(c)) == 0)) ++count;
    within = word;
  }
  return count;
}

/// What has been reached after how many tests.
struct Curve {
  struct Step {
    std::uint64_t tests;
    std::size_t tokens;
  };
  std::vector<Step> steps;
  std::uint64_t tests = 0;
  bool stopped = false;

  std::size_t end() const { return steps.back().tokens; }
  /// 0: never.
  std::uint64_t tests_to(std::size_t tokens) const {
    for (const Step& step : steps) {
      if (step.tokens <= tokens) return std::max<std::uint64_t>(step.tests, 1);
    }
    return 0;
  }
};

class Recorder : public grabr::Observer {
 public:
  explicit Recorder(Curve& curve) : curve_(curve) {}
  void on_test(const grabr::TestRecord& record) override {
    if (record.accepted) curve_.steps.push_back({record.number, tokens_in(record.text)});
  }

 private:
  Curve& curve_;
};

Curve reduce(const Input& input, const grabr::Pass& strategy, std::optional<Unit> unit) {
  grabr::FunctionOracle oracle([&](std::string_view candidate) {
    return input.fails(candidate) ? grabr::Outcome::kFail : grabr::Outcome::kPass;
  });
  grabr::Problem problem;
  problem.parser = parser_of(input.grammar);
  problem.unit = unit;
  grabr::Session session(oracle, input.text, strategy.cache);
  problem = problem_of_best(strategy, session, problem);
  session.stop = grabr::StopToken().within(
      {.tests = input.text.size() > kLongText ? kMaxTestsOnLong : kMaxTests});
  Curve curve;
  curve.steps.push_back({0, tokens_in(input.text)});
  Recorder recorder(curve);
  session.add_observer(&recorder);
  try {
    run_strategy(strategy, session, std::move(problem));
  } catch (const grabr::Error&) {  // the most tests
    curve.stopped = true;
  }
  curve.tests = session.counts().committed;
  return curve;
}

/// Prints a row and says whether `best` lost to it.
bool print_row(const std::string& name, const Curve& curve, const Curve& best) {
  const std::uint64_t needed = best.tests_to(curve.end());
  const auto tests = static_cast<double>(std::max<std::uint64_t>(curve.tests, 1));
  std::string ratio = "-";
  bool lost = needed == 0;
  if (!lost) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", static_cast<double>(needed) / tests);
    ratio = text;
    lost = static_cast<double>(needed) > kLost * tests;
  }
  std::printf("  %-28s %7zu %6llu%s %7llu %7s%s\n", name.c_str(), curve.end(),
              static_cast<unsigned long long>(curve.tests), curve.stopped ? "+" : " ",
              static_cast<unsigned long long>(needed), ratio.c_str(), lost ? " !" : "");
  return lost;
}

bool looks_at_pairs(const grabr::Pass& strategy) {
  static const std::set<std::string_view> names = {
      "grabr", "grabr-simple", "grabr-all",  "grabr-generative", "ddset", "sfc",
      "trec",  "vulcan",       "generative", "choices",          "bytes"};
  return names.contains(strategy.name);
}

struct Count {
  int all = 0, lost = 0;
};

void print_input(const Input& input, Count& count) {
  const Curve best = reduce(input, *grabr::find_pass("auto"), std::nullopt);
  std::printf("%s: %zu tokens; auto: %zu in %llu tests, reached after %llu\n", input.name.c_str(),
              tokens_in(input.text), best.end(), static_cast<unsigned long long>(best.tests),
              static_cast<unsigned long long>(best.tests_to(best.end())));
  const auto measure = [&](const grabr::Pass& strategy, std::optional<Unit> unit) {
    const Curve curve = reduce(input, strategy, unit);
    std::string name(strategy.name);
    if (unit) name += std::string(":") + std::string(unit_name(*unit));
    ++count.all;
    if (print_row(name, curve, best)) ++count.lost;
    std::fflush(stdout);
  };
  const bool is_long = input.text.size() > kLongText;
  for (const grabr::Pass& strategy : grabr::strategies()) {
    if (strategy.name == "auto" || strategy.aim != grabr::Aim::kFailing) continue;
    if (is_long && looks_at_pairs(strategy)) continue;
    if (strategy.list == nullptr) {
      measure(strategy, std::nullopt);
      continue;
    }
    for (const Unit unit : {Unit::kLines, Unit::kTokens, Unit::kChars}) {
      if (unit == Unit::kChars && is_long) continue;
      measure(strategy, unit);
    }
  }
  std::puts("");
}

}  // namespace

void print_dominance(const std::string& only) {
  std::puts(
      "Strategies, each to its end, and auto: tokens left, tests, auto's tests to be as small,\n"
      "and those against the strategy's.\n");
  Count count;
  for (const Input& input : all_inputs()) {
    if (has(input.name, only)) print_input(input, count);
  }
  std::printf("auto needs more than %.1f times the tests on %d of %d\n", kLost, count.lost,
              count.all);
}

}  // namespace bench
