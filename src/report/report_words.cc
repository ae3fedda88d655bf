// A report as a line of words.
#include "report/report.h"

namespace grabr {

std::string report_words(const Report& report) {
  return report.strategy + ": " + std::to_string(report.input.measure.bytes) + " -> " +
         std::to_string(report.output.measure.bytes) + " bytes\n";
}

}  // namespace grabr
