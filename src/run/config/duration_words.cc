#include "run/config/duration_words.h"

namespace grabr {

std::string duration_text(double seconds) {
  const auto whole = static_cast<unsigned long long>(seconds);
  const auto text = [](unsigned long long number, const char* unit) {
    return std::to_string(number) + unit;
  };
  if (whole < 60) return text(whole, " s");
  if (whole < 3600) return text(whole / 60, " min ") + text(whole % 60, " s");
  return text(whole / 3600, " h ") + text(whole % 3600 / 60, " min");
}

}  // namespace grabr
