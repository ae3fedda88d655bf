// What `grabr mcp` offers: tools, each a call of this program.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "text/json.h"

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
  static nlohmann::ordered_json list();
  static bool has(const std::string& tool);
  /// The answer of a tool, an object. Throws Error(kInvalid), with words for the caller, for wrong
  /// arguments.
  nlohmann::ordered_json call(const std::string& tool, const JsonField& arguments);

 private:
  std::unique_ptr<McpRuns> runs_;
};

}  // namespace grabr
