// Options of commands that parse: a file, the start rule, parser settings.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "grammar/model/grammar.h"
#include "parse/parser.h"
#include "text/source.h"

namespace grabr {

/// Declares --parser and --max-parse-memory. `options` must outlive the app.
void declare_parser_options(CLI::App& app, ParseOptions& options);

/// Reads a file that the user names; - is standard input. Decodes UTF-16. Throws Error(kInvalid) if
/// the file cannot be read.
Source read_source(const std::string& file);

/// The rule that --start names; kNoSymbol for an empty name. A classic symbol may be named without
/// its angle brackets. Throws Error(kInvalid) for an unknown rule, with the nearest name.
SymbolId find_symbol(const Grammar& grammar, const std::string& name);

}  // namespace grabr
