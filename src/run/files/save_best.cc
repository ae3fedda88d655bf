#include "run/files/save_best.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"

namespace grabr {

namespace fs = std::filesystem;

namespace {

/// "dir/a.c" with "reduced" → "dir/a.reduced.c"
fs::path with_word(const fs::path& file, const std::string& word) {
  fs::path path = file;
  path.replace_filename(file.stem().string() + "." + word + file.extension().string());
  return path;
}

}  // namespace

fs::path reduced_path(const fs::path& input) { return with_word(input, "reduced"); }

fs::path passing_path(const fs::path& output) { return with_word(output, "passing"); }

fs::path backup_path(const fs::path& input) { return input.string() + ".orig"; }

void require_writable(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const auto refuse = [&](const std::string& reason) {
    throw Error(ErrorKind::kSystem, "cannot write " + shown_name(path) + ": " + reason);
  };
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) refuse("it is a folder");
  require_not_read(path);
  if (!can_be_replaced(path)) return;
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse(std::strerror(errno));
}

SaveBest::SaveBest(fs::path output, std::string_view original, bool in_place, bool tidy, What what,
                   FileForm form)
    : output_(std::move(output)),
      keep_backup_(in_place && !tidy),
      what_(what),
      form_(std::move(form)) {
  if (in_place) saved_ = hash128(original);
  if (keep_backup_) original_ = original;
}

void SaveBest::watch(Session& session) {
  session_ = &session;
  session.add_observer(this);
}

void SaveBest::on_best(const SharedText& text) {
  const bool has_smaller = session_ != nullptr && session_->left_by_hand();
  if (what_ == What::kFailing && !has_smaller) save_early(text);
}

void SaveBest::on_passing(std::string_view text) {
  if (what_ == What::kPassing) save_early(text);
}

void SaveBest::save_early(std::string_view text) {
  if (!can_be_replaced(output_)) return;
  try {
    save(text);
  } catch (const ConversionError&) {  // the file still has an earlier text, but this text is saved
  }
}

void SaveBest::finish(std::string_view best) { save(best); }

void SaveBest::save(std::string_view text) {
  const Hash128 hash = hash128(text);
  if (saved_ == hash) return;
  std::error_code ignored;
  if (keep_backup_ && !fs::exists(backup_path(output_), ignored)) {
    write_atomically(backup_path(output_), form_.bytes(original_));
  }
  if (form_.is_converted() && can_be_replaced(output_)) {
    make_folder(text_path(output_).parent_path());
    write_own_file(text_path(output_), text);
  }
  const std::string bytes = form_.bytes(text);
  if (record_) record_->note(output_, bytes);
  write_atomically(output_, bytes);
  saved_ = hash;
  if (listener_ != nullptr) listener_->on_saved(output_);
}

}  // namespace grabr
