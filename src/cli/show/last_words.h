// What the program says when it dies of a fault of its own: a signal such as SIGSEGV, a failed
// assertion, an exception that nobody catches. The best result is in its file by then, and the
// test's answers are kept.
#pragma once

#include <filesystem>
#include <string>

namespace grabr {

/// From now on a signal that tells of a fault gives the terminal back, writes a line, and then ends
/// the program as it would have done. Signals that somebody else takes care of, as sanitizers do,
/// are left to them.
void speak_before_death();

/// The best result so far is in this file or folder.
void note_best_result(const std::filesystem::path& path);

/// What follows the name of the fault: "; the best result so far is in FILE, …".
std::string words_after_fault();

}  // namespace grabr
