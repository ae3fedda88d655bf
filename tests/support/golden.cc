#include "support/golden.h"

#include <regex>
#include <string_view>

#include "text/file.h"
#include "text/units.h"

namespace grabr::support {

Json golden(const std::string& name) {
  return Json::parse(read_file(std::string(GRABR_SOURCE_DIR) + "/tests/golden/" + name + ".json"));
}

Judge judge_of(const Json& oracle) {
  const auto contains = [](std::string_view text, const std::string& part) {
    return text.find(part) != text.npos;
  };
  if (oracle["kind"] == "contains") {
    return fails_if([contains, part = oracle["text"].get<std::string>(),
                     least = oracle.value("min_length", std::size_t{0})](std::string_view text) {
      return contains(text, part) && split_units(text, Unit::kChars).size() >= least;
    });
  }
  if (oracle["kind"] == "all") {
    return fails_if(
        [contains, parts = oracle["texts"].get<std::vector<std::string>>()](std::string_view text) {
          for (const std::string& part : parts) {
            if (!contains(text, part)) return false;
          }
          return true;
        });
  }
  if (oracle["kind"] == "before") {
    return fails_if([first = oracle["first"].get<std::string>(),
                     second = oracle["second"].get<std::string>()](std::string_view text) {
      return text.find(first) != text.npos && text.find(second) != text.npos &&
             text.find(first) < text.find(second);
    });
  }
  REQUIRE(oracle["kind"] == "regex");
  return fails_if(
      [pattern = std::regex(oracle["pattern"].get<std::string>())](std::string_view text) {
        return std::regex_search(text.begin(), text.end(), pattern);
      });
}

}  // namespace grabr::support
