// What is kept of a run for its page: files beside its answers.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace grabr {

/// FOLDER/NAME.report and FOLDER/NAME.explanation: `name` is the output of the run, or its input
/// where that goes elsewhere.
std::filesystem::path kept_report_path(const std::filesystem::path& folder,
                                       const std::string& name);
std::filesystem::path kept_explanation_path(const std::filesystem::path& folder,
                                            const std::string& name);

/// Into a folder that is there. What cannot be written is left out.
void keep_file(const std::filesystem::path& path, std::string_view text);

}  // namespace grabr
