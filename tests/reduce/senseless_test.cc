// Whatever tests answer, a pass over a tree ends, and each step makes the text smaller.
#include <doctest/doctest.h>

#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "support/build.h"
#include "support/pass_run.h"

namespace grabr {
namespace {

struct SenselessRow {
  const char* language;
  const char* text;
};

/// Passes with an order of texts of their own.
bool is_measured_otherwise(std::string_view name) {
  return name == "canonical" || name == "order" || name == "trec";
}

/// Texts of each kind that some pass looks for, and some that do not parse.
const SenselessRow kSenseless[] = {
    {"c",
     "struct s { int x; }; struct s v; int g(int a, int b) { return a; }\n"
     "int main() { int i = 1; v.x = g(i, (2 + 3)); if (a ? b : c) { while (i) f(i); } else h(); }"},
    {"c",
     "#define A 1\n#define B(x) (x + A)\n#if A\nint x = B(2);\n#else\nint y[] = {1, A};\n#endif\n"},
    {"c",
     "int foo; foo foo ) bar; x = = foo; int f(int a, int b ) return f(1, 2); } f(3, 4 { bar "},
    {"json",
     R"({"key": [1, {"a": [2, 3], "b": {"c": [true, null, -1.5e3]}}, [[5]], "some text"]})"},
    {"llvm-ir",
     "define i32 @f(i32* %p) {\n  %v = load i32, i32* %p\n  br label %b0\nb0:\n  ret i32 %v\n}\n"},
    {"python", "import a\nx = [1]\ndef f(b):\n    if b:\n        return a.g(b, x)\n    print(x)\n"},
    {"html", "<p style='a: b; c: d' onclick='f(&#39;x&#39;)'>x</p><script>f(/a+[bc]/, 1)</script>"},
    {"smtlib", "(assert (let ((a (g c))) (f a b)))\n(check-sat)\n"},
};

}  // namespace

TEST_CASE("senseless answers: a pass over a tree ends, and each step is smaller") {
  std::map<std::string, std::shared_ptr<const Parser>> parsers;
  const std::size_t step = support::is_sanitized() ? 3 : 1;
  for (std::size_t i = 0; i < std::size(kSenseless); i += step) {
    const SenselessRow& row = kSenseless[i];
    CAPTURE(row.text);
    const auto grammar = support::shipped(row.language);
    auto& parser = parsers[row.language];
    if (parser == nullptr) parser = std::make_shared<const Parser>(grammar);
    const bool partial = !parser->accepts(row.text);
    const Tree tree = list_view(partial ? parse_partially(*parser, row.text).tree
                                        : support::tree_of(grammar, row.text));
    const Analysis analysis = analyse(*grammar);
    for (const Pass* pass : tree_passes()) {
      if (is_measured_otherwise(pass->name)) continue;
      CAPTURE(pass->name);
      // At first every text with the same number of tokens fails.
      for (const unsigned of : {1u, 3u}) {
        const auto judge =
            of == 1 ? support::same_size(grammar, row.text) : support::senseless(row.text, of, of);
        FunctionOracle oracle(judge);
        Session session(oracle, row.text);
        session.stop = StopToken().within({.tests = 20000});  // throws if reached: the pass must
                                                              // end before
        support::SmallerAndSmaller watch(*grammar, row.text);
        session.add_observer(&watch);
        session.check_original("preflight");
        TreeWork work(session, *parser, analysis, tree, partial);
        while (pass->tree(work, 0)) {
        }
        CHECK(print(work.tree()) == session.best());
        CHECK(judge(session.best()) == Outcome::kFail);
      }
    }
  }
}

}  // namespace grabr
