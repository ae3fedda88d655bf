#include "reduce/schedule.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <utility>

#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/suggest.h"

namespace grabr {
namespace {

/// The pass that tries moves of all families.
constexpr std::string_view kMoves = "moves";

constexpr std::string_view kThen = " then ";
constexpr std::string_view kList = "grabr strategies lists them";

struct Word {
  std::string_view text;
  std::size_t line = 0;
  std::size_t column = 0;
};
using Item = std::vector<Word>;
using Stage = std::vector<Item>;

/// Cuts the text of a pipeline into stages, items and words.
class Words {
 public:
  explicit Words(std::string_view text) {
    std::size_t line = 1;
    while (true) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view whole = text.substr(0, end);
      read_line(whole.substr(0, whole.find('#')), line++);
      next_item();
      if (end == text.size()) break;
      text.remove_prefix(end + 1);
    }
    stages_.push_back(std::move(stage_));
  }

  const std::vector<Stage>& stages() const { return stages_; }

 private:
  static constexpr std::string_view kBlanks = " \t\r\v\f";

  void read_line(std::string_view line, std::size_t number) {
    for (std::size_t at = 0; at < line.size();) {
      std::size_t length = 1;
      if (kBlanks.find(line[at]) != kBlanks.npos) {
      } else if (line[at] == ';') {
        next_item();
      } else {
        length = length_of_word(line.substr(at));
        add({line.substr(at, length), number, at + 1});
      }
      at += length;
    }
  }

  static std::size_t length_of_word(std::string_view rest) {
    if (rest.starts_with(">=")) return 2;
    const std::size_t end = std::min(rest.find_first_of(" \t\r\v\f;"), rest.find(">="));
    return std::min(end, rest.size());
  }

  void add(const Word& word) {
    if (word.text != "then") return item_.push_back(word);
    next_item();
    stages_.push_back(std::exchange(stage_, {}));
  }

  void next_item() {
    if (!item_.empty()) stage_.push_back(std::exchange(item_, {}));
  }

  std::vector<Stage> stages_;
  Stage stage_;
  Item item_;
};

/// One parsed item.
struct Step {
  std::string phase;
  const Pass* pass = nullptr;
  ListReducer lists;
  std::optional<Unit> unit;
  std::optional<double> least;
  Word place;

  bool plain() const { return phase.empty() && !least; }
};

class Reader {
 public:
  Reader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Schedule read() {
    Schedule schedule;
    const Words words(text_);
    for (const Stage& stage : words.stages()) {
      if (stage.empty()) refuse_empty(words.stages().size());
      std::vector<Step> steps;
      for (const Item& item : stage) steps.push_back(read_item(item));
      add_stage(steps, schedule);
    }
    return schedule;
  }

 private:
  static constexpr std::string_view kHint = "a line is: [PHASE] PASS [least TOKENS]";

  Step read_item(const Item& item) {
    const auto is_option = [](const Word& word) {
      return word.text == "least" || word.text == ">=";
    };
    const auto options = std::find_if(item.begin() + 1, item.end(), is_option);
    const auto names = options - item.begin();
    if (names > 2) refuse_word(item[2]);
    Step step;
    if (names == 2) step.phase = item[0].text;
    step.place = item[static_cast<std::size_t>(names) - 1];
    read_name(step.place, step);
    if (options == item.end()) return step;
    if (options + 1 == item.end()) refuse_word(*options);
    step.least = number(options[1]);
    if (options + 2 != item.end()) refuse_word(options[2]);
    return step;
  }

  void read_name(const Word& word, Step& step) const {
    const std::size_t colon = word.text.find(':');
    const std::string_view name = word.text.substr(0, colon);
    step.pass = find_pass(name);
    if (step.pass == nullptr) {
      refuse(word, what() + " is called " + std::string(name),
             word_hint(name, pass_names(), kList));
    }
    if (colon != std::string_view::npos) read_detail(word, word.text.substr(colon + 1), step);
  }

  void read_detail(const Word& word, std::string_view detail, Step& step) const {
    const std::string name(step.pass->name);
    if (step.pass->works_on == WorksOn::kText || step.pass->works_on == WorksOn::kList) {
      step.unit = unit_by_name(detail);
      if (step.unit) return;
      refuse(word,
             "\"" + std::string(detail) + "\" is not a unit of text (after \"" + name + ":\")",
             "there are: " + unit_names());
    }
    if (step.pass->minimizer.empty()) {
      refuse(word, name + " has no list minimiser to choose", std::string(kList));
    }
    const Pass* minimizer = find_minimizer(detail);
    if (minimizer == nullptr) {
      std::vector<std::string> known;
      for (const Pass& one : minimizers()) known.emplace_back(one.name);
      refuse(word, "no list minimiser is called " + std::string(detail),
             word_hint(detail, known, kList));
    }
    step.lists = ListReducer(*minimizer);
  }

  /// Adjacent steps over a tree form one search.
  void add_stage(const std::vector<Step>& steps, Schedule& schedule) const {
    for (std::size_t i = 0; i < steps.size();) {
      std::size_t end = i;
      while (end < steps.size() && steps[end].pass->tree) ++end;
      const bool bytes =
          end > i && end < steps.size() && steps[end].pass->name == "bytes" && steps[end].plain();
      if (end == i || (end == i + 1 && steps[i].plain() && !bytes)) {
        schedule.steps.push_back(alone(steps[i++]));
        continue;
      }
      ScheduleStep rounds{.pass = find_pass("auto"), .rounds = Rounds{}, .anonymous = true};
      for (; i < end; ++i) rounds.rounds->lines.push_back(line_of(steps[i]));
      rounds.rounds->bytes = bytes;
      if (bytes) ++i;
      schedule.steps.push_back(std::move(rounds));
    }
  }

  ScheduleStep alone(const Step& step) const {
    if (!step.plain()) {
      refuse(step.place,
             std::string(step.pass->name) +
                 " is not a pass over a tree: it has no phase and no"
                 " least gain",
             "steps are separated by \";\", line ends or \"then\"");
    }
    return {.pass = step.pass, .lists = step.lists, .unit = step.unit};
  }

  static RoundsLine line_of(const Step& step) {
    return {.phase = step.phase.empty() ? std::string(step.pass->name) : step.phase,
            .pass = step.pass,
            .least = step.least.value_or(step.pass->least),
            .lists = step.lists};
  }

  double number(const Word& word) const {
    double value = 0;
    const char* end = word.text.data() + word.text.size();
    const auto [stop, problem] = std::from_chars(word.text.data(), end, value);
    if (problem != std::errc{} || stop != end || !(value >= 0)) {
      refuse(word, "\"" + std::string(word.text) + "\" is not a number of tokens", "such as 0.5");
    }
    return value;
  }

  std::string what() const { return file_.empty() ? "no strategy" : "no pass"; }

  [[noreturn]] void refuse_empty(std::size_t stages) const {
    if (stages == 1 && !file_.empty()) refuse({}, "no line names a pass", std::string(kHint));
    if (stages == 1) refuse({}, "the name of a strategy is missing", std::string(kList));
    refuse({}, "a strategy is missing beside \"then\" in: " + std::string(text_),
           "such as \"hddr:probdd then hoist\"");
  }

  [[noreturn]] void refuse_word(const Word& word) const {
    refuse(word, "unknown word \"" + std::string(word.text) + "\"",
           file_.empty() ? "steps are separated by \";\" or \"then\"" : std::string(kHint));
  }

  [[noreturn]] void refuse(const Word& word, const std::string& what,
                           const std::string& hint) const {
    std::string place = shown_name(file_);
    if (!place.empty() && word.line > 0) {
      place += ":" + std::to_string(word.line) + ":" + std::to_string(word.column);
    }
    throw Error(ErrorKind::kInvalid,
                (place.empty() ? "" : place + ": ") + what + "\nhint: " + hint);
  }

  std::string_view text_;
  std::string_view file_;
};

void require_alone(const Schedule& schedule) {
  if (schedule.steps.size() == 1) return;
  for (const ScheduleStep& step : schedule.steps) {
    if (step.pass->aim == Aim::kFailing) continue;
    throw Error(ErrorKind::kInvalid,
                std::string(step.pass->name) +
                    " looks for an input that passes: it cannot be combined with other strategies");
  }
}

std::string number_text(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

std::string line_text(const RoundsLine& line, bool with_phase) {
  std::string text;
  if (with_phase || line.phase != line.pass->name) text = line.phase + " ";
  text += line.pass->name;
  if (line.lists.minimizer != nullptr) text += ":" + std::string(line.lists.minimizer->name);
  if (line.least != line.pass->least) text += " >= " + number_text(line.least);
  return text;
}

/// A single line without a phase would be read as a search by itself.
std::string rounds_text(const Rounds& rounds) {
  std::string text;
  for (const RoundsLine& line : rounds.lines) {
    if (!text.empty()) text += "; ";
    text += line_text(line,
                      rounds.lines.size() == 1 && !rounds.bytes && line.least == line.pass->least);
  }
  return rounds.bytes ? text + "; bytes" : text;
}

bool is_pipeline(const Pass& pass) { return !pass.pipeline.empty(); }

/// Removes the pass from one step, which may be empty then. Returns whether the pass was there.
bool take_out(ScheduleStep& step, const Pass& pass) {
  if (!step.rounds && is_pipeline(*step.pass)) step.rounds = rounds_of(*step.pass);
  if (!step.rounds) {
    if (step.pass != &pass) return pass.patches != nullptr && step.pass->name == "bytes";
    step.pass = nullptr;
    return true;
  }
  Rounds& rounds = *step.rounds;
  bool found =
      std::erase_if(rounds.lines, [&](const RoundsLine& l) { return l.pass == &pass; }) > 0;
  if (rounds.bytes) found |= pass.patches != nullptr || pass.name == "bytes";
  if (pass.name == "bytes") rounds.bytes = false;
  if (!rounds.lines.empty()) return found;
  step = {.pass = rounds.bytes ? find_pass("bytes") : nullptr};
  return found;
}

bool minimizes(const Pass& pass, bool by_direction) {
  return !pass.minimizer.empty() && (!works_on_text(pass) || by_direction);
}

bool set_lists(const Pass& pass, ListReducer& lists, const Pass* minimizer,
               std::optional<Direction> direction) {
  if (!minimizes(pass, direction.has_value())) return false;
  if (lists.minimizer == nullptr) {
    const bool given = minimizer != nullptr && !works_on_text(pass);
    lists = ListReducer(given ? *minimizer : *find_minimizer(pass.minimizer));
  }
  if (direction) lists.direction = *direction;
  return true;
}

}  // namespace

std::string ScheduleStep::text() const {
  if (rounds && anonymous) return rounds_text(*rounds);
  std::string text(pass->name);
  if (unit) text += ":" + std::string(unit_name(*unit));
  if (lists.minimizer != nullptr && !works_on_text(*pass)) {
    text += ":" + std::string(lists.minimizer->name);
  }
  return text;
}

std::string Schedule::text() const {
  std::string text;
  for (const ScheduleStep& step : steps) {
    if (!text.empty()) text += kThen;
    text += step.text();
  }
  return text;
}

CachePolicy Schedule::cache() const {
  return steps.size() == 1 ? steps.front().pass->cache : CachePolicy::kNegative;
}

std::string_view Schedule::guarantee() const {
  const ScheduleStep& last = steps.back();
  if (!last.rounds || !last.anonymous) return last.pass->guarantee;
  return last.rounds->bytes ? "none" : last.rounds->lines.back().pass->guarantee;
}

std::vector<PassInPhase> passes_of(const Schedule& schedule) {
  std::vector<PassInPhase> passes;
  const auto add = [&](std::string_view name, std::string_view phase) {
    if (std::ranges::find(passes, name, &PassInPhase::pass) != passes.end()) return;
    passes.push_back({std::string(name), std::string(phase)});
  };
  for (const ScheduleStep& step : schedule.steps) {
    const bool in_rounds = step.rounds || is_pipeline(*step.pass);
    if (!in_rounds) {
      add(step.pass->name, step.pass->name);
      continue;
    }
    const Rounds rounds = step.rounds ? *step.rounds : rounds_of(*step.pass);
    for (const RoundsLine& line : rounds.lines) {
      add(line.pass->name, line.phase);
      if (line.pass->name != kMoves) continue;
      for (const Pass& family : families()) add(family.name, line.phase);
    }
    if (rounds.bytes) add("bytes", "bytes");
  }
  return passes;
}

bool Schedule::uses_grammar() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const ScheduleStep& step) { return !works_on_text(*step.pass); });
}

bool Schedule::needs_grammar() const {
  return std::any_of(steps.begin(), steps.end(), [](const ScheduleStep& step) {
    return step.pass->works_on == WorksOn::kTree || step.pass->works_on == WorksOn::kAnyTree;
  });
}

Schedule parse_schedule(std::string_view text, std::string_view file) {
  Schedule schedule = Reader(text, file).read();
  require_alone(schedule);
  return schedule;
}

Rounds rounds_of(const Pass& pipeline) {
  return *parse_schedule(pipeline.pipeline, pipeline.name).steps.front().rounds;
}

bool replace_auto(Schedule& schedule, const Schedule& by) {
  std::vector<ScheduleStep> steps;
  bool found = false;
  for (const ScheduleStep& step : schedule.steps) {
    if (step.pass->name != "auto" || step.rounds) {
      steps.push_back(step);
      continue;
    }
    found = true;
    steps.insert(steps.end(), by.steps.begin(), by.steps.end());
    // The replacement keeps the name.
    if (by.steps.size() == 1 && by.steps[0].rounds) steps.back().anonymous = false;
  }
  schedule.steps = std::move(steps);
  require_alone(schedule);
  return found;
}

std::vector<std::string> leave_out(Schedule& schedule, std::span<const std::string> names) {
  std::vector<std::string> absent;
  for (const std::string& name : names) {
    const Pass* pass = find_pass(name);
    if (pass == nullptr) {
      throw Error(ErrorKind::kInvalid,
                  "no pass is called " + name +
                      ": it cannot be left out\nhint: " + word_hint(name, pass_names(), kList));
    }
    const std::vector<PassInPhase> all = passes_of(schedule);
    bool found =
        pass->find != nullptr && std::ranges::find(all, name, &PassInPhase::pass) != all.end();
    for (ScheduleStep& step : schedule.steps) found |= take_out(step, *pass);
    std::erase_if(schedule.steps, [](const ScheduleStep& step) { return step.pass == nullptr; });
    if (schedule.steps.empty()) {
      throw Error(ErrorKind::kInvalid, "without " + name + " there is nothing left to do");
    }
    if (!found) absent.push_back(name);
    schedule.without.push_back(pass->name);
  }
  return absent;
}

void set_lists(Schedule& schedule, const Pass* minimizer, std::optional<Direction> direction) {
  if (minimizer == nullptr && !direction) return;
  bool used = false;
  for (ScheduleStep& step : schedule.steps) {
    used |= set_lists(*step.pass, step.lists, minimizer, direction);
    if (!step.rounds) continue;
    for (RoundsLine& line : step.rounds->lines) {
      used |= set_lists(*line.pass, line.lists, minimizer, direction);
    }
  }
  if (used) return;
  throw Error(ErrorKind::kInvalid,
              schedule.text() + " does not minimise lists" +
                  (minimizer != nullptr ? " by another strategy" : "") + "\nhint: " +
                  (minimizer != nullptr ? spelled("{minimizer}") : spelled("{direction}")) +
                  " is for walks over trees such as hddr or perses" +
                  (minimizer != nullptr ? "" : ", and for list minimisers"));
}

}  // namespace grabr
