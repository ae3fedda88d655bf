#include "oracle/journal.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracle/journal_file.h"
#include "oracle/journal_record.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using Kind = JournalRecord::Kind;

constexpr std::size_t kAnswerBytes = 47;  // of an answer's line

/// What is known about one candidate.
struct Answer {
  std::optional<Outcome> now;
  std::optional<Outcome> sure;  // without the passes since the last mark
};

/// What the records say, taken together.
struct Knowledge {
  std::unordered_map<Hash128, Answer> answers;
  std::vector<Hash128> in_doubt;  // all with a `pass` since the last mark, and perhaps others
  std::map<std::string, std::string, std::less<>> facts;

  std::optional<Outcome> find(const Hash128& candidate) const {
    const auto found = answers.find(candidate);
    return found == answers.end() ? std::nullopt : found->second.now;
  }

  void add(const JournalRecord& record) {
    switch (record.kind) {
      case Kind::kFail: answers[record.candidate] = {Outcome::kFail, Outcome::kFail}; break;
      case Kind::kPass:
        answers[record.candidate].now = Outcome::kPass;
        in_doubt.push_back(record.candidate);
        break;
      case Kind::kMark: settle(); break;
      case Kind::kForgotten: forget(); break;
      case Kind::kFact: facts[record.name] = record.value; break;
    }
  }

 private:
  void settle() {
    for (const Hash128& candidate : in_doubt) {
      Answer& answer = answers[candidate];
      answer.sure = answer.now;
    }
    in_doubt.clear();
  }

  void forget() {
    for (const Hash128& candidate : in_doubt) {
      const auto found = answers.find(candidate);
      if (found == answers.end()) continue;  // here for the second time
      found->second.now = found->second.sure;
      if (!found->second.now) answers.erase(found);
    }
    in_doubt.clear();
  }
};

enum class Found { kOurs, kOtherContents, kNoJournal };

fs::path place_of(const fs::path& folder, const OracleIdentity& identity) {
  return folder / (sha256_hex(identity.question).substr(0, 16) + ".journal");
}

}  // namespace

struct Journal::State {
  JournalFile file;
  JournalChain chain;
  std::uint64_t size = 0;      // of the file up to its last record, in bytes
  std::uint64_t mark_end = 0;  // of the file up to its last mark, or its first line
  bool changed = false;
  std::size_t found = 0;
  Knowledge known;

  State() = default;
  explicit State(fs::path path) : file(std::move(path)) {}

  Found load(const OracleIdentity& identity) {
    const std::string text = file.read();
    if (text.empty()) {
      write(header_text(identity));
      mark_end = size;
      file.sync();
      file.sync_name();
      return Found::kOurs;
    }
    const auto header = next_line(text);
    if (header != header_text(identity)) {
      const bool same_question = header && header->starts_with(header_question(identity));
      return same_question ? Found::kOtherContents : Found::kNoJournal;
    }
    load_records(text);
    if (size < text.size()) file.truncate(size);
    found = known.answers.size();
    return Found::kOurs;
  }

  void load_records(std::string_view text) {
    mark_end = size;
    known.answers.reserve(text.size() / kAnswerBytes);
    while (const auto line = next_line(text)) {
      const auto record = parse_record(*line);
      // What checks out and is no record for us was written by a later version.
      if (!record) continue;
      known.add(*record);
      if (record->kind == Kind::kMark) mark_end = size;
    }
  }

  /// The line behind the last good one, if it checks out, too.
  std::optional<std::string_view> next_line(std::string_view text) {
    const std::size_t end = text.find('\n', size);
    if (end == std::string_view::npos) return std::nullopt;
    const auto line = chain.check(text.substr(size, end - size));
    if (line) size = end + 1;
    return line;
  }

  void add(const JournalRecord& record) {
    known.add(record);
    if (!file.problem().empty()) return;
    write(record_text(record));
    if (record.kind == Kind::kMark && file.problem().empty()) mark_end = size;
  }

  void write(std::string_view text) {
    const std::string line = chain.seal(text);
    file.append(line);
    size += line.size();
  }
};

bool Journal::exists(const fs::path& folder, const OracleIdentity& identity) {
  std::error_code ignored;
  return fs::exists(place_of(folder, identity), ignored);
}

Journal Journal::open(const fs::path& folder, const OracleIdentity& identity, bool fresh) {
  make_journal_folder(folder);
  const fs::path path = place_of(folder, identity);
  if (fresh) set_journal_aside(path);
  bool changed = false;
  while (true) {
    auto state = std::make_unique<State>(path);
    const Found found = state->load(identity);
    if (found == Found::kOurs) {
      state->changed = changed;
      return Journal(std::move(state));
    }
    changed = found == Found::kOtherContents;
    set_journal_aside(path);
  }
}

Journal Journal::in_memory() { return Journal(std::make_unique<State>()); }

Journal::Journal(std::unique_ptr<State> state) : state_(std::move(state)) {}
Journal::~Journal() = default;
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;

const fs::path& Journal::path() const { return state_->file.path(); }
bool Journal::changed() const { return state_->changed; }
std::size_t Journal::found() const { return state_->found; }
const std::string& Journal::problem() const { return state_->file.problem(); }

std::optional<Outcome> Journal::find(const Hash128& candidate) const {
  return state_->known.find(candidate);
}

void Journal::record(const Hash128& candidate, Outcome outcome) {
  if (state_->file.is_copy()) return;
  if (outcome == Outcome::kUnresolved || find(candidate) == outcome) return;
  state_->add({outcome == Outcome::kFail ? Kind::kFail : Kind::kPass, candidate});
}

void Journal::sync() { state_->file.sync(); }

void Journal::mark() {
  if (state_->file.is_copy()) return;
  if (!state_->known.in_doubt.empty()) state_->add({Kind::kMark});
  state_->file.sync();
}

void Journal::forget_since_mark() {
  if (state_->file.is_copy() || state_->known.in_doubt.empty()) return;
  state_->add({Kind::kForgotten});
  state_->file.sync();
  // What cannot be taken back by a record is cut off: a full disk lets us do that.
  if (!state_->file.problem().empty()) {
    state_->file.truncate(state_->mark_end);
    state_->file.sync();
  }
}

std::optional<std::string> Journal::fact(std::string_view name) const {
  const auto found = state_->known.facts.find(name);
  if (found == state_->known.facts.end()) return std::nullopt;
  return found->second;
}

void Journal::set_fact(std::string_view name, std::string_view value) {
  if (state_->file.is_copy() || fact(name) == value) return;
  state_->add({Kind::kFact, {}, std::string(name), std::string(value)});
  state_->file.sync();
}

}  // namespace grabr
