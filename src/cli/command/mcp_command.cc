// `grabr mcp`: the Model Context Protocol (modelcontextprotocol.io, revision 2025-06-18) over
// standard input and output: JSON-RPC 2.0, one message per line. Requests are answered in order.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "cli/command/mcp_tools.h"
#include "cli/commands.h"
#include "cli/show/interruption.h"
#include "report/form/json_text.h"
#include "text/build.h"
#include "text/error.h"
#include "text/exit_status.h"
#include "text/json.h"

namespace grabr {
namespace {

using McpJson = nlohmann::ordered_json;

// The newest comes last; they differ only in features that are not used here.
constexpr std::string_view kRevisions[] = {"2024-11-05", "2025-03-26", "2025-06-18"};

constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParameters = -32602;

constexpr std::string_view kInstructions =
    "grabr makes a failing input as small as possible. First call `check_test` until it says "
    "\"good\"; then `start`, `status` from time to time, and `result` with \"wait\". The test must "
    "exit with 0 only for the failure in question, not for any failure.";

McpJson error_answer(const McpJson& id, int code, const std::string& message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

McpJson introduction(const std::optional<JsonField>& parameters) {
  const auto given = parameters ? parameters->find("protocolVersion") : std::nullopt;
  const std::string wanted = given ? given->value().text : std::string();
  const bool known = std::ranges::find(kRevisions, wanted) != std::end(kRevisions);
  return {{"protocolVersion", known ? wanted : std::string(*std::rbegin(kRevisions))},
          {"capabilities", {{"tools", McpJson::object()}}},
          {"serverInfo", {{"name", "grabr"}, {"version", build_version()}}},
          {"instructions", kInstructions}};
}

McpJson content(const std::string& text, bool is_error) {
  return {{"content", McpJson::array({{{"type", "text"}, {"text", text}}})}, {"isError", is_error}};
}

/// A tool reports its failure to the caller as an answer, not as a protocol error.
McpJson call_tool(McpTools& tools, const std::string& name, const JsonField& arguments) {
  try {
    McpJson answer = tools.call(name, arguments);
    McpJson result = content(answer.dump(2, ' ', false, McpJson::error_handler_t::replace), false);
    result["structuredContent"] = std::move(answer);
    return result;
  } catch (const std::exception& error) {
    return content(error.what(), true);
  }
}

/// The id of a request: a string or a number, sent back as it was written; null if there is none.
McpJson id_of(const JsonField& message) {
  using Kind = JsonValue::Kind;
  const auto id = message.is(Kind::kObject) ? message.find("id") : std::nullopt;
  return id && (id->is(Kind::kString) || id->is(Kind::kNumber)) ? json_of(*id) : McpJson();
}

/// Returns null for a notification.
McpJson answer_to(McpTools& tools, const JsonField& message) {
  using Kind = JsonValue::Kind;
  const McpJson id = id_of(message);
  const auto text_of = [](const std::optional<JsonField>& object, const char* key) {
    const JsonValue* const found =
        object && object->is(Kind::kObject) ? object->value().find(key) : nullptr;
    return found != nullptr && found->is(Kind::kString) ? std::optional(found->text) : std::nullopt;
  };
  const auto method = text_of(message, "method");
  if (!method || text_of(message, "jsonrpc") != "2.0") {
    return error_answer(id, kInvalidRequest, "not a request of JSON-RPC 2.0");
  }
  if (message.value().find("id") == nullptr) return {};
  const auto parameters = message.find("params");
  const auto result = [&](McpJson value) {
    return McpJson{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(value)}};
  };
  if (parameters && !parameters->is(Kind::kObject)) {
    return error_answer(id, kInvalidParameters, "params is not an object");
  }
  if (*method == "initialize") return result(introduction(parameters));
  if (*method == "ping") return result(McpJson::object());
  if (*method == "tools/list") return result({{"tools", McpTools::list()}});
  if (*method != "tools/call") return error_answer(id, kMethodNotFound, "no method " + *method);
  const auto name = text_of(parameters, "name");
  if (!name || !McpTools::has(*name)) {
    return error_answer(id, kInvalidParameters, "no tool " + name.value_or("is named"));
  }
  static const JsonDocument kNone("arguments", "{}", "an object");
  return result(call_tool(tools, *name, parameters->find("arguments").value_or(kNone.root())));
}

/// The line contains one message.
McpJson answer_to_line(McpTools& tools, const std::string& line) {
  std::optional<JsonDocument> message;
  try {
    message.emplace("the message", line, "a message of JSON-RPC 2.0");
  } catch (const Error& error) {
    return error_answer(nullptr, kParseError, error.what());
  }
  return answer_to(tools, message->root());
}

/// Answers until the input ends or a signal asks for the end; either also ends the reductions.
int serve() {
  const Interruption interruption;
  McpTools tools;
  std::string line;
  while (!StopSignals().asked() && std::getline(std::cin, line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const McpJson answer = answer_to_line(tools, line);
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
