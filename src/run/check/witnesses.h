// Tests again texts that have failed: the result at the end of a run, earlier bests if the result
// no longer fails, and the best of an earlier run before its answers are used.
//
// This detects changes that the identity of a test does not cover: a compiler called by a compiler,
// a server, a file that only the program opens.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/answers/journal.h"
#include "oracle/answers/judge.h"
#include "reduce/core/session.h"
#include "text/shared_text.h"

namespace grabr {

/// Earlier bests, one for each doubling of the distance from the last; or texts kept as passing.
/// The first one is always there.
class Witnesses : public Observer {
 public:
  enum class What { kFailing, kPassing };
  explicit Witnesses(What what = What::kFailing) : what_(what) {}

  void on_best(const SharedText& text) override;
  void on_passing(std::string_view text) override;

  What what() const { return what_; }
  std::size_t count() const { return texts_.size(); }
  /// Index 0 is the last one.
  const std::string& operator[](std::size_t i) const { return texts_[texts_.size() - 1 - i].text; }

 private:
  struct Numbered {
    std::size_t number;
    SharedText text;
  };
  void add(const SharedText& text);

  What what_;
  std::size_t added_ = 0;
  std::vector<Numbered> texts_;
};

/// The outcome of one more test of a result.
struct FinalCheck {
  bool holds = true;                   ///< it fails (or passes) as it should
  std::string reason;                  ///< the reason if it does not, in words
  std::optional<std::string> instead;  ///< the last text that does; nothing: none of them
};

/// Tests the result, unless that was the last test. If it does not fail (or pass) as it should,
/// tests the witnesses, the last first. `known_lost`: the reason, if it is already known that
/// something is wrong. To be called after Judge::end_search. Throws Error if its stop ends it.
FinalCheck check_result(Judge& judge, const std::string& result, const Witnesses& witnesses,
                        bool known_lost = false);

/// The outcome of one test of an earlier run's best.
struct KeptBest {
  bool fails = true;   ///< it fails, so the answers are still valid
  Hash128 text = {};   ///< the text that was tested
  unsigned runs = 0;   ///< runs of the test
  std::string reason;  ///< the reason why the answers are not valid, in words
};

/// Tests the best in the journal, or the original if there is none. If the test cannot be run, the
/// answers stay valid. `most_runs`: with a flaky test, runs until it fails. Throws Error if `stop`
/// ends it.
KeptBest check_kept_best(Oracle& oracle, const Journal& journal, const std::string& original,
                         const StopToken& stop, std::optional<unsigned> most_runs = {});

}  // namespace grabr
