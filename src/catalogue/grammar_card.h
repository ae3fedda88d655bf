// What a list of grammars shows, and what it takes to choose one for a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grabr {

struct GrammarCard {
  std::string key;   ///< what -g takes: the file's name without ".json"
  std::string name;  ///< of the language; the key when the file does not say
  std::string version;
  std::vector<std::string> aliases;       ///< other names of the language
  std::vector<std::string> extensions;    ///< with the dot
  std::vector<std::string> filenames;     ///< whole names
  std::vector<std::string> interpreters;  ///< that a first line #!… names
  std::vector<std::string> begins;        ///< regular expressions
  std::vector<std::string> marks;         ///< regular expressions for beginnings of lines
  double least_marked = 0;                ///< share of the lines that must have a mark
  bool generic = false;                   ///< for texts that no other grammar fits
  std::size_t rules = 0;                  ///< CardDetail::kAll
  std::filesystem::path path;
  std::size_t folder = 0;  ///< place of its folder among grammar_folders()
};

/// kHead: the rules, which stand behind everything else, are neither read nor counted, and what the
/// file extends is not looked at: of a head nothing is taken over.
enum class CardDetail : std::uint8_t { kHead, kAll };

/// Read from the file's JSON without building the grammar. Nothing when it is no grammar. Throws
/// Error when it cannot be read.
std::optional<GrammarCard> read_grammar_card(const std::filesystem::path& path,
                                             CardDetail detail);

/// An array of objects, with a final line end.
std::string grammar_list_json(const std::vector<GrammarCard>& cards);

}  // namespace grabr
