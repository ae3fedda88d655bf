// Statistics of a grammar on files, as text and as JSON: `grabr grammar stats --on`.
#pragma once

#include <string>

#include "bench/grammar_run.h"
#include "bench/tree_counts.h"

namespace grabr {

struct FileStatistics {
  GrammarRecord run;
  TreeCounts trees;  ///< of the files that parse
};

std::string file_statistics_text(const FileStatistics& statistics);
/// One object on one line, "schema": "grabr-grammar-files-1".
std::string file_statistics_json(const FileStatistics& statistics);

}  // namespace grabr
