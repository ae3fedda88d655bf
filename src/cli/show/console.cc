// Tested by tests/check_live.py.
#include "cli/show/console.h"

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "cli/show/error_stream.h"
#include "cli/show/last_words.h"
#include "cli/show/live_view.h"
#include "cli/show/terminal.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/suggest.h"

namespace grabr {
namespace {

std::string named_in_environment() {
  const char* const name = std::getenv("GRABR_UI");
  return name == nullptr ? std::string() : name;
}

}  // namespace

Ui choose_ui(const std::string& option, bool shares_output) {
  const std::string name = option.empty() ? named_in_environment() : option;
  // basic and textual are Shrink Ray's names.
  if (name == "plain" || name == "basic") return Ui::kLines;
  if (name == "off") return Ui::kOff;
  const std::vector<std::string> known = {"live", "plain", "off"};
  if (!name.empty() && name != "live" && name != "textual") {
    throw Error(ErrorKind::kInvalid, (option.empty() ? "GRABR_UI=" : "--ui ") + name +
                                         ": no such kind of display\nhint: " +
                                         word_hint(name, known, "live, plain or off"));
  }
  return !shares_output && Terminal::is_there() ? Ui::kLive : Ui::kStatusLine;
}

void say_line(const std::string& text) { std::cerr << "grabr: " + text + '\n'; }

Console::Console(bool quiet, bool verbose) : quiet_(quiet), verbose_(verbose) {}

Console::Console(bool quiet, bool verbose, Ui ui, const std::string& input)
    : quiet_(quiet || ui == Ui::kOff), verbose_(verbose), ui_(ui) {
  if (ui == Ui::kLive && !quiet) view_ = std::make_unique<LiveView>(input);
}

Console::~Console() = default;

void Console::close_view() {
  if (view_) view_->close();
}

bool Console::was_steered() const { return view_ && view_->has_steered(); }

void Console::say(const std::string& line) {
  if (view_ && view_->is_shown()) view_->say(line);
  else std::cerr << line + '\n';
}

void Console::note(const std::string& text) {
  if (!quiet_) say("grabr: " + text);
}

void Console::warn(const std::string& text) { say("grabr: " + text); }

/// Shown early, before a wrong choice costs time.
void Console::on_grammar(const run::GrammarChosen& chosen) {
  note((chosen.is_of_text ? shown_name(chosen.input) + ": " : "") + "grammar: " + chosen.choice);
}

void Console::on_step(const std::string& doing) {
  if (view_ && view_->is_shown()) view_->show_step(doing);
  else if (doing.empty()) clear_status();
  else if (!quiet_ && ui_ != Ui::kLines) show_status(doing);
}

void Console::begin_stage(const run::Stage& stage) {
  if (view_) view_->begin_stage();
  progress().begin_stage(stage);
  refresh_view(true);
}

void Console::rename_stage(const std::string& doing) {
  progress().rename_stage(doing);
  refresh_view(true);
}

void Console::begin_search(const run::SearchBegin& search) {
  progress().begin_search(search.original, search.count_tokens, search.since);
  if (view_) view_->begin_search(search);
}

void Console::end_search() {
  progress().end_search();
  if (view_) view_->end_search();
}

void Console::tick() {
  progress().tick();
  refresh_view();
}

double Console::tick_every_s() const {
  constexpr double kForKeys_s = 0.1;
  return view_ ? kForKeys_s : run::Listener::tick_every_s();
}

void Console::idle() {
  if (view_) view_->end_search();
  progress_.reset();
}

run::Person* Console::person() { return view_.get(); }

void Console::on_test(const TestRecord& record) {
  progress().on_test(record);
  if (!view_) return;
  view_->on_test(record);
  refresh_view();
}

void Console::on_best(const SharedText& text) {
  if (view_) view_->on_best(text);
}

void Console::on_saved(const std::filesystem::path& path) { note_best_result(path); }

void Console::on_phase(std::string_view name) { progress().on_phase(name); }

void Console::on_pass(std::string_view name) {
  progress().on_pass(name);
  if (view_) view_->on_pass(name);
}

void Console::refresh_view(bool at_once) {
  if (view_) view_->refresh(progress(), at_once);
}

Progress& Console::progress() {
  if (!progress_) progress_.emplace(options());
  return *progress_;
}

Progress::Options Console::options() {
  const bool lines = ui_ == Ui::kLines || ui_ == Ui::kOff;
  Progress::Options options =
      lines ? line_options(quiet_, verbose_) : progress_options(quiet_, verbose_);
  if (!view_) return options;
  constexpr double kLiveShare = 400;
  options.counting_share = kLiveShare;
  options.say = [this](const std::string& line) { say(line); };
  if (auto rewrite = std::move(options.rewrite)) {
    options.rewrite = [this, rewrite = std::move(rewrite)](const std::string& line) {
      if (!view_->is_shown()) rewrite(line);
    };
  }
  return options;
}

void write_page(const std::string& path, const std::string& page) {
  if (path == "-") {
    std::cout << page << std::flush;
  } else {
    write_atomically(path, page);
    say_line(shown_name(path) + ": " + std::to_string(page.size()) + " bytes");
  }
}

}  // namespace grabr
