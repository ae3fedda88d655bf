#include "oracle/answers/journal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <map>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracle/answers/journal_file.h"
#include "oracle/answers/journal_record.h"
#include "oracle/test/write_file.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using Kind = JournalRecord::Kind;

constexpr std::size_t kAnswerBytes = 47;  // length of an answer's line, to reserve memory
constexpr std::string_view kPartsFact = "parts";
constexpr std::size_t kPartDigits = 16;  // of a part's hash, enough to detect a change

/// The known facts about one candidate.
struct Answer {
  std::optional<Outcome> now;
  std::optional<Outcome> sure;  // the answer without passes since the last mark
};

/// All facts from the records.
struct Knowledge {
  std::unordered_map<Hash128, Answer> answers;
  std::vector<Hash128> in_doubt;  // all with a `pass` since the last mark, perhaps others
  std::map<std::string, std::string, std::less<>> facts;
  std::unordered_map<Hash128, std::vector<bool>> runs;  // of a test that needs several

  std::optional<Outcome> find(const Hash128& candidate) const {
    const auto found = answers.find(candidate);
    return found == answers.end() ? std::nullopt : found->second.now;
  }

  bool has_failed(const Hash128& candidate) const {
    if (find(candidate) == Outcome::kFail) return true;
    const auto found = runs.find(candidate);
    return found != runs.end() && std::ranges::find(found->second, true) != found->second.end();
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
      case Kind::kHit: runs[record.candidate].push_back(true); break;
      case Kind::kMiss: runs[record.candidate].push_back(false); break;
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
      if (found == answers.end()) continue;  // it was seen before
      found->second.now = found->second.sure;
      if (!found->second.now) answers.erase(found);
    }
    in_doubt.clear();
  }
};

std::string fact_of(const char* what, const Hash128& candidate) {
  return what + (' ' + std::to_string(candidate.high)) + '-' + std::to_string(candidate.low);
}

enum class Found { kOurs, kOtherContents, kNoJournal };

/// One line per part: its shortened hash, and its name.
std::string parts_text(const std::vector<IdentityPart>& parts) {
  std::string text;
  for (const IdentityPart& part : parts) {
    text += sha256_hex(part.hash).substr(0, kPartDigits) + ' ' + part.name + '\n';
  }
  return text;
}

std::vector<IdentityPart> parts_of(std::string_view text) {
  std::vector<IdentityPart> parts;
  while (text.size() > kPartDigits) {
    const std::size_t end = std::min(text.find('\n', kPartDigits), text.size());
    parts.push_back({std::string(text.substr(kPartDigits + 1, end - kPartDigits - 1)),
                     std::string(text.substr(0, kPartDigits))});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

fs::path place_of(const fs::path& folder, const OracleIdentity& identity) {
  return folder / (sha256_hex(identity.question).substr(0, 16) + ".journal");
}

fs::path best_place(const fs::path& journal) {
  return fs::path(journal).replace_extension(".best");
}

/// Also removes the best text, because the answers for it no longer count.
void set_aside_with_best(const fs::path& journal) {
  set_journal_aside(journal);
  std::error_code ignored;
  fs::remove(best_place(journal), ignored);
}

}  // namespace

struct Journal::State {
  JournalFile file;
  JournalChain chain;
  std::uint64_t size = 0;      // bytes of the file up to its last record
  std::uint64_t mark_end = 0;  // bytes of the file up to its last mark, or its first line
  bool changed = false;
  std::vector<std::string> changes;
  std::size_t found = 0;
  Knowledge known;
  std::optional<std::size_t> best_bytes;  // length of the kept text

  State() = default;
  explicit State(fs::path path) : file(std::move(path)) {}

  Found load(const OracleIdentity& identity) {
    const std::string text = file.read();
    if (text.empty()) {
      write(header_text(identity));
      mark_end = size;
      if (!identity.parts.empty()) {
        add({Kind::kFact, {}, std::string(kPartsFact), parts_text(identity.parts)});
      }
      file.sync();
      file.sync_name();
      return Found::kOurs;
    }
    const auto header = next_line(text);
    if (header != header_text(identity)) {
      const bool same_question = header && header->starts_with(header_question(identity));
      if (same_question) find_changes(text, identity);
      return same_question ? Found::kOtherContents : Found::kNoJournal;
    }
    load_records(text);
    if (size < text.size()) file.truncate(size);
    found = known.answers.size() + known.runs.size();
    if (const auto best = read_best()) best_bytes = best->size();
    return Found::kOurs;
  }

  void find_changes(std::string_view text, const OracleIdentity& identity) {
    load_records(text);
    const auto before = known.facts.find(kPartsFact);
    if (before == known.facts.end()) return;
    changes = changed_parts(parts_of(before->second), parts_of(parts_text(identity.parts)));
  }

  fs::path best_path() const { return best_place(file.path()); }

  /// Nothing if the text belongs to other answers, or was not written completely.
  std::optional<std::string> read_best() const {
    std::error_code ignored;
    if (file.path().empty() || !fs::exists(best_path(), ignored)) return std::nullopt;
    try {
      std::string text = read_own_file(best_path());
      if (known.has_failed(hash128(text))) return text;
    } catch (const Error&) {
    }
    return std::nullopt;
  }

  /// Atomic, but need not survive a power cut.
  void keep_best(std::string_view text) {
    const fs::path unfinished = best_path().string() + ".tmp";
    if (write_file(unfinished, text, 0666) != 0) return;
    if (std::rename(unfinished.c_str(), best_path().c_str()) == 0) best_bytes = text.size();
  }

  void load_records(std::string_view text) {
    mark_end = size;
    known.answers.reserve(text.size() / kAnswerBytes);
    while (const auto line = next_line(text)) {
      const auto record = parse_record(*line);
      // A valid line we cannot parse was written by a later version.
      if (!record) continue;
      known.add(*record);
      if (record->kind == Kind::kMark) mark_end = size;
    }
  }

  /// The line after the last good one, if its checksum is right.
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

  /// Returns false if the fact is known, or this is a copy.
  bool add_fact(std::string_view name, std::string_view value) {
    const auto before = known.facts.find(name);
    if (file.is_copy() || (before != known.facts.end() && before->second == value)) return false;
    add({Kind::kFact, {}, std::string(name), std::string(value)});
    return true;
  }

  void write(std::string_view text) {
    const std::string line = chain.seal(text);
    file.append(line);
    size += line.size();
  }
};

bool Journal::is_current(const fs::path& folder, const OracleIdentity& identity) {
  if (!exists(folder, identity)) return false;
  try {
    const std::string text = read_own_file(place_of(folder, identity));
    JournalChain chain;
    const std::size_t end = text.find('\n');
    return end != std::string::npos &&
           chain.check(std::string_view(text).substr(0, end)) == header_text(identity);
  } catch (const Error&) {
    return false;
  }
}

bool Journal::exists(const fs::path& folder, const OracleIdentity& identity) {
  std::error_code ignored;
  return fs::exists(place_of(folder, identity), ignored);
}

Journal Journal::open(const fs::path& folder, const OracleIdentity& identity, bool fresh) {
  make_journal_folder(folder);
  const fs::path path = place_of(folder, identity);
  if (fresh) set_aside_with_best(path);
  bool changed = false;
  std::vector<std::string> changes;
  while (true) {
    auto state = std::make_unique<State>(path);
    const Found found = state->load(identity);
    if (found == Found::kOurs) {
      state->changed = changed;
      state->changes = std::move(changes);
      return Journal(std::move(state));
    }
    changed = found == Found::kOtherContents;
    changes = std::move(state->changes);
    set_aside_with_best(path);
  }
}

Journal Journal::in_memory() { return Journal(std::make_unique<State>()); }

Journal::Journal(std::unique_ptr<State> state) : state_(std::move(state)) {}
Journal::~Journal() = default;
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;

const fs::path& Journal::path() const { return state_->file.path(); }
bool Journal::changed() const { return state_->changed; }
const std::vector<std::string>& Journal::changes() const { return state_->changes; }
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

std::optional<double> Journal::number(const Hash128& candidate) const {
  const auto text = fact(fact_of("number", candidate));
  double number = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), number).ec != std::errc())
    return std::nullopt;
  return number;
}

void Journal::record_number(const Hash128& candidate, double number) {
  std::array<char, 40> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  state_->add_fact(fact_of("number", candidate), std::string_view(digits.data(), end.ptr));
}

std::string Journal::other_failure(const Hash128& candidate) const {
  return fact(fact_of("other", candidate)).value_or("");
}

void Journal::record_other_failure(const Hash128& candidate, const std::string& words) {
  state_->add_fact(fact_of("other", candidate), words);
}

std::vector<bool> Journal::runs(const Hash128& candidate) const {
  const auto found = state_->known.runs.find(candidate);
  return found == state_->known.runs.end() ? std::vector<bool>() : found->second;
}

void Journal::record_run(const Hash128& candidate, bool fails) {
  if (state_->file.is_copy()) return;
  state_->add({fails ? Kind::kHit : Kind::kMiss, candidate});
}

void Journal::sync() { state_->file.sync(); }

void Journal::set_aside() {
  if (state_->file.is_copy() || path().empty()) return;
  set_aside_with_best(path());
}

std::optional<std::string> Journal::best() const { return state_->read_best(); }

void Journal::keep_best(std::string_view text, bool even_if_larger) {
  if (state_->file.is_copy() || path().empty()) return;
  const std::optional<std::size_t>& kept = state_->best_bytes;
  if (!kept || text.size() < *kept || even_if_larger) state_->keep_best(text);
}

void Journal::mark() {
  if (state_->file.is_copy()) return;
  if (!state_->known.in_doubt.empty()) state_->add({Kind::kMark});
  state_->file.sync();
}

void Journal::forget_since_mark() {
  if (state_->file.is_copy() || state_->known.in_doubt.empty()) return;
  state_->add({Kind::kForgotten});
  state_->file.sync();
  // If a record cannot be written to withdraw them, cut them off: that works on a full disk.
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
  if (state_->add_fact(name, value)) state_->file.sync();
}

bool Journal::is_on_disk() const { return state_->file.is_synced(); }

}  // namespace grabr
