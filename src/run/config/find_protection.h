// Finds the parts of an input that must stay as they are, by marks in the text and by options.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "parse/parser.h"
#include "reduce/core/protection.h"
#include "run/config/config.h"
#include "run/config/listener.h"

namespace grabr {

/// The text to protect, with its tree.
struct ProtectedText {
  const std::string& name;  ///< name of its file
  const std::string& text;
  const Parser* parser;  ///< null: there is no grammar
  const Tree* tree;      ///< null: it was not parsed
};

/// Is a tree needed to find the protected parts?
bool protects_symbols(const run::Protect& protect);

/// Null if nothing is protected. Throws Error(kInvalid) for a mark without its partner, an invalid
/// expression, missing lines, an unknown symbol, and a symbol without a tree. Notes expressions and
/// symbols that match nothing.
std::shared_ptr<const Protection> find_protection(const run::Protect& protect,
                                                  const ProtectedText& text,
                                                  run::Listener& listener);

}  // namespace grabr
