// A grammar's metadata: data for lists of grammars and for choosing one for a file.
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
  std::string name;  ///< of the language; the key if not given
  std::string version;
  std::vector<std::string> aliases;       ///< other names of the language
  std::vector<std::string> extensions;    ///< with the dot
  std::vector<std::string> filenames;     ///< whole names
  std::vector<std::string> interpreters;  ///< named by a first line #!…
  std::vector<std::string> begins;        ///< regular expressions for the beginning of a text
  std::vector<std::string> marks;         ///< regular expressions for beginnings of lines
  double least_marked = 0;                ///< minimum share of lines that must have a mark
  std::string extends;                    ///< the file that it extends, as it names it
  bool generic = false;                   ///< for texts that no other grammar fits
  std::size_t rules = 0;                  ///< only with CardDetail::kAll
  std::filesystem::path path;
  std::size_t folder = 0;  ///< index of its folder in grammar_folders()
};

/// kHead: stops before the rules, which come last and are not counted. Does not read the extended
/// file, since heads are not inherited.
enum class CardDetail : std::uint8_t { kHead, kAll };

/// Read from the file's JSON without building the grammar. Nothing if it is not a grammar. Throws
/// Error if it cannot be read.
std::optional<GrammarCard> read_grammar_card(const std::filesystem::path& path, CardDetail detail);

/// A JSON array of objects, with a final newline.
std::string grammar_list_json(const std::vector<GrammarCard>& cards);

}  // namespace grabr
