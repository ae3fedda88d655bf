// Similar parts in many places, deleted or inlined together.
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/pass/alike.h"
#include "reduce/pass/definitions.h"
#include "reduce/pass/list_dependencies.h"
#include "reduce/pass_table.h"
#include "reduce/schedule.h"
#include "support/golden.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

using support::fails_if;
using support::grammar_of;
using support::PassRun;
using support::run_pass_called;
using support::squeezed;

std::shared_ptr<const Grammar> blocks() {
  return grammar_of(R"({"start": "blocks", "skip": {"BLANK": "[ \\n]+"},
    "tokens": {"NAME": "[a-z][a-z0-9]*", "NUMBER": "[0-9]+"},
    "rules": {"blocks": "block*", "block": "NAME '{' unit* '}'", "unit": "NAME '=' value ';'",
              "value": "NAME | NUMBER"},
    "hints": {"identifiers": ["NAME"]}})");
}

/// `count` blocks of `units` units; in each block one unit is needed: number `7 * block % units`.
std::string blocks_with_one_needed(std::size_t count, std::size_t units) {
  std::string text;
  for (std::size_t block = 0; block < count; ++block) {
    text += "b" + std::to_string(block) + " {";
    for (std::size_t unit = 0; unit < units; ++unit) {
      const bool is_needed = unit == 7 * block % units;
      text += is_needed ? " needed" + std::to_string(block)
                        : " u" + std::to_string(block) + "x" + std::to_string(unit);
      text += " = " + std::to_string(unit) + ";";
    }
    text += " }\n";
  }
  return text;
}

support::Judge needs_all(std::size_t count) {
  return fails_if([count](std::string_view text) {
    for (std::size_t block = 0; block < count; ++block) {
      if (text.find("needed" + std::to_string(block) + " ") == text.npos) return false;
    }
    return true;
  });
}

std::size_t units_in(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '='));
}

TEST_CASE("alike parts: by what they are and where they stand, outermost, heaviest kind first") {
  const Parser parser(blocks());
  const SharedText text = "a { x = 1; y = 2; } b { z = 3; }";
  const Analysis analysis = analyse(parser.grammar());
  const TreeEditor editor(parser, analysis, std::get<Tree>(parser.parse(text)), text, text.size());
  const NodeId root = editor.tree().root();
  const std::vector<AlikeParts> found = alike_parts(editor, {&root, 1});
  REQUIRE(found.size() == 2);
  CHECK(found[0].parts.size() == 2);
  CHECK(found[0].tokens == 18);
  CHECK(found[0].around == 1);
  CHECK(found[1].parts.size() == 3);
  CHECK(found[1].tokens == 12);
  CHECK(found[1].around == 2);
  const std::set<NodeId> blocks_gone(found[0].parts.begin(), found[0].parts.end());
  CHECK(alike_parts(editor, {&root, 1}, blocks_gone).size() == 1);
}

TEST_CASE("alike parts: what is all of another part is not a part again") {
  const Parser parser(
      grammar_of(R"({"start": "sums", "skip": {"BLANK": "[ \\n]+"}, "tokens": {"N": "[0-9]+"},
    "rules": {"sums": "sum*", "sum": "product % '+'", "product": "N % '*'"}})"));
  const SharedText text = "1 2 3 + 4 5 * 6";
  const Analysis analysis = analyse(parser.grammar());
  const TreeEditor editor(parser, analysis, list_view(std::get<Tree>(parser.parse(text))), text,
                          text.size());
  const NodeId root = editor.tree().root();
  std::string counts;
  for (const AlikeParts& alike : alike_parts(editor, {&root, 1})) {
    counts += std::to_string(alike.parts.size()) + " ";
  }
  CHECK(counts == "4 2 2 ");  // 1, 2, 3 + 4 and 5 * 6; 3 and 4; 5 and 6
}

TEST_CASE("delete-alike: about log2 of all units for each one that stays") {
  const PassRun run =
      run_pass_called("delete-alike", blocks(), blocks_with_one_needed(20, 40), needs_all(20));
  CHECK(units_in(run.result) == 20);
  CHECK(run.tests < 20 * 10);
  CHECK(run.tests_of_another == 0);
}

TEST_CASE("delete-alike: a name that is used elsewhere becomes a constant there") {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    text += "b" + number + " { a = 1; b = 2; c = 3; d = 4; x" + number + " = 5; needed" + number +
            " = x" + number + "; }\n";
  }
  // Like a compiler: each name on a right side must be defined.
  const auto judge = fails_if([](std::string_view one) {
    for (int i = 0; i < 20; ++i) {
      const std::string number = std::to_string(i);
      if (one.find("needed" + number + " ") == one.npos) return false;
      const bool used = one.find("= x" + number + ";") != one.npos;
      if (used && one.find(" x" + number + " =") == one.npos) return false;
    }
    return true;
  });
  const auto grammar = grammar_of(R"({"start": "blocks", "skip": {"BLANK": "[ \\n]+"},
    "tokens": {"NAME": "[a-z][a-z0-9]*", "NUMBER": "[0-9]+"},
    "rules": {"blocks": "block*", "block": "NAME '{' unit* '}'", "unit": "NAME '=' value ';'",
              "value": "NAME | NUMBER"},
    "hints": {"identifiers": ["NAME"], "rewrites": {"value": ["0"]}}})");
  const PassRun run = run_pass_called("delete-alike", grammar, text, judge);
  CHECK(units_in(run.result) == 20);
  CHECK(squeezed(run.result).find("needed7=0;") != std::string::npos);
  CHECK(run.tests < 20 * 6);
}

TEST_CASE("delete-alike: a kind of which nearly all parts stay is left alone") {
  const std::string text = blocks_with_one_needed(20, 4);
  const auto all_stay = fails_if([&](std::string_view one) { return one == text; });
  const PassRun run = run_pass_called("delete-alike", blocks(), text, all_stay);
  CHECK_FALSE(run.changed);
  CHECK(run.tests < 40);
}

TEST_CASE("sweep: what is inside of units that stay is deleted in all of them at once") {
  const std::string text = blocks_with_one_needed(30, 40);
  const PassRun run = run_pass_called("sweep-changed", blocks(), text, needs_all(30));
  CHECK(units_in(run.result) == 30);
  CHECK(run.tests < 400);
  CHECK(run.tests_of_another == 0);
}

PassRun sweep_without(const std::string& name, const std::shared_ptr<const Grammar>& grammar,
                      const std::string& text, const support::Judge& judge) {
  const auto sweep = [&](TreeWork& work, double least) {
    Schedule schedule = parse_schedule("auto");
    leave_out(schedule, {&name, 1});
    work.session().without = schedule.without;
    return find_pass("sweep-changed")->tree(work, least);
  };
  return support::pass_run(sweep, 0, grammar, text, judge);
}

TEST_CASE("sweep: a pass that is left out is left out of it, too") {
  const std::string text = blocks_with_one_needed(30, 40);
  const PassRun with = sweep_without("unnest", blocks(), text, needs_all(30));
  const PassRun without = sweep_without("delete-alike", blocks(), text, needs_all(30));
  CHECK(units_in(without.result) == 30);
  CHECK(with.tests < without.tests);
}

TEST_CASE("sweep: what is defined at the end goes with its uses") {
  // As in the output of clang: each function names metadata that are defined at the end.
  constexpr int kFunctions = 40;
  std::string text, definitions;
  for (int i = 0; i < kFunctions; ++i) {
    const std::string n = std::to_string(i);
    text +=
        "define void @f" + n + "() {\n  store i8 0, i8* null, !tbaa !" + n + "\n  ret void\n}\n";
    definitions += "!" + n + " = !{}\n";
  }
  text += definitions;
  const auto judge = fails_if([](std::string_view one) {
    for (std::size_t at = one.find("!tbaa !"); at != one.npos; at = one.find("!tbaa !", at + 1)) {
      const std::size_t name = at + 6;
      const std::string number(one.substr(name, one.find_first_of(" \n", name) - name));
      if (one.find(number + " = ") == one.npos) return false;
    }
    return one.find("@f3()") != one.npos;
  });
  const PassRun run = sweep_without("unnest", support::shipped("llvm-ir"), text, judge);
  CHECK(squeezed(run.result) == "definevoid@f3(){storei80,i8nullretvoid}");
  CHECK(run.tests < 30);
}

/// The elements of a text's main list, and what is left without some of them and with no use of
/// what they define.
class Elements {
 public:
  Elements(const std::string& grammar, const std::string& text)
      : text_(text),
        parser_(support::shipped(grammar)),
        analysis_(analyse(parser_.grammar())),
        editor_(parser_, analysis_, list_view(std::get<Tree>(parser_.parse(text))), text_,
                text.size()),
        elements_(main_elements(editor_, 1)),
        definitions_(editor_) {}

  Definitions::Used used(std::size_t element) const {
    return definitions_.used_outside({&elements_.at(element), 1});
  }
  std::string without(std::size_t element) const {
    return squeezed(
        editor_.candidate(definitions_.leave_out_with_uses({&elements_.at(element), 1}), "").text);
  }

 private:
  SharedText text_;
  Parser parser_;
  Analysis analysis_;
  TreeEditor editor_;
  std::vector<NodeId> elements_;
  Definitions definitions_;
};

TEST_CASE("definitions: where they are used, and what becomes of the uses") {
  using Used = Definitions::Used;
  const Elements ir("llvm-ir",
                    "define void @f() #0 { ret void } define void @g() { call void @f() ret void } "
                    "@h = global i8* bitcast (void ()* @f to i8*) attributes #0 = { nounwind }");
  CHECK(ir.used(0) == Used::kAfter);
  CHECK(ir.used(1) == Used::kNowhere);
  CHECK(ir.used(3) == Used::kBefore);
  CHECK(ir.without(0) ==
        "definevoid@g(){retvoid}@h=globali8*bitcast(void()*undeftoi8*)attributes#0={nounwind}");
  CHECK(ir.without(3) ==
        "definevoid@f(){retvoid}definevoid@g(){callvoid@f()retvoid}@h=globali8*bitcast(void()*@f"
        "toi8*)");
  const Elements c("c", "int f(int a) { return a; } int g(void) { f(1); return f(2) + 3; }");
  CHECK(c.used(0) == Used::kAfter);
  CHECK(c.without(0).find('f') == std::string::npos);
}

TEST_CASE("definitions: a block goes with the ways to it") {
  const std::string before = "define i8 @f(i1 %c) { br i1 %c, label %a, label %b ";
  const Elements ir("llvm-ir", before +
                                   "a: %x = add i8 1, 2 br label %b "
                                   "b: %p = phi i8 [ 0, %d ], [ %x, %a ] ret i8 %p }");
  CHECK(ir.without(1) == "definei8@f(i1%c){brlabel%bb:%p=phii8[0,%d]reti8%p}");
}

TEST_CASE("inline-alike: blocks that only branch on, in a few tests") {
  std::string text = "define void @f() {\n  br label %b0\n";
  for (int i = 0; i < 40; ++i) {
    text += "b" + std::to_string(i) + ":\n  br label %b" + std::to_string(i + 1) + "\n";
  }
  text += "b40:\n  call void @needed()\n  ret void\n}\n";
  const auto judge = fails_if([](std::string_view one) {
    // Like a compiler: each block that is named must exist.
    for (std::size_t at = one.find('%'); at != one.npos; at = one.find('%', at + 1)) {
      const std::string name(one.substr(at + 1, one.find_first_of("\n ", at) - at - 1));
      if (one.find(name + ":") == one.npos) return false;
    }
    return one.find("call void @needed()") != one.npos;
  });
  const PassRun run = run_pass_called("inline-alike", support::shipped("llvm-ir"), text, judge);
  CHECK(run.changed);
  CHECK(std::count(run.result.begin(), run.result.end(), ':') <= 2);
  CHECK(run.tests < 10);
}

/// A line for each of `count` names, which defines it as another name.
std::string names_of_names(std::size_t count) {
  std::string text = "b {";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    text += " a" + number + " = z" + number + "; use" + number + " = a" + number + ";";
  }
  return text + " }\n";
}

std::size_t definitions_in(std::string_view text, std::size_t count) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    found += text.find(" a" + std::to_string(i) + " =") != text.npos ? 1 : 0;
  }
  return found;
}

TEST_CASE("inline-alike: ends where most names stay, and where little goes") {
  // Two of three names remain; replacing one of them changes one token in thousands.
  const std::size_t count = 90;
  const auto judge = fails_if([&](std::string_view one) {
    for (std::size_t i = 0; i < count; ++i) {
      if (i % 3 != 0 && one.find(" a" + std::to_string(i) + " =") == one.npos) return false;
    }
    return true;
  });
  const PassRun run = run_pass_called("inline-alike", blocks(), names_of_names(count), judge);
  CHECK(run.changed);
  CHECK(definitions_in(run.result, count) > count / 2);
  CHECK(run.tests < 40);
}

TEST_CASE("inline-alike: what stayed is asked again when the rest is done") {
  // The last name can only be deleted after the first, which the list asks about later.
  const std::size_t count = 40;
  const auto judge = fails_if([&](std::string_view one) {
    return one.find(" a39 =") != one.npos || one.find(" a0 =") == one.npos;
  });
  const std::string needs_first = names_of_names(count);
  const PassRun run = run_pass_called("inline-alike", blocks(), needs_first, judge);
  CHECK(definitions_in(run.result, count) == 0);
  CHECK(run.tests < 20);
}

}  // namespace
}  // namespace grabr
