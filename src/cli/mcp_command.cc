// `grabr mcp`: the Model Context Protocol (modelcontextprotocol.io, revision 2025-06-18) over standard
// input and output: JSON-RPC 2.0, a message a line. Requests are answered in their order.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <string>

#include "cli/commands.h"
#include "cli/mcp_tools.h"
#include "text/error.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

// The newest last; they differ in what is not used here.
constexpr std::string_view kRevisions[] = {"2024-11-05", "2025-03-26", "2025-06-18"};

constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParameters = -32602;

constexpr std::string_view kInstructions =
    "grabr makes an input that fails as small as possible. First `check_test`, until it says "
    "\"good\"; then `start`, `status` now and then, and `result` with \"wait\". The test must exit "
    "with 0 only for the failure that is looked for, not for any failure.";

ToolJson error_answer(const ToolJson& id, int code, const std::string& message) {
  return {{"jsonrpc", "2.0"},
          {"id", id},
          {"error", {{"code", code}, {"message", message}}}};
}

ToolJson introduction(const ToolJson& parameters) {
  const std::string wanted = parameters.value("protocolVersion", std::string());
  const bool known = std::ranges::find(kRevisions, wanted) != std::end(kRevisions);
  return {{"protocolVersion", known ? wanted : std::string(*std::rbegin(kRevisions))},
          {"capabilities", {{"tools", ToolJson::object()}}},
          {"serverInfo", {{"name", "grabr"}, {"version", GRABR_VERSION}}},
          {"instructions", kInstructions}};
}

ToolJson content(const std::string& text, bool is_error) {
  return {{"content", ToolJson::array({{{"type", "text"}, {"text", text}}})}, {"isError", is_error}};
}

/// What a tool cannot do is told to who called it as an answer, not as an error of the protocol.
ToolJson call_tool(McpTools& tools, const std::string& name, const ToolJson& arguments) {
  try {
    const ToolJson answer = tools.call(name, arguments);
    ToolJson result = content(answer.dump(2), false);
    result["structuredContent"] = answer;
    return result;
  } catch (const Error& error) {
    return content(error.what(), true);
  }
}

/// Null for a notification.
ToolJson answer_to(McpTools& tools, const ToolJson& message) {
  const ToolJson id = message.is_object() ? message.value("id", ToolJson()) : ToolJson();
  if (!message.is_object() || !message.contains("method") || !message["method"].is_string() ||
      message.value("jsonrpc", ToolJson()) != "2.0") {
    return error_answer(id, kInvalidRequest, "this is no request of JSON-RPC 2.0");
  }
  const auto method = message["method"].get<std::string>();
  const ToolJson parameters = message.value("params", ToolJson::object());
  if (!message.contains("id")) return {};
  const auto result = [&](ToolJson value) {
    return ToolJson{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(value)}};
  };
  if (!parameters.is_object()) return error_answer(id, kInvalidParameters, "params: no object");
  if (method == "initialize") return result(introduction(parameters));
  if (method == "ping") return result(ToolJson::object());
  if (method == "tools/list") return result({{"tools", McpTools::list()}});
  if (method != "tools/call") return error_answer(id, kMethodNotFound, "no method " + method);
  const ToolJson name = parameters.value("name", ToolJson());
  if (!name.is_string() || !McpTools::has(name.get<std::string>())) {
    return error_answer(id, kInvalidParameters, "no tool " + name.dump());
  }
  return result(call_tool(tools, name.get<std::string>(),
                          parameters.value("arguments", ToolJson::object())));
}

int serve() {
  McpTools tools;
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto message = ToolJson::parse(line, nullptr, false);
    const ToolJson answer = message.is_discarded()
                                ? error_answer(nullptr, kParseError, "this line is no JSON")
                                : answer_to(tools, message);
    if (answer.is_null()) continue;
    std::cout << answer.dump(-1, ' ', false, ToolJson::error_handler_t::replace) << std::endl;
    if (!std::cout) break;
  }
  return status_of(ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_mcp(CLI::App&) {
  return [](const std::optional<Words>&) { return serve(); };
}

}  // namespace grabr
