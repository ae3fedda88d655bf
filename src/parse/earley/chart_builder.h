// A chart that is fed token by token and can be backed up. The tokens read always form a viable
// prefix, i.e. the beginning of some sentence. A batch parse pushes all tokens; partial parsing
// (parse/repair/repair.h) tries some, removes them and tries others.
#pragma once

#include "parse/earley/chart.h"

namespace grabr {

class ChartBuilder {
 public:
  enum class Keep : std::uint8_t {
    kAll,
    kWaiting,  ///< only items that later sets need, about a third of all
  };

  /// `grammar` and `first` (which may be null, see Chart) must outlive this. `max_memory` limits
  /// the memory of all items, including those that are dropped.
  ChartBuilder(const LoweredGrammar& grammar, LoweredId start, const FirstSets* first,
               std::size_t max_memory, Keep keep = Keep::kAll);

  /// Reads one more token. Returns false, without reading it, if no sentence continues with it here
  /// or the memory limit is reached.
  bool push(LoweredId token);
  /// Removes all but the first `count` tokens.
  void pop_to(std::uint32_t count);
  /// Number of tokens read.
  std::uint32_t size() const { return static_cast<std::uint32_t>(kernel_end_.size() - 1); }
  /// Are the tokens read a sentence?
  bool complete();

  /// The chart of the tokens read; after a failed push, as if the text ended there. Valid until the
  /// next push, pop_to or complete.
  const Chart& chart();
  Chart take();

 private:
  const LoweredGrammar& grammar_;
  Chart chart_;
  const FirstSets* first_;
  std::uint64_t max_items_;
  LargeArray<std::uint32_t> kernel_end_;     // by set: the end of the items scanned into it
  LargeArray<std::uint32_t> not_kept_;       // by set: how many items of earlier sets are left out
  std::vector<std::uint64_t> predicted_in_;  // by symbol: the last round that predicted it
  std::vector<std::uint32_t> seen_;          // hash table over the items of the last set
  std::uint64_t round_ = 0;
  bool processed_ = false;  // the last set is complete for look_ahead_
  LoweredId look_ahead_ = 0;
  bool sealed_ = false;  // the end of the last set is recorded in the chart

  LargeArray<Item>& items() { return chart_.items_; }
  std::uint32_t item_count() const { return static_cast<std::uint32_t>(chart_.items_.size()); }
  std::uint32_t last() const { return size(); }
  std::uint32_t last_begin() const { return chart_.set_begin_.back(); }
  void leave_out_before(std::uint32_t begin);
  void process(LoweredId look_ahead);
  void back_to_kernel();
  void unseal();
  void predict(LoweredId symbol);
  void add_alternatives(LoweredId symbol);
  void complete_item(const Item& done);
  void complete_empty(LoweredId symbol);
  void index_waiting();
  void scan(LoweredId token);
  void add(const Item& item);
  std::uint32_t& find_slot(const Item& item);
  void clear_seen();
  void see_again();
};

}  // namespace grabr
