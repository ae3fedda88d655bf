// Tested by tests/check_mcp.py.
#include "cli/command/mcp_tools.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "cli/command/own_call.h"
#include "cli/show/interruption.h"
#include "report/form/json_text.h"
#include "run/files/run_status.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/json.h"
#include "text/system_call.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using ToolJson = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using Strings = std::vector<std::string>;

constexpr double kCheck_s = 120;  // default of max_time for check_test, explain, diff
constexpr double kMaxWait_s = 300;
constexpr auto kPause = std::chrono::milliseconds(20);
constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;

[[noreturn]] void refuse_arguments(const std::string& words) {
  throw Error(ErrorKind::kInvalid, words);
}

// ---- Arguments ----

struct Parameter {
  std::string_view name, type, words;
};

constexpr Parameter kTestParameters[] = {
    {"folder", "string", "Working folder of the command, base of file names; default: here"},
    {"test", "string",
     "The test: a script, or a command line. It gets the candidate's path as its last argument and "
     "exits with 0 while the failure is there"},
    {"shell", "string", "Instead of test: text for /bin/sh; the candidate's path is $1"},
    {"command", "array",
     "Instead of test: a program and its arguments, @@ being the candidate's path; a crash is the "
     "failure unless options name another condition"},
    {"grammar", "string", "The grammar, by name or file; default: by the file's name and content"},
    {"jobs", "integer", "Number of tests at once; default: the number of cores"},
    {"max_time", "number", "Stop after this many seconds, keeping the best so far"},
    {"options", "array", "More options of grabr: [\"--stderr\", \"internal error\"]"},
};
constexpr Parameter kFile[] = {{"file", "string", "The input that fails"}};
constexpr Parameter kStart[] = {
    {"file", "string", "The failing input; it is not changed"},
    {"output", "string", "File for the result; default: FILE.reduced.EXT next to it"},
    {"max_tests", "integer", "Stop after this many tests, keeping the best so far"}};
constexpr Parameter kTwoFiles[] = {{"failing", "string", "An input that fails"},
                                   {"passing", "string", "A similar input that passes"}};
constexpr Parameter kExplain[] = {{"file", "string", "The failing input, ideally a result"}};
constexpr Parameter kTriage[] = {
    {"inputs", "array", "Failing files, and folders of them"},
    {"output", "string", "Folder for the results; default: INPUT.bugs beside the first folder"},
    {"max_tests", "integer", "Stop after this many tests, keeping the bugs so far"}};
constexpr Parameter kRun[] = {{"run", "string", "The name from `start`"}};
constexpr Parameter kResult[] = {
    {"run", "string", "The name from `start`"},
    {"wait", "number", "Seconds to wait for its end, at most 300; default: 0"}};

std::string text_of(const JsonField& arguments, const std::string& name, bool required = false) {
  if (required && !arguments.find(name)) {
    refuse_arguments("the argument \"" + name + "\" is missing");
  }
  return arguments.get<std::string>(name, "");
}

/// The file's name as a word that is never taken for an option.
std::string file_of(const JsonField& arguments, const std::string& name) {
  const std::string file = text_of(arguments, name, true);
  return file.starts_with('-') ? "./" + file : file;
}

void add_number(Strings& words, const JsonField& arguments, const char* name, const char* option) {
  const auto value = arguments.find(name);
  if (value) words.insert(words.end(), {option, value->value().text});
}

fs::path folder_of(const JsonField& arguments) {
  const fs::path folder = fs::current_path() / text_of(arguments, "folder");
  if (!fs::is_directory(folder))
    refuse_arguments("folder: there is no folder " + shown_name(folder));
  return folder;
}

/// The words of the call: options, files and the test. `files` replace the places of grabr's own
/// files.
Strings call_words(const char* command, const JsonField& arguments, const Strings& own,
                   const Strings& files) {
  Strings words = {"grabr", command};
  if (const std::string grammar = text_of(arguments, "grammar"); !grammar.empty()) {
    words.insert(words.end(), {"-g", grammar});
  }
  add_number(words, arguments, "jobs", "-j");
  words.insert(words.end(), own.begin(), own.end());
  const auto more = arguments.get<Strings>("options", {});
  words.insert(words.end(), more.begin(), more.end());
  const std::string test = text_of(arguments, "test");
  const std::string shell = text_of(arguments, "shell");
  const auto program = arguments.find("command");
  if (!test.empty() + !shell.empty() + program.has_value() != 1) {
    refuse_arguments("give exactly one of \"test\", \"shell\" and \"command\"");
  }
  if (!test.empty()) words.insert(words.end(), {"-t", test});
  if (!shell.empty()) words.insert(words.end(), {"-c", shell});
  words.insert(words.end(), files.begin(), files.end());
  if (program) {
    words.emplace_back("--");
    for (std::string& word : program->as<Strings>()) words.push_back(std::move(word));
  }
  return words;
}

Strings with_time(const JsonField& arguments, double otherwise) {
  Strings words;
  add_number(words, arguments, "max_time", "--max-time");
  if (words.empty() && otherwise > 0) {
    words = {"--max-time", std::to_string(std::lround(otherwise))};
  }
  return words;
}

class TemporaryPlace {
 public:
  TemporaryPlace() {
    std::string name = (fs::temp_directory_path() / "grabr-mcp-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw Error(ErrorKind::kSystem, "no temporary folder can be made: " + name);
    }
    path_ = name;
  }
  ~TemporaryPlace() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryPlace(const TemporaryPlace&) = delete;
  TemporaryPlace& operator=(const TemporaryPlace&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Bytes that are not text are marked, and are added as base64 too.
void put_text(ToolJson& json, const std::string& name, const std::string& bytes) {
  json[name] = as_utf8(bytes);
  if (json[name] != bytes) json[name + "_base64"] = base64(bytes);
}

/// The meaning of an exit status, without the run's numbers.
std::string meaning_of(int exit) {
  switch (exit) {
    case 0: return "finished";
    case 2: return "wrong usage: see \"messages\"";
    case 3: return "the input does not fail";
    case 5: return "the test was rejected: it accepts unrelated inputs, or its answers vary";
    case 6: return "a limit was reached; the best so far is the result";
    case 7: return "the test or its environment changed";
    case 143: return "stopped; the best so far is the result";
    default: return "ended with status " + std::to_string(exit);
  }
}

struct Tool {
  std::string_view name, words;
  std::span<const Parameter> own;
  bool takes_test;
  std::span<const std::string_view> required;
};

constexpr std::string_view kNeedsFile[] = {"file"};
constexpr std::string_view kNeedsTwo[] = {"failing", "passing"};
constexpr std::string_view kNeedsInputs[] = {"inputs"};
constexpr std::string_view kNeedsRun[] = {"run"};

const Tool kTools[] = {
    {"check_test",
     "Checks a test before a reduction: does the input fail every time, and do inputs that cannot "
     "fail pass?",
     kFile, true, kNeedsFile},
    {"start", "Starts a reduction in the background: makes a failing input as small as possible",
     kStart, true, kNeedsFile},
    {"status", "Shows the state of a reduction: sizes, tests, phase", kRun, false, kNeedsRun},
    {"result", "The smallest text so far, or the result if the reduction has ended", kResult, false,
     kNeedsRun},
    {"stop", "Ends a reduction; its best is the result", kRun, false, kNeedsRun},
    {"explain",
     "Shows which parts of a result matter and which are interchangeable, by trying generated "
     "parts",
     kExplain, true, kNeedsFile},
    {"diff", "Finds the smallest difference between two inputs that makes one fail", kTwoFiles,
     true, kNeedsTwo},
    {"triage",
     "Sorts failing files into bugs, with the smallest input of each; the same call continues "
     "where it ended",
     kTriage, true, kNeedsInputs},
};

ToolJson schema_of(const Tool& tool) {
  ToolJson properties = ToolJson::object();
  const auto add = [&](const Parameter& one) {
    ToolJson property = {{"type", one.type}, {"description", one.words}};
    if (one.type == "array") property["items"] = {{"type", "string"}};
    properties[std::string(one.name)] = std::move(property);
  };
  for (const Parameter& one : tool.own) add(one);
  if (tool.takes_test) {
    for (const Parameter& one : kTestParameters) add(one);
  }
  ToolJson required = ToolJson::array();
  for (const std::string_view name : tool.required) required.push_back(name);
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

const Tool* find_tool(const std::string& name) {
  const auto* found = std::ranges::find(kTools, name, &Tool::name);
  return found == std::end(kTools) ? nullptr : found;
}

bool has_type(const JsonField& value, std::string_view type) {
  using Kind = JsonValue::Kind;
  if (type == "string") return value.is(Kind::kString);
  if (type != "array") {
    const bool is_whole = value.value().text.find_first_of(".eE") == std::string::npos;
    return value.is(Kind::kNumber) && (type == "number" || is_whole);
  }
  return value.is(Kind::kArray) && std::ranges::all_of(value.items(), [](const JsonField& word) {
           return word.is(Kind::kString);
         });
}

void check_arguments(const Tool& tool, const JsonField& arguments) {
  const ToolJson schema = schema_of(tool);
  const ToolJson& known = schema.at("properties");
  if (!arguments.is(JsonValue::Kind::kObject)) refuse_arguments("the arguments are not an object");
  for (const auto& [name, value] : arguments.members()) {
    if (!known.contains(name))
      refuse_arguments(std::string(tool.name) + " has no argument \"" + name + "\"");
    const auto type = known.at(name).at("type").get<std::string>();
    if (!value.is(JsonValue::Kind::kNull) && !has_type(value, type)) {
      refuse_arguments("the argument \"" + name + "\" is not of type " + type);
    }
  }
  for (const std::string_view name : tool.required) {
    if (!arguments.find(std::string(name))) {
      refuse_arguments("the argument \"" + std::string(name) + "\" is missing");
    }
  }
}

ToolJson check_test(const JsonField& arguments) {
  const TemporaryPlace place;
  Strings own = with_time(arguments, kCheck_s);
  own.insert(own.end(), {"--fresh", "--cache", (place.path() / "answers").string(), "--max-tests",
                         "1", "-o", (place.path() / "out").string()});
  const Said said =
      run_own(call_words("reduce", arguments, own, {"-i", file_of(arguments, "file")}),
              folder_of(arguments));
  const bool good = said.exit == 0 || said.exit == status_of(ErrorKind::kBudget);
  return {
      {"good", good},
      {"exit", said.exit},
      {"meaning", good ? "the input fails, and the test rejects others" : meaning_of(said.exit)},
      {"messages", as_utf8(said.errors)}};
}

/// The JSON that a command prints, within a time limit.
ToolJson printed_by(const char* command, const JsonField& arguments, const Strings& json_option,
                    const Strings& files) {
  Strings own = with_time(arguments, kCheck_s);
  own.insert(own.end(), json_option.begin(), json_option.end());
  const Said said = run_own(call_words(command, arguments, own, files), folder_of(arguments));
  if (said.output.starts_with('{')) {
    return json_of(JsonDocument(command, said.output, "an answer").root());
  }
  refuse_arguments("grabr " + std::string(command) + ": " + meaning_of(said.exit) + "\n" +
                   as_utf8(said.errors));
}

ToolJson explain(const JsonField& arguments) {
  return printed_by("explain", arguments, {"-q", "--json", "-"},
                    {"-i", file_of(arguments, "file")});
}

ToolJson diff(const JsonField& arguments) {
  return printed_by("diff", arguments, {"--json"},
                    {file_of(arguments, "failing"), file_of(arguments, "passing")});
}

/// Returns triage.json with what was found before the time limit.
ToolJson triage(const JsonField& arguments) {
  const fs::path folder = folder_of(arguments);
  Strings inputs = arguments.get<Strings>("inputs");
  if (inputs.empty()) refuse_arguments("\"inputs\" is empty");
  for (std::string& input : inputs) input = (folder / input).lexically_normal().string();
  const std::string named = text_of(arguments, "output");
  fs::path output = named.empty() ? fs::path(inputs.front()) : folder / named;
  if (!output.has_filename()) output = output.parent_path();
  if (named.empty()) output += ".bugs";
  Strings own = with_time(arguments, kCheck_s);
  add_number(own, arguments, "max_tests", "--max-tests");
  own.insert(own.end(), {"-o", output.string()});
  const Said said = run_own(call_words("triage", arguments, own, inputs), folder);
  const fs::path found = output / "triage.json";
  const bool is_new = said.exit == status_of(ExitStatus::kFound);
  if ((said.exit != 0 && !is_new && said.exit != status_of(ErrorKind::kBudget)) ||
      !is_file(found)) {
    refuse_arguments("grabr triage: " + meaning_of(said.exit) + "\n" + as_utf8(said.errors));
  }
  ToolJson json = json_of(JsonDocument("triage", read_file(found), "the bugs of a triage").root());
  json["output"] = as_utf8(output.string());
  return json;
}

}  // namespace

class McpRuns {
 public:
  ~McpRuns();

  ToolJson call(const std::string& tool, const JsonField& arguments);

 private:
  struct Run {
    pid_t process = -1;
    fs::path output;  ///< absolute, as all paths here
    fs::path status;
    fs::path report;
    FileDescriptor said{-1};  ///< file in memory that takes its standard error
    bool ended = false;
    int exit = 0;
  };

  ToolJson start(const JsonField& arguments);
  ToolJson status(const JsonField& arguments);
  ToolJson result(const JsonField& arguments);
  ToolJson stop(const JsonField& arguments);

  Run& run_of(const JsonField& arguments);
  Run& run_called(const std::string& name);

  std::map<std::string, Run> runs_;
};

McpTools::McpTools() : runs_(std::make_unique<McpRuns>()) {}
McpTools::~McpTools() = default;

ToolJson McpTools::call(const std::string& tool, const JsonField& arguments) {
  check_arguments(*find_tool(tool), arguments);
  return runs_->call(tool, arguments);
}

ToolJson McpTools::list() {
  ToolJson tools = ToolJson::array();
  for (const Tool& tool : kTools) {
    tools.push_back(
        {{"name", tool.name}, {"description", tool.words}, {"inputSchema", schema_of(tool)}});
  }
  return tools;
}

bool McpTools::has(const std::string& tool) { return find_tool(tool) != nullptr; }

ToolJson McpRuns::call(const std::string& tool, const JsonField& arguments) {
  if (tool == "check_test") return check_test(arguments);
  if (tool == "start") return start(arguments);
  if (tool == "status") return status(arguments);
  if (tool == "result") return result(arguments);
  if (tool == "stop") return stop(arguments);
  if (tool == "explain") return explain(arguments);
  if (tool == "triage") return triage(arguments);
  return diff(arguments);
}

ToolJson McpRuns::start(const JsonField& arguments) {
  const fs::path folder = folder_of(arguments);
  const fs::path input = folder / text_of(arguments, "file", true);
  const std::string named = text_of(arguments, "output");
  Run run;
  fs::path beside = input;
  beside.replace_extension(".reduced" + input.extension().string());
  run.output = named.empty() ? beside : folder / named;
  if (named.empty() && fs::is_symlink(beside)) {
    refuse_arguments(shown_name(beside) + " is a link: name an \"output\"");
  }
  for (const auto& [name, other] : runs_) {
    if (other.output == run.output && !run_called(name).ended) {
      refuse_arguments("the reduction \"" + name + "\" writes " + shown_name(run.output) +
                       " and has not ended: `stop` it, or name another \"output\"");
    }
  }
  const fs::path answers = run.output.parent_path() / ".grabr";
  run.status = run::status_path(answers, run.output.string());
  run.report = answers / (run.output.filename().string() + ".report.json");
  std::error_code ignored;
  fs::create_directories(answers, ignored);
  fs::remove(run.report, ignored);
  Strings own = with_time(arguments, 0);
  add_number(own, arguments, "max_tests", "--max-tests");
  own.insert(own.end(), {"-o", run.output.string(), "--report", run.report.string()});
  const Strings words = call_words("reduce", arguments, own, {"-i", input.string()});
  const FileDescriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  run.said = file_in_memory();
  run.process = start_own(words, folder, {nothing.number(), nothing.number(), run.said.number()});
  const std::string name = std::to_string(runs_.size() + 1);
  const ToolJson answer = {{"run", name},
                           {"process", run.process},
                           {"output", as_utf8(run.output.string())},
                           {"report", as_utf8(run.report.string())}};
  runs_.emplace(name, std::move(run));
  return answer;
}

McpRuns::Run& McpRuns::run_of(const JsonField& arguments) {
  return run_called(text_of(arguments, "run", true));
}

McpRuns::Run& McpRuns::run_called(const std::string& name) {
  const auto found = runs_.find(name);
  if (found == runs_.end())
    refuse_arguments("no reduction is called \"" + name + "\": `start` returns the names");
  Run& run = found->second;
  int status = 0;
  if (!run.ended && ::waitpid(run.process, &status, WNOHANG) == run.process) {
    run.ended = true;
    run.exit = exit_status_of(status);
  }
  return run;
}

ToolJson McpRuns::status(const JsonField& arguments) {
  const Run& run = run_of(arguments);
  ToolJson json = {{"running", !run.ended}};
  if (run.ended) {
    json["exit"] = run.exit;
    json["meaning"] = meaning_of(run.exit);
  }
  json["phase"] = "checking the test";
  try {
    const run::Status known = run::read_status(run.status);
    if (known.process != run.process)
      throw Error(ErrorKind::kInvalid, "the status of an earlier run");
    if (!known.phase.empty()) json["phase"] = known.phase;
    json["bytes_before"] = known.bytes_before;
    json["bytes"] = known.bytes;
    json["tests"] = known.tests;
    json["smaller"] = known.smaller;
    json["seconds_since_last_gain"] = std::max(known.written - known.last_gain, 0.0);
    if (!known.ended.reason.empty()) json["reason"] = as_utf8(known.ended.reason);
  } catch (const Error&) {  // the reduction has not begun
  }
  if (run.ended) json.erase("phase");
  json["messages"] = as_utf8(content_of(run.said));
  return json;
}

ToolJson McpRuns::result(const JsonField& arguments) {
  const double seconds = std::clamp(arguments.get<double>("wait", 0), 0.0, kMaxWait_s);
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (!run_of(arguments).ended && Clock::now() < end) {
    Interruption::check();
    std::this_thread::sleep_for(kPause);
  }
  const Run& run = run_of(arguments);
  ToolJson json = status(arguments);
  json["output"] = as_utf8(run.output.string());
  json["text"] = nullptr;
  // Before the first success, the output file may come from an earlier run.
  const bool of_this_run = json.value("smaller", 0U) > 0 || (run.ended && run.exit == 0);
  if (of_this_run && is_file(run.output)) {
    put_text(json, "text", read_if_there(run.output, kMaxTextBytes));
  }
  if (run.ended && is_file(run.report)) {
    const JsonDocument report(run.report.string(), read_file(run.report),
                              "a report of a reduction");
    if (const auto made = report.root().find("certificate")) json["certificate"] = json_of(*made);
  }
  return json;
}

ToolJson McpRuns::stop(const JsonField& arguments) {
  Run& run = run_of(arguments);
  if (!run.ended) {
    ::kill(run.process, SIGTERM);
    run.exit = wait_for_end(run.process);
    run.ended = true;
  }
  return result(arguments);
}

McpRuns::~McpRuns() {
  for (auto& [name, run] : runs_) {
    if (!run.ended) ::kill(run.process, SIGTERM);
  }
  for (auto& [name, run] : runs_) {
    if (!run.ended) wait_for_end(run.process);
  }
}

}  // namespace grabr
