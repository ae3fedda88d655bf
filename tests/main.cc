#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "text/setting.h"

namespace {

/// Messages are those of the program.
[[maybe_unused]] const bool kSpelled = (grabr::spell_settings_with("--"), true);

}  // namespace
