#include "reduce/text/letters.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <string_view>

#include "support/text_run.h"

using namespace grabr;

namespace {

support::TextRun lettered(const std::string& text,
                          const std::function<bool(std::string_view)>& fails) {
  return support::run_on_text(text, fails, minimize_letters);
}

std::function<bool(std::string_view)> has_text(std::string_view needed) {
  return [=](std::string_view text) { return text.find(needed) != std::string_view::npos; };
}

}  // namespace

TEST_CASE("letters: of a word that stays three questions are asked") {
  const support::TextRun run = lettered("constitutional", has_text("constitutional"));
  CHECK(run.text == "constitutional");
  CHECK(run.tests == 3);
}

TEST_CASE("letters: words become their first letter, or what is needed of them") {
  const auto package = [](std::string_view text) {
    return text.starts_with("package ") && text.ends_with(" ActualType") && text.size() > 19;
  };
  CHECK(lettered("package generic ActualType", package).text == "package g ActualType");
  CHECK(lettered("of derived_types_69_m", has_text("derived_types_")).text == "derived_types_");
  CHECK(lettered("uncancelled", has_text("cancel")).text == "cancel");
  CHECK(lettered("(abc);\xC3\xA9", has_text(";")).text == ";");
}

TEST_CASE("letters: what is between words goes character by character") {
  const auto both = [](std::string_view text) {
    return has_text("while")(text) && has_text("return")(text) &&
           text.find(' ') != std::string_view::npos;
  };
  CHECK(lettered("  while  ((x1)) return;", both).text.size() == 12);
  CHECK(lettered("", [](std::string_view) { return true; }).text.empty());
}
