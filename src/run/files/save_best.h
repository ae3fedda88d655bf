// Keeps a complete copy of the best result on disk at every moment of a reduction; or of the
// passing text.
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

/// FILE.reduced.EXT beside the input: "dir/a.c" → "dir/a.reduced.c", "a" → "a.reduced".
std::filesystem::path reduced_path(const std::filesystem::path& input);

/// FILE.passing.EXT beside the output: "a.reduced.c" → "a.reduced.passing.c".
std::filesystem::path passing_path(const std::filesystem::path& output);

/// FILE.orig beside the input.
std::filesystem::path backup_path(const std::filesystem::path& input);

/// Throws Error(kSystem) when no file could be made or replaced at `path`.
void require_writable(const std::filesystem::path& path);

/// Replaces the output file at every success, and for a file that a command makes
/// of a text, that (text_path). A terminal or a pipe gets only the last result.
class SaveBest : public Observer {
 public:
  enum class What { kFailing, kPassing };

  /// With `in_place` the output is the input itself, and its first bytes are kept in backup_path
  /// before anything is replaced, unless `tidy`; an existing backup stays as it is.
  SaveBest(std::filesystem::path output, std::string_view original, bool in_place,
           bool tidy = false, What what = What::kFailing, FileForm form = {});

  /// Whom each saved text is told of.
  void tell(run::Listener& listener) { listener_ = &listener; }
  /// Each text is recorded before it is saved (run/files/written_outputs.h).
  void keep_record(WrittenOutputs record) { record_ = std::move(record); }

  /// Observes it, and leaves its smaller best alone while the search goes on from a larger text.
  void watch(Session& session);

  void on_best(const SharedText& text) override;
  void on_passing(std::string_view text) override;
  /// Makes sure that the output contains `best`, even if nothing could be removed.
  void finish(std::string_view best);

 private:
  void save_early(std::string_view text);
  void save(std::string_view text);

  std::filesystem::path output_;
  std::string original_;  ///< for the backup; empty: there is none to be kept
  bool keep_backup_;
  What what_;
  FileForm form_;
  const Session* session_ = nullptr;
  std::optional<Hash128> saved_;  ///< the text that the file contains
  std::optional<WrittenOutputs> record_;
  run::Listener* listener_ = nullptr;
};

}  // namespace grabr
