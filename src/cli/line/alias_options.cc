#include "cli/line/alias_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "text/error.h"

namespace grabr {
namespace {

/// An option as written on a command line: "--name=value", "-nvalue", "-n".
struct WrittenOption {
  std::string name;
  std::optional<std::string> value;  ///< written in the same word
};

bool looks_like_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

WrittenOption split_option(const std::string& word) {
  if (!word.starts_with("--")) {
    if (word.size() == 2) return {word, std::nullopt};
    return {word.substr(0, 2), word.substr(word[2] == '=' ? 3 : 2)};
  }
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return {word, std::nullopt};
  return {word.substr(0, equals), word.substr(equals + 1)};
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_min() > 0; }

/// Is the next word the value of this option of ours? Short options may be joined: "-qj 4".
bool next_is_value(const CLI::App& own, const std::string& word) {
  if (word.starts_with("--")) {
    const CLI::Option* option = own.get_option_no_throw(word);
    return option != nullptr && takes_value(*option);
  }
  for (std::size_t i = 1; i < word.size(); ++i) {
    const CLI::Option* option = own.get_option_no_throw(std::string("-") + word[i]);
    if (option == nullptr) return false;
    if (takes_value(*option)) return i + 1 == word.size();
  }
  return false;
}

bool is_called(const Alias& alias, const std::string& name) {
  return std::ranges::count(names_of(alias), name) > 0;
}

const Alias* find_alias(const std::string& name) {
  const auto rows = aliases();
  const auto found =
      std::ranges::find_if(rows, [&](const Alias& row) { return is_called(row, name); });
  return found == rows.end() ? nullptr : &*found;
}

/// Splits "--timeout=% --fresh" into words, then puts the value, which may contain blanks, for %.
Words filled_in(std::string_view text, const std::string& value) {
  Words words;
  for (const std::string& part : split_words(text)) {
    const std::size_t mark = part.find('%');
    const bool marked = mark != std::string::npos;
    words.push_back(marked ? part.substr(0, mark) + value + part.substr(mark + 1) : part);
  }
  return words;
}

/// Splits "-delta-passes=1", an alias with a long name after one dash.
std::optional<WrittenOption> split_long_name(const std::string& word) {
  if (word.starts_with("--") || word.size() < 3) return std::nullopt;
  const std::size_t equals = std::min(word.find('='), word.size());
  const std::string name = word.substr(0, equals);
  if (name.size() < 3 || find_alias(name) == nullptr) return std::nullopt;
  if (equals == word.size()) return WrittenOption{name, std::nullopt};
  return WrittenOption{name, word.substr(equals + 1)};
}

class Translation {
 public:
  Translation(const Words& words, const CLI::App& own, std::vector<std::string>& notes)
      : words_(words), own_(own), notes_(notes) {}

  Words run() {
    while (at_ < words_.size() && words_[at_] != "--") read(words_[at_]);
    copy(words_.size() - at_);
    return std::move(result_);
  }

 private:
  void copy(std::size_t count) {
    for (; count > 0 && at_ < words_.size(); --count) result_.push_back(words_[at_++]);
  }

  void read(const std::string& word) {
    if (!looks_like_option(word)) return copy(1);
    if (const auto option = split_long_name(word)) return take(*find_alias(option->name), *option);
    if (const std::size_t own = words_of_option(own_, word); own > 0) return copy(own);
    const WrittenOption option = split_option(word);
    const Alias* alias = find_alias(option.name);
    if (alias == nullptr) return copy(1);
    take(*alias, option);
  }

  void take(const Alias& alias, const WrittenOption& option) {
    ++at_;
    replace(alias, option);
  }

  void replace(const Alias& alias, const WrittenOption& option) {
    const std::string line = option.name + " (" + std::string(alias.tools) + "): ";
    if (alias.kind == AliasKind::kElsewhere) {
      throw Error(ErrorKind::kInvalid,
                  line + "its options are not known here\nhint: the manual's page from-" +
                      std::string(alias.tools) + " says what to write");
    }
    if (alias.kind == AliasKind::kRefused) {
      throw Error(ErrorKind::kInvalid, line + std::string(alias.text));
    }
    const std::string value = value_of(alias, option);
    if (alias.kind == AliasKind::kHarmless) {
      notes_.push_back(line + std::string(alias.text));
      return;
    }
    const Words made =
        alias.rewrite != nullptr ? alias.rewrite(value) : filled_in(alias.text, value);
    result_.insert(result_.end(), made.begin(), made.end());
    if (!alias.note.empty()) notes_.push_back(line + std::string(alias.note));
  }

  /// The option's value: in the same word, or the next one. Throws if it is missing.
  std::string value_of(const Alias& alias, const WrittenOption& option) {
    if (!alias.takes_value) {
      if (option.value) throw Error(ErrorKind::kInvalid, option.name + " takes no value");
      return {};
    }
    if (option.value) return *option.value;
    if (at_ == words_.size() || words_[at_] == "--") {
      throw Error(ErrorKind::kInvalid, option.name + " needs a value");
    }
    return words_[at_++];
  }

  const Words& words_;
  const CLI::App& own_;
  std::vector<std::string>& notes_;
  std::size_t at_ = 0;
  Words result_;
};

}  // namespace

std::size_t words_of_option(const CLI::App& own, const std::string& word) {
  if (!looks_like_option(word)) return 0;
  if (own.get_option_no_throw(split_option(word).name) == nullptr) return 0;
  return next_is_value(own, word) ? 2 : 1;
}

Words names_of(const Alias& alias) { return split_words(alias.names); }

Words translate_aliases(const Words& words, const CLI::App& own, std::vector<std::string>& notes) {
  return Translation(words, own, notes).run();
}

}  // namespace grabr
