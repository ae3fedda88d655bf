// What `grabr mcp` offers: tools, each a call of this program. Arguments and answers are texts of
// JSON.
#pragma once

#include <memory>
#include <string>

namespace grabr {

class McpRuns;

class McpTools {
 public:
  McpTools();
  /// Ends the reductions that were started, as SIGTERM does: their best is kept.
  ~McpTools();
  McpTools(const McpTools&) = delete;
  McpTools& operator=(const McpTools&) = delete;

  /// An array: name, description and JSON schema of the arguments of each.
  static std::string list();
  static bool has(const std::string& tool);
  /// The answer of a tool, an object. Throws Error(kInvalid), with words for the caller, for wrong
  /// arguments.
  std::string call(const std::string& tool, const std::string& arguments);

 private:
  std::unique_ptr<McpRuns> runs_;
};

}  // namespace grabr
