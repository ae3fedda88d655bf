// How much sooner a reduction ends with several tests at once, by the way of looking ahead, if
// nothing but tests took time: bench_lookahead FILE... reduces each by the grammar for its name,
// with `auto`, as long as it holds five of its words in their order. A test takes 50 ms of a clock
// of its own, which stands still while the program, or a copy of it, works: so figures do not
// depend on the machine. What copies cost in processor time is not in them.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "catalogue/choose_grammar.h"
#include "catalogue/read_grammar.h"
#include "oracle/answers/judge.h"
#include "parse/repair/partial.h"
#include "reduce/strategy.h"
#include "text/file.h"
#include "text/units.h"

namespace {

using namespace grabr;

constexpr double kTest_s = 0.05;
constexpr unsigned kSlots[] = {2, 4, 8};

class ClockedOracle : public Oracle {
 public:
  ClockedOracle(std::function<bool(std::string_view)> interesting, unsigned slots,
                const std::string& folder)
      : interesting_(std::move(interesting)), slots_(slots), folder_(folder) {}

  double now_s() const { return now_s_; }

  unsigned capacity() const override { return slots_; }
  Ticket start(std::string_view candidate) override {
    TestResult result;
    result.outcome = interesting_(candidate) ? Outcome::kFail : Outcome::kPass;
    result.exit_code = result.outcome == Outcome::kFail ? 0 : 1;
    result.seconds = kTest_s;
    running_.push_back({++tickets_, now_s_ + kTest_s, result});
    return tickets_;
  }
  std::optional<Finished> wait(std::span<const int> wake, const Deadline&) override {
    std::vector<pollfd> watched;
    for (const int descriptor : wake) watched.push_back({descriptor, POLLIN, 0});
    if (!watched.empty() && ::poll(watched.data(), watched.size(), 20000) > 0) return std::nullopt;
    if (running_.empty()) return std::nullopt;
    const Running first = running_.front();  // all take as long
    running_.erase(running_.begin());
    now_s_ = std::max(now_s_, first.end_s);
    return Finished{first.ticket, first.result};
  }
  void cancel(Ticket ticket) override {
    std::erase_if(running_, [&](const Running& one) { return one.ticket == ticket; });
  }
  std::uint64_t store(std::string_view candidate) override {
    const std::uint64_t number = static_cast<std::uint64_t>(::getpid()) << 32 | ++stored_;
    std::ofstream(place(number)) << candidate;
    return number;
  }
  Ticket start_stored(std::uint64_t number) override {
    const std::string candidate = read_file(place(number));
    std::filesystem::remove(place(number));
    return start(candidate);
  }

 private:
  struct Running {
    Ticket ticket;
    double end_s;
    TestResult result;
  };
  std::string place(std::uint64_t number) const { return folder_ + "/" + std::to_string(number); }

  std::function<bool(std::string_view)> interesting_;
  unsigned slots_;
  std::string folder_;
  double now_s_ = 0;
  Ticket tickets_ = 0;
  std::uint64_t stored_ = 0;
  std::vector<Running> running_;
};

std::function<bool(std::string_view)> holds_words_of(const std::string& text) {
  std::vector<Span> words;
  for (const Span unit : split_units(text, Unit::kTokens)) {
    if (unit.size() > 2 && std::isalnum(static_cast<unsigned char>(text[unit.begin])))
      words.push_back(unit);
  }
  std::mt19937 random(1);
  std::shuffle(words.begin(), words.end(), random);
  words.resize(std::min<std::size_t>(words.size(), 5));
  std::ranges::sort(words, {}, &Span::begin);
  std::vector<std::string> needed;
  for (const Span word : words) {
    needed.push_back(text.substr(word.begin, word.size()));
    while (std::isspace(static_cast<unsigned char>(needed.back().back()))) needed.back().pop_back();
  }
  return [needed](std::string_view candidate) {
    std::size_t at = 0;
    for (const std::string& word : needed) {
      at = candidate.find(word, at);
      if (at == candidate.npos) return false;
      at += word.size();
    }
    return true;
  };
}

struct Measured {
  double seconds = 0;
  std::uint64_t tests = 0, executed = 0;
};

Measured measure(const std::shared_ptr<const Parser>& parser, const std::string& text,
                 unsigned slots, LookAhead look_ahead, const std::string& folder) {
  ClockedOracle oracle(holds_words_of(text), slots, folder);
  Judge::Options options;
  options.canary_every = 0;
  options.look_ahead = look_ahead;
  options.expected_s = kTest_s;
  Judge judge(oracle, std::move(options));
  Session session(judge, text);
  Problem problem;
  problem.parser = parser;
  PartialTree tree = parse_partially(*parser, text);
  problem.partial = !tree.opaque.empty();
  problem.tree = std::move(tree.tree);
  run_strategy(*find_pass("auto"), session, std::move(problem));
  return {oracle.now_s(), session.counts().committed, session.counts().executed};
}

void measure_file(const GrammarChooser& chooser, const std::string& file,
                  const std::string& folder) {
  const std::string text = read_file(file);
  const auto choice = chooser.choose(file, text);
  if (!choice) return;
  const auto parser = std::make_shared<const Parser>(read_grammar(choice->path));
  const Measured alone = measure(parser, text, 1, LookAhead::kNone, folder);
  std::printf("%-34s %6zu %6llu", std::filesystem::path(file).filename().c_str(), text.size(),
              static_cast<unsigned long long>(alone.tests));
  std::vector<double> executed;
  for (const LookAhead way : {LookAhead::kInSequence, LookAhead::kByFork}) {
    for (const unsigned slots : kSlots) {
      const Measured several = measure(parser, text, slots, way, folder);
      std::printf(" %6.2f", alone.seconds / several.seconds);
      if (several.tests != alone.tests)
        std::printf(" (%llu tests)", static_cast<unsigned long long>(several.tests));
      executed.push_back(static_cast<double>(several.executed) /
                         static_cast<double>(several.tests));
    }
  }
  for (const double share : executed) std::printf(" %6.2f", share);
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  char folder[] = "/tmp/bench-lookahead-XXXXXX";
  if (::mkdtemp(folder) == nullptr) return 1;
  std::printf("%48s %41s %41s\n%-34s %6s %6s", "", "times sooner", "tests run for each needed",
              "case", "bytes", "tests");
  for (const char* way : {"in sequence", "by fork", "in sequence", "by fork"})
    std::printf(" %20s", way);
  std::printf("\n%48s", "at once");
  for (int i = 0; i < 4; ++i) {
    for (const unsigned slots : kSlots) std::printf(" %6u", slots);
  }
  std::printf("\n");
  const GrammarChooser chooser;
  for (int i = 1; i < argc; ++i) measure_file(chooser, argv[i], folder);
  std::filesystem::remove_all(folder);
}
