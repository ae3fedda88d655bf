#include "text/setting.h"

#include <doctest/doctest.h>

namespace {

/// Settings are spelled in these tests as in the program.
[[maybe_unused]] const bool kAsInTheProgram = (grabr::spell_settings_with("--"), true);

}  // namespace

TEST_CASE("settings are written as the user of the program or of the library writes them") {
  CHECK(grabr::spelled("{not-stdout} RE, or {hang}") == "--not-stdout RE, or --hang");
  grabr::spell_settings_with("");
  CHECK(grabr::spelled("{not-stdout} RE, or {hang}") == "not-stdout RE, or hang");
  grabr::spell_settings_with("--");
  CHECK(grabr::spelled("none").size() == 4);
}
