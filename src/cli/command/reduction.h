// Prints the result of `grabr reduce`.
#pragma once

#include "cli/options/reduction_options.h"
#include "cli/show/console.h"
#include "run/result.h"
#include "run/several/folder.h"
#include "run/several/round_robin.h"

namespace grabr {

/// Prints the result if it goes to standard output, and a summary to standard error.
class ReductionConsole : public Console {
 public:
  explicit ReductionConsole(const ReduceOptions& options)
      : Console(options.quiet, options.verbose), options_(options) {}
  ReductionConsole(const ReduceOptions& options, Ui ui, const std::string& input)
      : Console(options.quiet, options.verbose, ui, input), options_(options) {}

  void on_result(const run::Result& result) override;

 private:
  const ReduceOptions& options_;
};

void sum_up(const ReduceOptions& options, const run::SetResult& result);
void sum_up(const ReduceOptions& options, const run::FolderResult& result);

}  // namespace grabr
