// A reduction as a text for a bug tracker, in Markdown.
#pragma once

#include <string>
#include <vector>

#include "text/json.h"

namespace grabr {

/// The failure in a line, the command, sizes, and the result in a fence; if `asks_versions` also
/// what the compilers and interpreters of the command say here to --version. `report`: as --report
/// wrote it; `result`: the text to be shown.
std::string bug_report(const JsonField& report, const std::string& result, bool asks_versions);

/// The programs of a test whose version `--version` prints, as the test names them, in the order of
/// its text: "gcc-12", "python3". Only names from a table of compilers and interpreters count: no
/// other word of a file becomes a command.
std::vector<std::string> versioned_programs(const std::string& text);

}  // namespace grabr
