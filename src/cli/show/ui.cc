// Tested by tests/check_live.py.
#include "cli/show/ui.h"

#include <cstdlib>
#include <string>
#include <vector>

#include "cli/show/terminal.h"
#include "text/error.h"
#include "text/suggest.h"

namespace grabr {
namespace {

std::string named_in_environment() {
  const char* const name = std::getenv("GRABR_UI");
  return name == nullptr ? std::string() : name;
}

}  // namespace

Ui choose_ui(const std::string& option, bool shares_output) {
  const std::string name = option.empty() ? named_in_environment() : option;
  // basic and textual are Shrink Ray's names.
  if (name == "plain" || name == "basic") return Ui::kLines;
  if (name == "off") return Ui::kOff;
  const std::vector<std::string> known = {"live", "plain", "off"};
  if (!name.empty() && name != "live" && name != "textual") {
    throw Error(ErrorKind::kInvalid, (option.empty() ? "GRABR_UI=" : "--ui ") + name +
                                         ": no such way to show what is done\nhint: " +
                                         word_hint(name, known, "live, plain or off"));
  }
  return !shares_output && Terminal::is_there() ? Ui::kLive : Ui::kStatusLine;
}

}  // namespace grabr
