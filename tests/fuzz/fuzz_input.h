// What a fuzzer's bytes mean to the lexer's and the parser's targets: a grammar, a line `---`, a
// text.
//
//   c                                 a grammar of this repository, by name
//   {"start": …}                      a grammar file
//   any other bytes                   choices by which support/random_grammar.h draws a grammar
#pragma once

#include <sys/time.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "grammar/load/load.h"
#include "support/random_grammar.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr::fuzz {

struct Input {
  std::shared_ptr<const Grammar> grammar;
  std::string_view text;
  bool shipped = false;
};

/// Aborts the run if it is false; libFuzzer keeps the input.
inline void require(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "not so: %s\n", what.c_str());
  std::abort();
}

/// Aborts the run if it uses more than this much processor time. libFuzzer's own limit measures
/// elapsed time, which varies on a busy machine.
class TimeLimit {
 public:
  TimeLimit() {
    std::signal(SIGPROF, [](int) { std::abort(); });
    set(kSeconds);
  }
  ~TimeLimit() { set(0); }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  static constexpr int kSeconds = 15;

  static void set(int seconds) {
    const itimerval timer{{0, 0}, {seconds, 0}};
    setitimer(ITIMER_PROF, &timer, nullptr);
  }
};

inline std::shared_ptr<const Grammar> load(const std::string& name, std::string json) {
  const auto nothing_beside = [](const std::string& path) -> Source {
    throw Error(ErrorKind::kInvalid, "cannot read " + path);
  };
  GrammarFile file = load_grammar(Source(name, std::move(json)), nothing_beside);
  if (!file.grammar) return nullptr;
  return std::make_shared<const Grammar>(std::move(*file.grammar));
}

inline std::shared_ptr<const Grammar> shipped(std::string_view name) {
  static std::map<std::string, std::shared_ptr<const Grammar>, std::less<>> loaded;
  if (loaded.empty()) {
    for (const char* known : {"c", "expr", "html-select", "json", "lines"}) {
      const std::string path =
          std::string(GRABR_SOURCE_DIR) + "/tests/support/grammars/" + known + ".json";
      loaded[known] = load(path, read_file(path));
      require(loaded[known] != nullptr, path + " is a grammar");
    }
  }
  const auto found = loaded.find(name);
  return found == loaded.end() ? nullptr : found->second;
}

/// Returns zeros once the bytes are used up, which selects the smallest choices.
inline support::Choices choices_of(std::string_view bytes) {
  return [bytes](std::uint32_t n) mutable -> std::uint32_t {
    if (bytes.empty()) return 0;
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    return byte % n;
  };
}

inline std::shared_ptr<const Grammar> drawn(std::string_view bytes) {
  support::Choices below = choices_of(bytes);
  const auto kind = below(static_cast<std::uint32_t>(std::size(support::kGrammarKinds)));
  return support::RandomGrammars(std::move(below)).next(support::kGrammarKinds[kind]);
}

/// Returns nothing if there is no separator or the grammar file has errors.
inline std::optional<Input> read_input(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kSeparator = "\n---\n";
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = bytes.find(kSeparator);
  if (end == bytes.npos) return std::nullopt;
  const std::string_view head = bytes.substr(0, end);
  Input input{shipped(head), bytes.substr(end + kSeparator.size()), true};
  if (input.grammar == nullptr) {
    input.shipped = false;
    input.grammar = head.starts_with('{') ? load("grammar.json", std::string(head)) : drawn(head);
  }
  if (input.grammar == nullptr) return std::nullopt;
  return input;
}

}  // namespace grabr::fuzz
