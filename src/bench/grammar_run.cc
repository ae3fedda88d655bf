#include "bench/grammar_run.h"

#include <algorithm>
#include <ctime>
#include <variant>

#include "parse/ambiguity/ambiguity.h"
#include "parse/fast/derivation.h"
#include "text/error.h"
#include "text/file.h"
#include "tree/deletable.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr int kRuns = 3;  // runs of each measurement
/// All trees of a text take much more memory than one.
constexpr std::size_t kMaxSearchedBytes = 100'000;
constexpr std::size_t kMaxMemoryBytes = std::size_t{512} << 20;

/// Processor time, so that other programs do not count.
template <class Work>
double seconds_of(Work work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

template <class Work>
double median_seconds(Work work) {
  std::vector<double> times;
  for (int run = 0; run < kRuns; ++run) times.push_back(seconds_of(work));
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

class Measuring {
 public:
  Measuring(const Parser& parser, GrammarRecord& record, const std::function<void()>& check_stop)
      : parser_(parser), record_(record), check_stop_(check_stop) {}

  void judge(const CorpusFile& file) {
    check_stop_();
    std::string text = read_file(file.path);
    const bool accepted = parser_.accepts(text);
    ++(file.valid ? record_.valid : record_.invalid);
    if (accepted != file.valid) {
      record_.wrong.push_back(file.path.string());
    } else {
      ++(file.valid ? record_.accepted : record_.refused);
    }
    if (accepted && file.valid) texts_.emplace_back(file.path, std::move(text));
  }

  void measure() {
    count_tokens_of_all();
    search_ambiguity();
    if (texts_.empty()) return;
    record_.mb_per_s = speed_of([this](const std::string& text) { derive(text); });
    record_.tree_mb_per_s = speed_of([this](const std::string& text) { parser_.parse(text); });
  }

 private:
  void count_tokens_of_all() {
    for (const auto& [path, text] : texts_) {
      const ParseResult result = parser_.parse(text);
      const auto* tree = std::get_if<Tree>(&result);
      if (tree == nullptr) continue;
      record_.bytes += text.size();
      record_.tokens += count_tokens(*tree, tree->root());
    }
  }

  template <class Read>
  std::optional<double> speed_of(Read read) const {
    const double seconds = median_seconds([&] {
      for (const auto& [path, text] : texts_) {
        check_stop_();
        read(text);
      }
    });
    if (seconds <= 0) return std::nullopt;
    return static_cast<double>(record_.bytes) / 1e6 / seconds;
  }

  void derive(const std::string& text) const {
    if (is_fast_) {
      parser_.derive(text);
    } else {
      parser_.parse(text);
    }
  }

  void search_ambiguity() {
    ParseOptions how = parser_.defaults();
    how.max_memory = std::min(how.max_memory, kMaxMemoryBytes);
    for (const auto& [path, text] : texts_) {
      check_stop_();
      if (text.size() > kMaxSearchedBytes) continue;
      Reading reading = parser_.read(text, how);
      if (!reading.accepted) continue;
      AllDerivations all(parser_.grammar_ptr(), std::move(reading), text, how.max_memory);
      ++record_.searched;
      if (all.first_ambiguity()) record_.ambiguous.push_back(path.string());
    }
  }

  bool is_fast() const {
    if (parser_.defaults().engine != ParseOptions::Engine::kFast) return false;
    try {
      parser_.derive("");
    } catch (const Error&) {
      return false;  // the grammar needs the textbook engine
    }
    return true;
  }

  const Parser& parser_;
  GrammarRecord& record_;
  const std::function<void()>& check_stop_;
  std::vector<std::pair<fs::path, std::string>> texts_;
  bool is_fast_ = is_fast();
};

void add_files(const fs::path& folder, bool valid, std::vector<CorpusFile>& files) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return;
  for (const fs::path& path : files_below(folder)) files.push_back({path, valid});
}

}  // namespace

GrammarRecord measure_grammar(const std::string& key, const GrammarLoad& load,
                              const std::vector<CorpusFile>& files, const ParseOptions& how,
                              const std::function<void()>& check_stop) {
  GrammarRecord record;
  record.key = key;
  try {
    std::optional<Parser> parser;
    record.load_ms = 1e3 * median_seconds([&] { parser.emplace(load(), how); });
    record.name = parser->grammar().name;
    Measuring measuring(*parser, record, check_stop);
    for (const CorpusFile& file : files) measuring.judge(file);
    measuring.measure();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInvalid && error.kind() != ErrorKind::kSystem) throw;
    record.error = error.what();
  }
  return record;
}

std::vector<CorpusFile> corpus_of(const fs::path& folder, const std::string& key) {
  std::vector<CorpusFile> files;
  add_files(folder / key / "valid", true, files);
  add_files(folder / key / "invalid", false, files);
  return files;
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

/// Facts that nodes inherit from their ancestors.
struct Around {
  std::uint32_t smallest = 0;  ///< tokens in the smallest deletable thing; 0: none
  SymbolId rule = kNoSymbol;
};

void count_list(const Node& list, ListCounts& counts) {
  const std::uint64_t elements = element_count(list);
  ++counts.lists;
  counts.elements += elements;
  counts.alone += elements == 1 ? 1 : 0;
  counts.longest = std::max(counts.longest, elements);
}

bool has_text(const Node& node) { return node.kind == NodeKind::kToken && node.text().size() > 0; }

}  // namespace

void TreeCounts::add(const Tree& parsed) {
  const Tree tree = list_view(parsed);
  std::vector<Around> around(tree.size());
  const auto name_of = [&](SymbolId rule) {
    return rule == kNoSymbol ? std::string() : tree.grammar().symbols[rule].name;
  };
  const std::vector<std::uint32_t> weights = token_weights(tree);
  for (const NodeId id : preorder(tree, tree.root())) {
    const Node& node = tree[id];
    Around inside = around[id];
    ++nodes;
    if (node.kind == NodeKind::kRule) inside.rule = node.symbol;
    if (node.kind == NodeKind::kList) count_list(node, lists[name_of(inside.rule)]);
    if (has_text(node)) {
      ++tokens;
      if (inside.smallest > 0) ++smallest[inside.smallest], ++deletable;
      else ++fixed[name_of(inside.rule)];
    }
    // A separator is deleted with an element.
    const bool lose = can_lose_child(node);
    for (const NodeId child : tree.children(id)) {
      around[child] = inside;
      if (lose && weights[child] > 0) around[child].smallest = weights[child];
    }
  }
}

std::uint32_t TreeCounts::smallest_at(double share) const {
  std::uint64_t seen = 0;
  for (const auto& [size, count] : smallest) {
    seen += count;
    if (static_cast<double>(seen) >= share * static_cast<double>(deletable)) return size;
  }
  return 0;
}

}  // namespace grabr
