#include "run/job/result_files.h"

#include "run/files/written_outputs.h"

namespace grabr {

void ResultFiles::open(const run::Output& how, const ReductionJob& job, const std::string& original,
                       run::Listener& listener) {
  using What = SaveBest::What;
  const bool only_passing = job.schedule.aim() == Aim::kPassing;
  const bool in_place = how.place == run::Output::Place::kInPlace;
  if (job.output) {
    auto& saver = only_passing ? passing_ : failing_;
    saver.emplace(*job.output, original, in_place && how.keeps_backup, false,
                  only_passing ? What::kPassing : What::kFailing, job.form);
    saver->tell(listener);
    make_way(how, *job.output, job.cache_folder, listener);
    if (!in_place) saver->keep_record(WrittenOutputs(job.cache_folder));
  }
  if (job.passing_output) {
    passing_.emplace(*job.passing_output, original, false, false, What::kPassing, job.form);
    make_way(how, *job.passing_output, job.cache_folder, listener);
    passing_->keep_record(WrittenOutputs(job.cache_folder));
  }
}

void ResultFiles::watch(Session& session) {
  if (failing_) failing_->watch(session);
  if (passing_) passing_->watch(session);
}

void ResultFiles::finish(const std::string& failing, const std::optional<std::string>& passing) {
  if (failing_) failing_->finish(failing);
  if (passing_ && passing) passing_->finish(*passing);
}

}  // namespace grabr
