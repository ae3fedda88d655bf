// What `grabr mcp` offers: tools, each a call of this program.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "text/file_descriptor.h"

namespace grabr {

using ToolJson = nlohmann::ordered_json;

class McpTools {
 public:
  McpTools() = default;
  /// Ends the reductions that were started, as SIGTERM does: their best is kept.
  ~McpTools();
  McpTools(const McpTools&) = delete;
  McpTools& operator=(const McpTools&) = delete;

  /// Name, description and JSON schema of the arguments of each.
  static ToolJson list();
  static bool has(const std::string& tool);
  /// The answer of a tool. Throws Error(kInvalid), with words for the caller, for wrong arguments.
  ToolJson call(const std::string& tool, const ToolJson& arguments);

 private:
  struct Run {
    pid_t process = -1;
    std::filesystem::path output;  ///< absolute, as all paths here
    std::filesystem::path status;
    std::filesystem::path report;
    FileDescriptor said;  ///< a file in memory, of its standard error
    bool ended = false;
    int exit = 0;
  };

  ToolJson check_test(const ToolJson& arguments) const;
  ToolJson start(const ToolJson& arguments);
  ToolJson status(const ToolJson& arguments);
  ToolJson result(const ToolJson& arguments);
  ToolJson stop(const ToolJson& arguments);
  ToolJson diff(const ToolJson& arguments) const;

  Run& run_of(const ToolJson& arguments);

  std::map<std::string, Run> runs_;
};

}  // namespace grabr
