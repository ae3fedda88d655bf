#include "cli/choose_grammar.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "cli/content_marks.h"
#include "cli/find_grammar.h"
#include "parse/parser.h"
#include "text/error.h"
#include "text/file.h"
#include "text/lower_case.h"

namespace grabr {
namespace {

bool contains(const std::vector<std::string>& words, const std::string& wanted) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return lower_case(word) == wanted; });
}

bool parses(const GrammarCard& card, std::string_view text) {
  try {
    return Parser(read_grammar(card.path)).accepts(text);
  } catch (const Error& error) {
    if (error.exit() != Exit::kUsage) throw;
    return false;  // a grammar that cannot be used
  }
}

/// Those with the greatest rank.
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

GrammarChooser::Cards GrammarChooser::beginning_like(std::string_view text) const {
  BestCards<Cards, std::size_t> best;
  for (const GrammarCard& card : cards_) {
    const std::size_t length = beginning_length(card.begins, text);
    if (length > 0) best.offer(card, length);
  }
  return best.take();
}

GrammarChoice GrammarChooser::among(const Cards& cards, const std::string& reason,
                                    const std::string& word, std::string_view text) const {
  const auto choice = [&](const GrammarCard* card, const std::string& more) {
    return GrammarChoice{card->path, card->key, reason + more};
  };
  if (cards.size() == 1) return choice(cards.front(), "");
  std::string keys;
  const GrammarCard* best = cards.front();
  for (const GrammarCard* card : cards) {
    if (card->key == word) best = card;
    keys += (keys.empty() ? "" : ", ") + card->key;
  }
  if (best->key == word && parses(*best, text)) return choice(best, "");
  for (const Cards& said : {run_by(interpreter_of(text)), of_mode(mode_of(text))}) {
    const auto named = std::find_first_of(cards.begin(), cards.end(), said.begin(), said.end());
    if (named != cards.end()) return choice(*named, " and what it says itself");
  }
  for (const GrammarCard* card : cards) {
    if (parses(*card, text)) return choice(card, ", the first of " + keys + " that parses it");
  }
  return choice(best, ", though none of " + keys + " parses it");
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
  if (const Cards cards = beginning_like(text); !cards.empty()) {
    return among(cards, "by how it begins", "", text);
  }
  return std::nullopt;
}

std::optional<GrammarChoice> GrammarChooser::plain_text() const {
  const auto found = std::find_if(cards_.begin(), cards_.end(), [](const GrammarCard& card) {
    return card.generic;
  });
  if (found == cards_.end()) return std::nullopt;
  return GrammarChoice{found->path, found->key, "as nothing else fits its name or content"};
}

std::optional<GrammarChoice> choose_for_file(const GrammarChooser& chooser,
                                             const std::filesystem::path& file) {
  try {
    return chooser.choose(file.string(), read_file(file));
  } catch (const Error&) {
    return chooser.choose(file.string(), {});
  }
}

std::filesystem::path require_grammar(const GrammarChooser& chooser, const std::string& option,
                                      const std::string& file, std::string_view text) {
  if (!option.empty()) return find_grammar(option);
  if (auto choice = chooser.choose(file, text)) return std::move(choice->path);
  throw Error(Exit::kUsage, "no grammar is known for " + file +
                                ", neither by its name nor by what it contains\nhint: name one "
                                "with --grammar; `grabr grammar list` shows them");
}

std::filesystem::path require_grammar(const std::string& option, const std::string& file,
                                      std::string_view text) {
  if (!option.empty()) return find_grammar(option);
  return require_grammar(GrammarChooser(), option, file, text);
}

}  // namespace grabr
