// A reduction as a Markdown text for a bug tracker.
#pragma once

#include <string>
#include <vector>

#include "text/json.h"

namespace grabr {

/// The failure in one line, the command, sizes, and the result in a fence. With `asks_versions`
/// also the output of --version of the command's compilers and interpreters on this machine.
/// `report`: a report as --report wrote it; `result`: the text to show.
std::string bug_report(const JsonField& report, const std::string& result, bool asks_versions);

/// The programs of a test that are asked for --version, spelt as in the test and in the order of
/// its text: "gcc-12", "python3". Only names from a table of compilers and interpreters count: no
/// other word of a file becomes a command.
std::vector<std::string> versioned_programs(const std::string& text);

}  // namespace grabr
