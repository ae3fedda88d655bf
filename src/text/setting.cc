// Tested by tests/text/setting_test.cc; tests/check_layers.py checks that each key is an option.
#include "text/setting.h"

namespace grabr {
namespace {

std::string_view setting_prefix;

}  // namespace

std::string spelled(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '{') result += setting_prefix;
    else if (c != '}') result += c;
  }
  return result;
}

void spell_settings_with(std::string_view prefix) { setting_prefix = prefix; }

}  // namespace grabr
