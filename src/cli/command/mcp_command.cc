// `grabr mcp`: the Model Context Protocol (modelcontextprotocol.io, revision 2025-06-18) over
// standard input and output: JSON-RPC 2.0, a message a line. Requests are answered in their order.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/command/mcp_tools.h"
#include "cli/commands.h"
#include "cli/show/interruption.h"
#include "text/build.h"
#include "text/exit_status.h"

namespace grabr {
namespace {

using McpJson = nlohmann::ordered_json;

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

McpJson error_answer(const McpJson& id, int code, const std::string& message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

McpJson introduction(const McpJson& parameters) {
  const McpJson given = parameters.value("protocolVersion", McpJson());
  const std::string wanted = given.is_string() ? given.get<std::string>() : std::string();
  const bool known = std::ranges::find(kRevisions, wanted) != std::end(kRevisions);
  return {{"protocolVersion", known ? wanted : std::string(*std::rbegin(kRevisions))},
          {"capabilities", {{"tools", McpJson::object()}}},
          {"serverInfo", {{"name", "grabr"}, {"version", build_version()}}},
          {"instructions", kInstructions}};
}

McpJson content(const std::string& text, bool is_error) {
  return {{"content", McpJson::array({{{"type", "text"}, {"text", text}}})}, {"isError", is_error}};
}

/// What a tool cannot do is told to who called it as an answer, not as an error of the protocol.
McpJson call_tool(McpTools& tools, const std::string& name, const McpJson& arguments) {
  try {
    const auto answer = McpJson::parse(tools.call(name, arguments.dump()));
    McpJson result = content(answer.dump(2), false);
    result["structuredContent"] = answer;
    return result;
  } catch (const std::exception& error) {
    return content(error.what(), true);
  }
}

/// Null for a notification.
McpJson answer_to(McpTools& tools, const McpJson& message) {
  const McpJson id = message.is_object() ? message.value("id", McpJson()) : McpJson();
  if (!message.is_object() || !message.contains("method") || !message["method"].is_string() ||
      message.value("jsonrpc", McpJson()) != "2.0") {
    return error_answer(id, kInvalidRequest, "not a request of JSON-RPC 2.0");
  }
  const auto method = message["method"].get<std::string>();
  const McpJson parameters = message.value("params", McpJson::object());
  if (!message.contains("id")) return {};
  const auto result = [&](McpJson value) {
    return McpJson{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(value)}};
  };
  if (!parameters.is_object()) return error_answer(id, kInvalidParameters, "params: no object");
  if (method == "initialize") return result(introduction(parameters));
  if (method == "ping") return result(McpJson::object());
  if (method == "tools/list") return result({{"tools", McpJson::parse(McpTools::list())}});
  if (method != "tools/call") return error_answer(id, kMethodNotFound, "no method " + method);
  const McpJson name = parameters.value("name", McpJson());
  if (!name.is_string() || !McpTools::has(name.get<std::string>())) {
    return error_answer(id, kInvalidParameters, "no tool " + name.dump());
  }
  return result(
      call_tool(tools, name.get<std::string>(), parameters.value("arguments", McpJson::object())));
}

/// Until the input ends, or a signal asks for the end: reductions end with both.
int serve() {
  const Interruption interruption;
  McpTools tools;
  std::string line;
  while (!StopSignals().asked() && std::getline(std::cin, line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto message = McpJson::parse(line, nullptr, false);
    const McpJson answer = message.is_discarded()
                               ? error_answer(nullptr, kParseError, "the line is not JSON")
                               : answer_to(tools, message);
    if (answer.is_null()) continue;
    std::cout << answer.dump(-1, ' ', false, McpJson::error_handler_t::replace) << std::endl;
    if (!std::cout) break;
  }
  Interruption::check();
  return status_of(ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_mcp(CLI::App&) {
  return [](const std::optional<Words>&) { return serve(); };
}

}  // namespace grabr
