// Keeps a complete copy of the best text, or of the passing text, on disk at every moment of a
// reduction.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "reduce/core/session.h"
#include "run/config/listener.h"
#include "run/files/file_form.h"
#include "run/files/written_outputs.h"
#include "text/hash.h"

namespace grabr {

/// FILE.reduced.EXT next to the input: "dir/a.c" → "dir/a.reduced.c", "a" → "a.reduced".
std::filesystem::path reduced_path(const std::filesystem::path& input);

/// FILE.passing.EXT next to the output: "a.reduced.c" → "a.reduced.passing.c".
std::filesystem::path passing_path(const std::filesystem::path& output);

/// FILE.orig next to the input.
std::filesystem::path backup_path(const std::filesystem::path& input);

/// Throws Error(kSystem) if no file can be created or replaced at `path`.
void require_writable(const std::filesystem::path& path);

/// Replaces the output file at every success. If a command makes the file, also replaces the file
/// of the text (text_path). A terminal or a pipe gets only the last result.
class SaveBest : public Observer {
 public:
  enum class What { kFailing, kPassing };

  /// With `in_place` the output is the input itself. Before anything is replaced, its original
  /// bytes are saved in backup_path, unless `tidy` is set; an existing backup is not changed.
  SaveBest(std::filesystem::path output, std::string_view original, bool in_place,
           bool tidy = false, What what = What::kFailing, FileForm form = {});

  /// Reports each saved text to this listener.
  void tell(run::Listener& listener) { listener_ = &listener; }
  /// Each text is recorded before it is saved (run/files/written_outputs.h).
  void keep_record(WrittenOutputs record) { record_ = std::move(record); }

  /// Observes the session. Keeps its smaller best in the file while the search goes on from a
  /// larger text.
  void watch(Session& session);

  void on_best(const SharedText& text) override;
  void on_passing(std::string_view text) override;
  /// Makes sure that the output contains `best`, even if nothing could be removed.
  void finish(std::string_view best);

 private:
  void save_early(std::string_view text);
  void save(std::string_view text);

  std::filesystem::path output_;
  std::string original_;  ///< text for the backup; empty: no backup
  bool keep_backup_;
  What what_;
  FileForm form_;
  const Session* session_ = nullptr;
  std::optional<Hash128> saved_;  ///< the text that the file contains
  std::optional<WrittenOutputs> record_;
  run::Listener* listener_ = nullptr;
};

}  // namespace grabr
