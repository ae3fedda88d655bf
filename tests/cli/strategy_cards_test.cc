#include <doctest/doctest.h>

#include <iostream>
#include <sstream>
#include <string>

#include "cli/run_grabr.h"
#include "cli/show/strategies.h"
#include "reduce/strategy.h"
#include "text/error.h"
#include "text/setting.h"

using namespace grabr;

namespace {

/// The output of `grabr strategies NAME`.
std::string explained(const std::string& name) {
  std::ostringstream text;
  std::streambuf* const before = std::cout.rdbuf(text.rdbuf());
  CHECK_NOTHROW(explain_strategy(name));
  std::cout.rdbuf(before);
  return text.str();
}

}  // namespace

TEST_CASE("every pass can be explained") {
  for (const Pass& pass : passes()) {
    CAPTURE(pass.name);
    const std::string text = explained(std::string(pass.name));
    check_contains(text, spelled(pass.help));
    check_contains(text, std::string(pass.guarantee) + "\n");
    check_contains(text, "after " + std::string(pass.source));
    CHECK(text.size() > 300);
    CHECK(text.find("Tested by") == text.npos);
  }
}

TEST_CASE("a description has numbers, and no names of files or constants") {
  const std::string text = explained("perses");
  check_contains(text, "Descendants are searched 5 steps deep");
  CHECK(text.find("list_view.h") == text.npos);
  std::istringstream lines(text.substr(text.find("\n\n")));
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(line.size() <= 100);
  }
  CHECK(explained("auto").find("passes.def") == text.npos);
}

TEST_CASE("what auto is said to do is what its schedule does") {
  const std::string text = explained("auto");
  for (const char* name : {"auto", "auto-thorough"}) {
    for (const RoundsLine& line : rounds_of(*find_pass(name)).lines) {
      CAPTURE(line.pass->name);
      check_contains(text, std::string(line.pass->name) + " ");
      check_contains(text, std::string(line.pass->help));
    }
  }
  check_contains(text, std::string(find_pass("trec")->help) + " (--thorough)");
  check_contains(text, "\n" + std::string(find_pass("auto")->pipeline));
}

TEST_CASE("a name that is nobody's is refused with what comes near") {
  const auto refusal = [](const std::string& name) -> std::string {
    try {
      explain_strategy(name);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  check_contains(refusal("unnets"), "did you mean unnest?");
  check_contains(refusal("vulkan"), "did you mean vulcan?");
  check_contains(refusal("entirely-else"), "grabr strategies shows them");
}

TEST_CASE("the list has strategies, minimisers and passes") {
  const Workshop shop;
  const std::string list = shop.grabr("strategies").output;
  CHECK(list == shop.grabr("--list-strategies").output);
  check_contains(list, "A. Groce");
  for (const Pass& pass : passes()) {
    check_contains(list, std::string(pass.name) + " ");
    check_contains(list, spelled(pass.help) + "\n");
  }
  CHECK(shop.grabr("strategies unnest").output == shop.grabr("--explain unnest").output);
  CHECK(shop.grabr("strategies unnets").exit == 2);
}
