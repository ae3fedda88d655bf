#include "catalogue/choose_grammar.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include "catalogue/find_grammar.h"
#include "catalogue/language_detection.h"
#include "catalogue/read_grammar.h"
#include "parse/parser.h"
#include "parse/repair/partial.h"
#include "text/ascii.h"
#include "text/encoding.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/setting.h"

namespace grabr {
namespace {

bool contains(const std::vector<std::string>& words, const std::string& wanted) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return lower_case(word) == wanted; });
}

constexpr std::size_t kMaxGrammarsTried = 12;  // strict grammars, if the name says nothing
constexpr std::size_t kTrialBytes = 1 << 18;   // bytes of the text to parse in a trial
constexpr std::size_t kCutBytes = 1 << 12;     // near their end, errors may be due to the cut

/// Collects the cards with the greatest rank.
template <class Cards, class Rank>
class BestCards {
 public:
  void offer(const GrammarCard& card, const Rank& rank) {
    if (!cards_.empty() && rank < rank_) return;
    if (cards_.empty() || rank_ < rank) cards_.clear();
    rank_ = rank;
    if (cards_.empty() || cards_.back() != &card) cards_.push_back(&card);
  }
  Cards take() { return std::move(cards_); }
  const Rank& rank() const { return rank_; }

 private:
  Cards cards_;
  Rank rank_{};
};

}  // namespace

GrammarChooser::GrammarChooser() : GrammarChooser(list_grammars(CardDetail::kHead)) {}

GrammarChooser::GrammarChooser(std::vector<GrammarCard> cards) : cards_(std::move(cards)) {}

GrammarChooser::Cards GrammarChooser::named_like(const std::string& name) const {
  BestCards<Cards, std::ptrdiff_t> best;
  for (const GrammarCard& card : cards_) {
    if (contains(card.filenames, name)) {
      best.offer(card, -static_cast<std::ptrdiff_t>(card.folder));
    }
  }
  return best.take();
}

GrammarChooser::Cards GrammarChooser::with_extension(const std::string& name,
                                                     std::string& extension) const {
  BestCards<Cards, std::pair<std::size_t, std::ptrdiff_t>> best;
  for (const GrammarCard& card : cards_) {
    for (const std::string& known : card.extensions) {
      if (known.empty() || !name.ends_with(lower_case(known))) continue;
      best.offer(card, {known.size(), -static_cast<std::ptrdiff_t>(card.folder)});
    }
  }
  extension = name.substr(name.size() - best.rank().first);
  return best.take();
}

GrammarChooser::Cards GrammarChooser::run_by(const std::string& program) const {
  if (program.empty()) return {};
  for (const std::string& name : {program, without_version(program)}) {
    Cards cards;
    for (const GrammarCard& card : cards_) {
      if (contains(card.interpreters, lower_case(name))) cards.push_back(&card);
    }
    if (!cards.empty()) return cards;
  }
  return {};
}

GrammarChooser::Cards GrammarChooser::of_mode(const std::string& mode) const {
  if (mode.empty()) return {};
  BestCards<Cards, int> best;
  for (const GrammarCard& card : cards_) {
    if (lower_case(card.key) == mode || lower_case(card.name) == mode) best.offer(card, 3);
    else if (contains(card.interpreters, mode)) best.offer(card, 2);
    else if (contains(card.extensions, "." + mode)) best.offer(card, 1);
  }
  return best.take();
}

/// How much a text resembles the language of a grammar; compared member by member.
struct GrammarChooser::Likeness {
  std::size_t beginning = 0;  ///< bytes matched at the start
  bool strict = false;        ///< not every text parses
  std::size_t marked = 0;     ///< lines that begin with a mark
  double least_marked = 0;    ///< required share of lines: more is stronger evidence

  explicit operator bool() const { return beginning > 0 || marked > 0; }
  bool operator>(const Likeness& other) const {
    return std::tie(beginning, strict, marked, least_marked) >
           std::tie(other.beginning, other.strict, other.marked, other.least_marked);
  }
};

const GrammarChooser::Marks& GrammarChooser::marks_of(const GrammarCard& card) const {
  std::shared_ptr<const Marks>& known = marks_[card.path.string()];
  if (!known) {
    known =
        std::make_shared<const Marks>(Marks{table_of_any(card.begins), table_of_any(card.marks)});
  }
  return *known;
}

GrammarChooser::Likeness GrammarChooser::likeness(const GrammarCard& card,
                                                  std::string_view text) const {
  Likeness found{0, card.least_marked == 0, 0, card.least_marked};
  if (!card.begins.empty()) found.beginning = beginning_length(marks_of(card).begins, text);
  if (card.marks.empty()) return found;
  const MarkedLines lines = count_marked_lines(marks_of(card).lines, text);
  const bool enough =
      static_cast<double>(lines.marked) >= card.least_marked * static_cast<double>(lines.lines);
  if (enough) found.marked = lines.marked;
  return found;
}

const Parser* GrammarChooser::parser_for(const GrammarCard& card) const {
  auto found = parsers_.find(card.path.string());
  if (found == parsers_.end()) {
    std::shared_ptr<const Parser> parser;
    try {
      parser = std::make_shared<const Parser>(read_grammar(card.path));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInvalid) throw;  // kInvalid: the grammar is unusable
    }
    found = parsers_.emplace(card.path.string(), std::move(parser)).first;
  }
  return found->second.get();
}

bool GrammarChooser::parses(const GrammarCard& card, std::string_view text) const {
  const Parser* const parser = parser_for(card);
  return parser != nullptr && parser->accepts(text);
}

bool GrammarChooser::fits(const GrammarCard& card, std::string_view text) const {
  if (text.size() <= kTrialBytes) return parses(card, text);
  const std::string_view beginning = text.substr(0, kTrialBytes);
  const Parser* const parser = parser_for(card);
  if (parser == nullptr) return false;
  const std::optional<ParseFailure> failure = parser->check(beginning);
  return !failure || failure->reason == ParseFailure::Reason::kEnd ||
         failure->span.begin + kCutBytes >= beginning.size();
}

/// The most similar first; ties by key.
std::vector<std::pair<GrammarChooser::Likeness, const GrammarCard*>> GrammarChooser::resembling(
    std::string_view text) const {
  std::vector<std::pair<Likeness, const GrammarCard*>> found;
  for (const GrammarCard& card : cards_) {
    if (const Likeness like = likeness(card, text)) found.emplace_back(like, &card);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  // A language's keywords occur in many others: bound the number of trials, but not for cautious
  // grammars.
  std::size_t rank = 0;
  std::erase_if(found,
                [&](const auto& one) { return rank++ >= kMaxGrammarsTried && one.first.strict; });
  return found;
}

std::optional<GrammarChoice> GrammarChooser::recognise(std::string_view text) const {
  for (const auto& [like, card] : resembling(text)) {
    if (!fits(*card, text)) continue;
    return GrammarChoice{card->path, card->key,
                         like.beginning > 0 ? "by its beginning" : "by the beginnings of its lines",
                         text.size() > kTrialBytes, true};
  }
  return std::nullopt;
}

GrammarChoice GrammarChooser::among(const Cards& cards, const std::string& reason,
                                    const std::string& word, std::string_view text) const {
  const auto choice = [&](const GrammarCard* card, const std::string& more) {
    return GrammarChoice{card->path, card->key, reason + more, false};
  };
  if (cards.size() == 1) return choice(cards.front(), "");
  std::string keys;
  const GrammarCard* by_word = nullptr;
  for (const GrammarCard* card : cards) {
    if (card->key == word) by_word = card;
    keys += (keys.empty() ? "" : ", ") + card->key;
  }
  if (by_word != nullptr && parses(*by_word, text)) return choice(by_word, "");
  for (const Cards& said : {run_by(interpreter_of(text)), of_mode(mode_of(text))}) {
    const auto named = std::find_first_of(cards.begin(), cards.end(), said.begin(), said.end());
    if (named != cards.end()) return choice(*named, " and a line that names the language");
  }
  Cards by_likeness = cards;
  std::stable_partition(by_likeness.begin(), by_likeness.end(), [&](const GrammarCard* card) {
    return static_cast<bool>(likeness(*card, text));
  });
  for (const GrammarCard* card : by_likeness) {
    if (!parses(*card, text)) continue;
    GrammarChoice found = choice(card, ", the first of " + keys + " that parses it");
    const auto own = std::ranges::find_if(cards, [&](const GrammarCard* other) {
      return !card->extends.empty() && other->path == card->path.parent_path() / card->extends;
    });
    if (own != cards.end()) found.extended = (*own)->path;
    return found;
  }
  const GrammarCard* const best = parses_most(cards, by_word, text);
  GrammarChoice found = choice(best, ": it parses most, and none of " + keys + " parses all");
  found.parses = false;
  return found;
}

/// The grammar that leaves the smallest share of the text's tokens outside the tree; the first of
/// equal ones. It replaces `preferred` only if it leaves less than half as much outside, because a
/// dialect that allows more always leaves less.
const GrammarCard* GrammarChooser::parses_most(const Cards& cards, const GrammarCard* preferred,
                                               std::string_view text) const {
  const auto share_outside = [&](const GrammarCard& card) {
    // If no line looks like the grammar's language, the text is in another one, however much of it
    // parses.
    const bool has_marks = !card.begins.empty() || !card.marks.empty();
    const Parser* const parser = parser_for(card);
    if (parser == nullptr || (has_marks && !likeness(card, text))) return 1.0;
    const PartialTree partial = parse_partially(*parser, text.substr(0, kTrialBytes));
    if (partial.bare || partial.tokens == 0) return 1.0;
    return static_cast<double>(partial.opaque_tokens) / static_cast<double>(partial.tokens);
  };
  const GrammarCard* best = preferred != nullptr ? preferred : cards.front();
  double least = share_outside(*best);
  for (const GrammarCard* card : cards) {
    if (card == preferred) continue;
    const double share = share_outside(*card);
    if (share >= (best == preferred ? least / 2 : least)) continue;
    best = card;
    least = share;
  }
  return best;
}

std::optional<GrammarChoice> GrammarChooser::choose(const std::string& file,
                                                    std::string_view text) const {
  const std::string name = lower_case(std::filesystem::path(file).filename().string());
  if (const Cards cards = named_like(name); !cards.empty()) {
    return among(cards, "by its name", name, text);
  }
  std::string extension;
  if (const Cards cards = with_extension(name, extension); !cards.empty()) {
    return among(cards, "by the extension " + extension, extension.substr(1), text);
  }
  const std::string program = interpreter_of(text);
  if (const Cards cards = run_by(program); !cards.empty()) {
    return among(cards, "by its first line, for " + program, without_version(program), text);
  }
  const std::string mode = mode_of(text);
  if (const Cards cards = of_mode(mode); !cards.empty()) {
    return among(cards, "by its line for editors, " + mode, mode, text);
  }
  return recognise(text);
}

std::optional<GrammarChoice> GrammarChooser::plain_text() const {
  const auto found = std::find_if(cards_.begin(), cards_.end(),
                                  [](const GrammarCard& card) { return card.generic; });
  if (found == cards_.end()) return std::nullopt;
  return GrammarChoice{found->path, found->key, "as nothing else fits its name or content", false};
}

std::optional<GrammarChoice> choose_for_file(const GrammarChooser& chooser,
                                             const std::filesystem::path& file) {
  try {
    return chooser.choose(file.string(), decode(read_file(file)).text);
  } catch (const Error&) {
    return chooser.choose(file.string(), {});
  }
}

GrammarChoice require_grammar(const GrammarChooser& chooser, const std::string& option,
                              const std::string& file, std::string_view text) {
  if (!option.empty()) return require_grammar(option, file, text);
  if (auto choice = chooser.choose(file, text)) return *std::move(choice);
  throw Error(ErrorKind::kInvalid,
              "no grammar is known for " + shown_name(file) +
                  spelled(", neither by its name nor by what it contains\nhint: name one "
                          "with {grammar}; `grabr grammar list` shows them"));
}

GrammarChoice require_grammar(const std::string& option, const std::string& file,
                              std::string_view text) {
  if (option.empty()) return require_grammar(GrammarChooser(), option, file, text);
  const std::filesystem::path path = find_grammar(option);
  return {path, path.stem().string(), ""};
}

std::string other_grammars_note(const GrammarChoice& choice, const std::string& file) {
  if (choice.parses) return {};
  return "grabr: " + shown_name(file) + " is read as " + choice.key + ", " + choice.reason +
         spelled(" ({grammar} names another)\n");
}

}  // namespace grabr
