// The tools that `grabr mcp` offers, each a call of this program.
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
  /// Ends the reductions that were started, as SIGTERM does: their best results are kept.
  ~McpTools();
  McpTools(const McpTools&) = delete;
  McpTools& operator=(const McpTools&) = delete;

  /// An array: name, description and JSON schema of the arguments of each.
  static nlohmann::ordered_json list();
  static bool has(const std::string& tool);
  /// The tool's answer, an object. Throws Error(kInvalid) for wrong arguments, with a message for
  /// the caller.
  nlohmann::ordered_json call(const std::string& tool, const JsonField& arguments);

 private:
  std::unique_ptr<McpRuns> runs_;
};

}  // namespace grabr
