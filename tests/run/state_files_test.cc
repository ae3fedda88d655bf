// Every JSON file that grabr writes and reads again, damaged in every way: reading succeeds or
// throws an Error with our own message.
#include <doctest/doctest.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "cli/command/reduction_summary.h"
#include "oracle/process/test_json.h"
#include "report/page/page.h"
#include "report/saved/report.h"
#include "report/saved/saved_report.h"
#include "report/tables/batch_records.h"
#include "report/tables/explanation_text.h"
#include "report/trace/history.h"
#include "report/trace/kept_files.h"
#include "report/trace/trace.h"
#include "run/files/kept_test.h"
#include "run/files/outside_messages.h"
#include "run/files/run_status.h"
#include "temporary_folder.h"
#include "text/error.h"
#include "text/file.h"
#include "text/json_scanner.h"

using namespace grabr;

namespace {

constexpr const char* kResult = "[1, 2]\n";

struct StateFile {
  std::string name, text;
  std::function<void(const std::filesystem::path& path, const std::string& text)> read;
};

std::string status_text(const TemporaryFolder& folder) {
  run::Status status;
  status.input = "in.c";
  status.output = "out.c";
  status.also = {"b.c"};
  status.bytes_before = 100;
  PassTally tally;
  run::StatusWriter writer(folder.path(), "out.c", status, tally);
  run::RunEnd end;
  end.bytes = 7;
  end.seconds = 2.5;
  end.by_hand = {"left out a pass"};
  writer.end(0, end);
  std::string text = read_file(run::status_path(folder.path(), "out.c"));
  const std::string none = "\"passes\": []";
  const std::size_t at = text.find(none);
  REQUIRE(at != text.npos);
  return text.replace(at, none.size(),
                      R"("passes": [{"name": "delete", "tests": 5, "smaller": 1, "bytes": -93,
                      "seconds": 0.5}])");
}

std::string history_text(const TemporaryFolder& folder) {
  HistoryWriter history(folder.path(), "h", std::string("[1, 2, 3]\n"));
  TestRecord record;
  record.number = 3;
  record.accepted = true;
  record.pass = "delete";
  record.edit = "delete 1 token";
  for (const char* text : {"[1, 2, 3]\n", "[1, 2]\n", "[x]\n"}) {
    record.text = text;
    history.on_test(record);
    history.on_best(std::string(text));
  }
  return read_file(history_path(folder.path(), "h"));
}

std::string kept_test_text(const TemporaryFolder& folder) {
  run::KeptTest kept;
  kept.input = "in.c";
  kept.output = "out.c";
  kept.directory = kept.kept_folder = "/d";
  kept.test.command = {"./t.sh", "\xFF"};
  kept.test.jobs = 2;
  kept.test.repeat = 3;
  kept.test.memory_bytes = 1000;
  kept.test.also_interesting = {3};
  kept.test.conditions.exits = {1};
  kept.test.conditions.errors = {"bug"};
  run::keep_test(folder.path(), "out.c", kept);
  return read_file(run::kept_test_path(folder.path(), "out.c"));
}

std::string report_text() {
  Report report;
  report.input = {"in.c", measure("[1, 2, 3]\n", nullptr, nullptr)};
  report.output = {"out.c", measure(kResult, nullptr, nullptr)};
  report.has_result = true;
  report.test.command = {"./t.sh"};
  report.test.configuration.command = {"./t.sh"};
  report.test.directory = "/d";
  report.test.beside = {"b.c"};
  report.test.journal = "/d/.grabr/1.journal";
  report.curve = {{3, 0.5, 7, 4}};
  report.certificate.emplace();
  report.certificate->rows[0] = {4, 3, 0, 1, 0};
  report.certificate->forbidden = {{1, 2}};
  report.neighbours = {{{1, 2, "x"}, "deletion", "pass", 3, ""}};
  return report_json(report);
}

std::string turns_text(const TemporaryFolder& folder) {
  TurnsRecord record;
  record.input = "in";
  record.parts = {{"a.c", 5, {}}, {"b.c", 5, 3}};
  record.turns = {{1, "a.c", 2, 10, 0.5, 5}};
  keep_turns(folder.path(), record);
  return read_file(folder.path() / "turns.json");
}

std::string bench_text() {
  BatchRecord record;
  record.case_name = "a";
  record.strategy = "auto";
  record.input = record.output = BatchRecord::Size{5, 3, "00"};
  record.curve = {{1, 2, 3}};
  return batch_record_json(record) + batch_record_json(record);
}

PageRun page_run(const std::string& report) {
  PageRun run;
  run.report = report;
  run.result = kResult;
  return run;
}

/// All kinds of files, with their readers.
std::vector<StateFile> state_files(const TemporaryFolder& folder) {
  using Path = std::filesystem::path;
  const std::string explanation =
      R"({"schema": "grabr-explanation-1", "text": "x", "parts": [{"begin": 0, "end": 1}]})";
  return {
      {"out.c.status", status_text(folder),
       [](const Path& path, const std::string&) {
         const run::Status status = run::read_status(path);
         table_of_passes(status.passes);
         words_on_last_gain(status.written - status.last_gain);
         words_on_hands(status.ended.by_hand);
         status.runs();
       }},
      {"h.history", history_text(folder),
       [](const Path& path, const std::string&) { read_history(path); }},
      {"out.c.test", kept_test_text(folder),
       [](const Path& path, const std::string&) { run::read_kept_test(path); }},
      {"turns.json", turns_text(folder),
       [](const Path& path, const std::string&) { read_turns(path.parent_path()); }},
      {"out.c.report", report_text(),
       [](const Path&, const std::string& text) { read_saved_reports("r.json", text); }},
      {"page.report", report_text(),
       [](const Path&, const std::string& text) { html_page({page_run(text)}); }},
      {"picture.report", report_text(),
       [](const Path&, const std::string& text) { size_curves_svg({page_run(text)}); }},
      {"t.jsonl",
       "{\"test\":1,\"outcome\":\"fail\",\"bytes\":3,\"text\":\"abc\",\"accepted\":true}\n"
       "{\"test\":2,\"outcome\":\"pass\",\"bytes\":1,\"delta\":[[0,1,\"\xC3\xA9\"]]}\n"
       "{\"test\":3,\"outcome\":\"pass\",\"base64\":\"/w==\",\"edit\":\"e\",\"input\":\"a\"}\n",
       [](const Path& path, const std::string& text) { read_trace(path.string(), text); }},
      {"bench.jsonl", bench_text(),
       [](const Path& path, const std::string& text) {
         batch_table(read_batch_records(text, path.string()).records);
       }},
      {"e.json", explanation,
       [](const Path& path, const std::string& text) { explains(path.string(), text, "x"); }},
      {"message", R"({"content": "YQ==", "interesting": true, "idle": false})",
       [](const Path&, const std::string& text) { read_outside_message(text); }},
  };
}

/// Damages JSON texts at random.
class Spoiler {
 public:
  std::string spoilt(const std::string& text) {
    std::string other = text;
    switch (below(8)) {
      case 0: return other.substr(0, below(text.size()));
      case 1: other[below(text.size())] = static_cast<char>(below(256)); return other;
      case 2: return other.erase(below(text.size()), 1 + below(8));
      default: break;
    }
    const Span token = any_token(text);
    return other.replace(token.begin, token.size(), instead());
  }

 private:
  std::size_t below(std::size_t most) { return random_() % most; }

  /// A key, a scalar value, or a bracket.
  Span any_token(const std::string& text) {
    std::vector<Span> tokens;
    std::size_t begin = 0;  // of the line, in files of lines
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      JsonScanner line(std::string_view(text).substr(begin));
      for (JsonToken token = line.next(); token.kind < JsonToken::Kind::kEnd; token = line.next()) {
        tokens.push_back({static_cast<std::uint32_t>(begin + token.span.begin),
                          static_cast<std::uint32_t>(begin + token.span.end)});
      }
      if (text.front() == '{' && text.find("{\n") == 0) break;  // one value over many lines
      begin = end;
    }
    return tokens[below(tokens.size())];
  }

  std::string instead() {
    constexpr const char* kValues[] = {"-1",
                                       "0",
                                       "1.8e19",
                                       "18446744073709551615",
                                       "1e300",
                                       "-9223372036854775808",
                                       "4294967296",
                                       "1.5",
                                       "-0.0",
                                       "null",
                                       "true",
                                       "\"\"",
                                       "\"x\"",
                                       "[]",
                                       "{}",
                                       "[[]]",
                                       "\"\\ud83d\\ude00\"",
                                       "\"../../x\"",
                                       "{\"bytes\": [300]}"};
    const std::size_t chosen = below(std::size(kValues) + 2);
    if (chosen == std::size(kValues)) return std::string(200, '[') + std::string(200, ']');
    return chosen < std::size(kValues) ? kValues[chosen] : std::string(100000, '[');
  }

  std::mt19937 random_{7};
};

/// Whether the message contains no words of the C++ language, its library, or another library.
bool is_ours(const std::string& words) {
  for (const char* alien : {"json.exception", "std::", "basic_string", "vector", "stoi"}) {
    if (words.find(alien) != words.npos) return false;
  }
  return !words.empty();
}

}  // namespace

TEST_CASE("a state file is read as it was written, and spoilt in 3,300 ways gives clear errors") {
  const TemporaryFolder folder;
  Spoiler spoiler;
  for (const StateFile& file : state_files(folder)) {
    CAPTURE(file.name);
    const std::filesystem::path path = folder.write(file.name, file.text);
    CHECK_NOTHROW(file.read(path, file.text));
    for (int i = 0; i < 300; ++i) {
      const std::string text = i == 0 ? "" : spoiler.spoilt(file.text);
      std::filesystem::remove(path);  // overwriting a file may wait for the disk
      folder.write(file.name, text);
      try {
        file.read(path, text);
      } catch (const Error& error) {
        CAPTURE(text.substr(0, 3000));
        if (!is_ours(error.what())) FAIL_CHECK(error.what());
      } catch (const std::exception& error) {
        CAPTURE(text.substr(0, 3000));
        FAIL_CHECK(error.what());
      }
    }
  }
}
