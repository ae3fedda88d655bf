#include "run/files/early_report.h"

#include <nlohmann/json.hpp>
#include <string>

#include "report/form/json_text.h"
#include "report/saved/report.h"
#include "text/exit_status.h"
#include "text/file.h"

namespace grabr {

void write_early_report(const std::string& report, bool several, const Error& error) {
  if (report.empty()) return;
  nlohmann::ordered_json json = {{"schema", kReportSchema},
                                 {"input", nullptr},
                                 {"output", nullptr},
                                 {"exit", status_of(error.kind())},
                                 {"reason", as_utf8(error.what())}};
  if (several) json = nlohmann::ordered_json::array({json});
  write_atomically(report, json.dump(2) + "\n");
}

}  // namespace grabr
