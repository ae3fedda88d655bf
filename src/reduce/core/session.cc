#include "reduce/core/session.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace grabr {

namespace {

/// Thrown to leave a search because the user asks for it.
struct Left {};

/// Sets a pointer of the session to null during its lifetime.
template <class T>
struct Unset {
  explicit Unset(T*& of) : place(of), was(std::exchange(of, nullptr)) {}
  ~Unset() { place = was; }
  Unset(const Unset&) = delete;
  Unset& operator=(const Unset&) = delete;

  T*& place;
  T* const was;
};

std::unique_ptr<Judge> plain_judge(Oracle& oracle) {
  Judge::Options options;
  options.canary_every = 0;
  return std::make_unique<Judge>(oracle, std::move(options));
}

}  // namespace

Session::Session(Judge& judge, SharedText original, CachePolicy cache)
    : judge_(judge), original_(std::move(original)), best_(original_), cache_policy_(cache) {}

Session::Session(Oracle& oracle, SharedText original, CachePolicy cache)
    : own_judge_(plain_judge(oracle)),
      judge_(*own_judge_),
      original_(std::move(original)),
      best_(original_),
      cache_policy_(cache) {}

TestCounts Session::counts() const {
  TestCounts counts = counts_;
  const Judge::Counts judged = judge_.counts();
  counts.executed += judged.executed;
  counts.infrastructure += judged.infrastructure;
  counts.journal = judged.journal;
  counts.canary = judged.canary;
  return counts;
}

std::span<Observer* const> Session::watchers() const {
  if (judge_.is_copy()) return {};
  return observers_;
}

void Session::begin_phase(std::string_view name) {
  phase_ = name;
  for (Observer* observer : watchers()) observer->on_phase(phase_);
}

void Session::begin_pass(std::string_view name) {
  pass_ = name;
  for (Observer* observer : watchers()) observer->on_pass(pass_);
}

void Session::check_original(std::string_view phase) {
  const TestResult result = judge_.answer(original_, 1);
  ++counts_.preflight;
  announce_under(phase, original_, result);
  if (result.outcome != Outcome::kFail) refuse_original(result.outcome);
  announce_best();
}

void Session::record_check(std::string_view phase, std::string_view text,
                           const TestResult& result) {
  counts_.executed += result.runs;
  if (!result.infrastructure.empty()) ++counts_.infrastructure;
  ++counts_.preflight;
  announce_under(phase, text, result);
}

void Session::record_test(std::string_view phase, std::string_view text, const TestResult& result) {
  count(result);
  announce_under(phase, text, result);
}

void Session::announce_under(std::string_view phase, std::string_view text,
                             const TestResult& result) {
  set_aside(text, result);
  std::string before = std::exchange(phase_, std::string(phase));
  Answer answer;
  answer.result = result;
  announce(answer, text, {}, nullptr);
  phase_ = std::move(before);
}

void Session::accept_original() { announce_best(); }

void Session::begin_with(const Candidate& whole) {
  if (best_fails_) return;
  if (protection && !protection->allows(whole.text, original_)) {
    throw Error(
        ErrorKind::kInvalid,
        "this strategy starts from a text other than the input, which lacks the protected parts");
  }
  best_ = whole.text;
  announce_best();
}

void Session::go_back_to(std::string text) {
  best_ = std::move(text);
  judge_.go_back_to(best_);
  for (Observer* observer : watchers()) observer->on_best(best_);
}

void Session::go_back_to_left_by_hand() {
  if (!left_by_hand_) return;
  const SharedText text = *std::exchange(left_by_hand_, std::nullopt);
  Answer known;
  known.result.outcome = Outcome::kFail;
  known.cached = true;
  announce(known, text, "the smallest again", &text);
  go_back_to(text);
}

void Session::forget_passing() {
  std::erase_if(answers_, [](const auto& known) { return known.second != Outcome::kFail; });
  std::erase_if(set_aside_, [](const auto& known) { return known.second != Outcome::kFail; });
  passing_tokens_.clear();
  judge_.forget_ahead();
}

void Session::require_not_passing() {
  const Outcome outcome = test(original_);
  if (outcome == Outcome::kPass) refuse_original(outcome);
  if (outcome == Outcome::kFail) announce_best();
}

unsigned Session::depth_inside() const {
  unsigned depth = 0;
  for (const Inside* inside = inside_; inside != nullptr; inside = inside->outer_) ++depth;
  return depth;
}

/// The whole text with this part. If there is none, the best, which is never accepted.
std::string Session::whole_of(const std::string& part) const {
  std::string text = part;
  for (const Inside* inside = inside_; inside != nullptr; inside = inside->outer_) {
    if (inside->best_ == text) return best_;
    std::optional<std::string> whole = inside->whole_(text);
    if (!whole) return best_;
    text = *std::move(whole);
  }
  return text;
}

/// Turns a candidate for a part into one for the whole text.
void Session::complete(Candidate& candidate) const {
  candidate.text = whole_of(candidate.text);
  candidate.tokens.reset();  // they were those of the part
  for (const Inside* inside = inside_; inside != nullptr; inside = inside->outer_) {
    candidate.edit = inside->words_ + ": " + candidate.edit;
  }
}

void Session::take_part(std::string part) {
  for (Inside* inside = inside_; inside != nullptr; inside = inside->outer_) {
    std::string whole;
    if (inside->outer_ != nullptr) whole = inside->whole_(part).value_or(inside->outer_->best_);
    inside->best_ = std::move(part);
    part = std::move(whole);
  }
}

/// The candidates of a sequence, made on demand, or earlier for speculative tests.
class Session::CandidatesAhead : public Upcoming {
 public:
  CandidatesAhead(const Session& session, const Sequence& next, const Sequence& afterwards)
      : session_(session), next_(next), afterwards_(afterwards) {}

  /// Inside a part of the text, `part` is the candidate as the search made it.
  bool take(Candidate& candidate, std::string& part) {
    if (made_.empty()) return make(candidate, part);
    if (made_.size() == afterwards_made_) return false;
    candidate = std::move(made_.front()->whole);
    part = std::move(made_.front()->part);
    made_.erase(made_.begin());
    return true;
  }

  const std::string* unknown_from(std::size_t& place) override {
    const std::size_t most = std::min<std::uint64_t>(
        kMaxCandidatesAhead, session_.stop.tests_left().value_or(kMaxCandidatesAhead));
    for (; place < most; ++place) {
      if (place == made_.size()) {
        auto made = std::make_unique<Made>();
        if (!make(made->whole, made->part) && !make_afterwards(made->whole)) break;
        made_.push_back(std::move(made));
      }
      Answer ignored;
      const Candidate& whole = made_[place]->whole;
      if (!session_.known(whole.text, whole.tokens, ignored)) return &whole.text;
    }
    return nullptr;
  }

 private:
  struct Made {
    Candidate whole;
    std::string part;
  };

  bool make(Candidate& candidate, std::string& part) {
    ended_ = ended_ || !next_(count_, candidate);
    if (ended_) return false;
    ++count_;
    if (session_.inside_ != nullptr) {
      part = candidate.text;
      session_.complete(candidate);
    }
    return true;
  }

  bool make_afterwards(Candidate& candidate) {
    if (!afterwards_ || !afterwards_(afterwards_made_, candidate)) return false;
    ++afterwards_made_;
    if (session_.inside_ != nullptr) session_.complete(candidate);
    return true;
  }

  const Session& session_;
  const Sequence& next_;
  const Sequence& afterwards_;
  std::vector<std::unique_ptr<Made>> made_;  ///< pointers: their texts must not move
  std::size_t count_ = 0;
  std::size_t afterwards_made_ = 0;  ///< the last so many in `made_` are from `afterwards`
  bool ended_ = false;
};

std::optional<std::size_t> Session::first_failing(const Sequence& next,
                                                  const Sequence& afterwards) {
  CandidatesAhead candidates(*this, next, afterwards);
  Candidate candidate;
  std::string part;
  for (std::size_t index = 0; candidates.take(candidate, part); ++index) {
    if (!candidate.pass.empty()) begin_pass(candidate.pass);
    const Answer answer = ask(candidate.text, candidate.tokens, &candidates);
    if (answer.acceptable) {
      const SharedText taken = std::move(candidate.text);
      announce(answer, taken, candidate.edit, &taken);
      const bool changed = taken != best_ || !best_fails_;
      best_ = taken;
      if (inside_ != nullptr) take_part(std::move(part));
      take_number(answer.result.number);
      if (changed) announce_best();
      return index;
    }
    announce(answer, candidate.text, candidate.edit, nullptr);
    candidate = {};
  }
  return std::nullopt;
}

bool Session::fails(std::string text, std::string edit) {
  return fails(Candidate{std::move(text), std::move(edit)});
}

bool Session::fails(Candidate of) {
  return first_failing([&](std::size_t index, Candidate& candidate) {
           if (index > 0) return false;
           candidate = std::move(of);
           return true;
         })
      .has_value();
}

bool Session::until_left(const std::function<void()>& search) {
  struct Leavable {
    unsigned& depth;
    explicit Leavable(unsigned& of) : depth(of) { ++depth; }
    ~Leavable() { --depth; }
  };
  try {
    const Leavable leavable(leavable_);
    search();
    return true;
  } catch (const Left&) {
    return false;
  }
}

bool Session::leaves_out(std::string_view pass) {
  if (std::ranges::find(without, pass) != without.end()) return true;
  if (steering == nullptr || !steering->is_off(pass)) return false;
  const std::string words = "left out pass " + std::string(pass);
  const bool is_noted = std::ranges::any_of(
      interventions_, [&](const Intervention& one) { return one.words == words; });
  if (!is_noted) note_intervention(words);
  return true;
}

void Session::note_intervention(std::string words) {
  interventions_.push_back({counts_.committed, std::move(words)});
}

Outcome Session::test(std::string_view of, std::string_view words) {
  if (inside_ == nullptr) return test_whole(of, words);
  Candidate candidate{std::string(of), std::string(words)};
  complete(candidate);
  return test_whole(candidate.text, candidate.edit);
}

Outcome Session::test_whole(std::string_view text, std::string_view edit) {
  const Answer answer = ask(text);
  announce(answer, text, edit, nullptr);
  return answer.result.outcome;
}

void Session::keep_passing(std::string text) {
  if (passing_ == text) return;
  passing_ = std::move(text);
  for (Observer* observer : watchers()) observer->on_passing(*passing_);
}

Session::Answer Session::ask(std::string_view text, const std::optional<Hash128>& tokens,
                             Upcoming* upcoming) {
  Answer answer;
  if (known(text, tokens, answer)) {
    ++(answer.refused ? counts_.unprotected : counts_.cached);
    return answer;
  }
  stop.take_test();
  answer.result = judge_.answer(text, chances_.of(phase_), upcoming);
  if (best_number && answer.result.number > best_number) answer.result.outcome = Outcome::kPass;
  count(answer.result);
  answer.acceptable = answer.result.outcome == Outcome::kFail;
  chances_.note(phase_, answer.acceptable);
  remember(text, answer.result);
  const bool passes = answer.result.outcome == Outcome::kPass && !answer.result.timed_out;
  if (tokens && passes) passing_tokens_.insert(*tokens);
  return answer;
}

bool Session::known(std::string_view text, const std::optional<Hash128>& tokens,
                    Answer& answer) const {
  if (protection && !protection->allows(text, best_)) {
    answer.refused = true;
    return true;
  }
  if (cache_policy_ == CachePolicy::kNone) return false;
  answer.cached = true;
  const Hash128 hash = hash128(text);
  if (cache_policy_ == CachePolicy::kNegative && bests_.contains(hash)) {
    answer.result.outcome = Outcome::kFail;
    return true;
  }
  const auto found = answers_.find(hash);
  if (found != answers_.end()) {
    answer.result.outcome = found->second;
    answer.acceptable = found->second == Outcome::kFail && !best_number;
    return true;
  }
  if (tokens && passing_tokens_.contains(*tokens)) {
    answer.result.outcome = Outcome::kPass;
    return true;
  }
  answer.cached = false;
  return false;
}

void Session::count(const TestResult& result) {
  ++counts_.committed;
  if (result.timed_out && result.outcome != Outcome::kFail) ++counts_.timeout;
  switch (result.outcome) {
    case Outcome::kFail: ++counts_.fail; break;
    case Outcome::kPass: ++counts_.pass; break;
    case Outcome::kUnresolved: ++counts_.unresolved; break;
  }
}

void Session::remember(std::string_view text, const TestResult& result) {
  const bool negative = result.outcome == Outcome::kPass && !result.timed_out;
  if (cache_policy_ == CachePolicy::kAll || (cache_policy_ == CachePolicy::kNegative && negative)) {
    answers_.emplace(hash128(text), result.outcome);
  } else {
    set_aside(text, result);
  }
}

void Session::set_aside(std::string_view text, const TestResult& result) {
  const bool no_answer = result.timed_out && result.outcome == Outcome::kPass;
  set_aside_[hash128(text)] = no_answer ? Outcome::kUnresolved : result.outcome;
}

void Session::note_failing(std::string_view text) {
  if (shortest_aside_ && shortest_aside_->size() <= text.size()) return;
  shortest_aside_ = original_ == text ? original_ : SharedText(text);
}

std::optional<std::string> Session::shortest_not_taken() const {
  const bool is_shorter = shortest_aside_ && shortest_aside_->size() < best_.size();
  return is_shorter ? std::optional(shortest_aside_->str()) : std::nullopt;
}

std::optional<Outcome> Session::known_outcome(std::string_view text) const {
  const Hash128 hash = inside_ == nullptr ? hash128(text) : hash128(whole_of(std::string(text)));
  for (const auto* known : {&answers_, &set_aside_}) {
    if (const auto found = known->find(hash); found != known->end()) return found->second;
  }
  return std::nullopt;
}

void Session::announce(const Answer& answer, std::string_view text, std::string_view edit,
                       const SharedText* taken) {
  const bool accepted = taken != nullptr;
  if (answer.refused) return check_stop();
  if (!accepted && !answer.cached && answer.result.outcome == Outcome::kFail) note_failing(text);
  TestRecord record;
  record.number = counts_.committed;
  record.result = answer.result;
  record.text = text;
  record.edit = edit;
  record.phase = phase_;
  record.pass = pass_;
  record.accepted = accepted;
  record.taken = taken;
  record.cached = answer.cached;
  record.outside = outside_;
  for (Observer* observer : watchers()) observer->on_test(record);
  // An accepted candidate is not the best yet: stopping here would lose it.
  if (accepted) return;
  check_stop();
  ask_person();
}

void Session::take_number(const std::optional<double>& number) {
  if (!number) return;
  if (best_number && *number < *best_number) left_by_hand_.reset();
  best_number = number;
}

void Session::announce_best() {
  best_fails_ = true;
  if (left_by_hand_ && best_.size() <= left_by_hand_->size()) left_by_hand_.reset();
  bests_.insert(hash128(best_));
  for (Observer* observer : watchers()) observer->on_best(best_);
  check_stop();
  check_size();
  judge_.set_best(best_);
}

void Session::check_stop() {
  if (judge_.is_copy()) return;
  stop.check();
  take_proposal();
}

// Called only after rejected candidates: after an accepted one the caller still has to apply it.
void Session::ask_person() {
  if (steering == nullptr || judge_.is_copy()) return;
  steering->between_tests(stop);
  stop.check();
  if (leavable_ == 0 || !steering->wants_to_leave(pass_)) return;
  note_intervention("left pass " + pass_);
  throw Left{};
}

void Session::take_proposal() {
  if (proposer == nullptr || stop.tests_left() == 0U) return;
  std::optional<Candidate> proposal = proposer->proposed();
  if (!proposal || proposal->text == best_) return;
  const SharedText text = std::move(proposal->text);
  // While the proposal is tested, neither proposer nor user may interrupt.
  const Unset unasked(proposer);
  Answer answer;
  answer.refused = protection && !protection->allows(text, best_);
  if (!answer.refused) {
    stop.take_test();
    answer.result = judge_.answer(text, 1);
    if (best_number && answer.result.number > best_number) answer.result.outcome = Outcome::kPass;
    count(answer.result);
    answer.acceptable = answer.result.outcome == Outcome::kFail;
  }
  {
    const Unset unsteered(steering);
    announce(answer, text, proposal->edit, answer.acceptable ? &text : nullptr);
  }
  unasked.was->on_answer(answer.acceptable);
  if (!answer.acceptable) return;
  note_intervention("went on from " + proposal->edit);
  // The search may reach former bests again from here, and they count as new then.
  bests_.clear();
  const SharedText left = std::exchange(best_, text);
  if (best_fails_ && !left_by_hand_ && left.size() < text.size()) left_by_hand_ = left;
  take_number(answer.result.number);
  announce_best();
  throw TakenOver{};
}

void Session::check_size() {
  if (!small_enough || was_small_enough_ || judge_.is_copy()) return;
  if (!small_enough->is_met_by(best_)) return;
  was_small_enough_ = true;
  throw SmallEnough(small_enough->size_of(best_), small_enough->unit);
}

void Session::refuse_original(Outcome outcome) const {
  throw Error(ErrorKind::kNotInteresting, "the original input does not fail: its test answers `" +
                                              std::string(outcome_name(outcome)) + "`");
}

}  // namespace grabr
