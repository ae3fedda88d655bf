// The message when the program dies of its own fault: a signal such as SIGSEGV, a failed assertion,
// an uncaught exception. By then the best result is in its file, and the test's answers are kept.
#pragma once

#include <filesystem>
#include <string>

namespace grabr {

/// From now on, a signal that means a fault restores the terminal, prints a line, and then ends the
/// program as it would have done. Signals with another handler, such as a sanitizer's, are left
/// alone.
void speak_before_death();

/// Records that the best result so far is in this file or folder.
void note_best_result(const std::filesystem::path& path);

/// The text after the fault's name: "; the best result so far is in FILE, …".
std::string words_after_fault();

}  // namespace grabr
