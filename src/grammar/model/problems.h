// Collects the problems found while loading one grammar file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/diagnostic.h"

namespace grabr {

struct Problems {
  std::vector<Diagnostic> list;
  /// Some text could not be parsed, so what it uses is unknown: conclusions from what is *not* used
  /// (unreachable, unproductive) would mislead.
  bool incomplete = false;

  void error(Span span, std::string message, std::string hint = {}) {
    add(Severity::kError, span, std::move(message), std::move(hint));
  }
  void warning(Span span, std::string message, std::string hint = {}) {
    add(Severity::kWarning, span, std::move(message), std::move(hint));
  }
  void note(Span span, std::string message, std::string hint = {}) {
    add(Severity::kNote, span, std::move(message), std::move(hint));
  }
  /// An error that makes it unknown what the text at `span` uses.
  void unreadable(Span span, std::string message, std::string hint = {}) {
    incomplete = true;
    error(span, std::move(message), std::move(hint));
  }

 private:
  void add(Severity severity, Span span, std::string message, std::string hint) {
    list.push_back({severity, span, std::move(message), std::move(hint)});
  }
};

/// "`name`": how messages quote text from the file.
inline std::string ticked(std::string_view name) { return "`" + std::string(name) + "`"; }

/// "did you mean `word`?", or nothing if `word` is empty.
inline std::string did_you_mean(const std::string& word) {
  return word.empty() ? std::string() : "did you mean " + ticked(word) + "?";
}

}  // namespace grabr
