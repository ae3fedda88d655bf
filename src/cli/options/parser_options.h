// Options of all commands that parse.
#pragma once

#include <CLI/CLI.hpp>

#include "parse/parser.h"

namespace grabr {

/// Declares --parser and --max-parse-memory. `options` must outlive the app.
void declare_parser_options(CLI::App& app, ParseOptions& options);

}  // namespace grabr
