#include "cli/show/console.h"

#include <iostream>

#include "cli/show/error_stream.h"

namespace grabr {

void say_line(const std::string& text) { std::cerr << "grabr: " + text + '\n'; }

void Console::note(const std::string& text) {
  if (!quiet_) say_line(text);
}

void Console::warn(const std::string& text) { say_line(text); }

/// Before a wrong choice costs time.
void Console::on_grammar(const run::GrammarChosen& chosen) {
  note((chosen.is_of_text ? chosen.input + ": " : "") + "grammar: " + chosen.choice);
}

void Console::on_step(const std::string& doing) {
  if (doing.empty()) clear_status();
  else if (!quiet_) show_status(doing);
}

void Console::begin_search(const run::SearchBegin& search) {
  progress().begin_search(search.original, search.count_tokens, search.since);
}

Progress& Console::progress() {
  if (!progress_) progress_.emplace(progress_options(quiet_, verbose_));
  return *progress_;
}

}  // namespace grabr
