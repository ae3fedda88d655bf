// Files of src/report compiled into the program: page/page.html with its parts, and the schemas.
#pragma once

#include <string_view>

namespace grabr {

extern const std::string_view kPageTemplate;

/// A file NAME.schema.json of src/report, under its name.
struct NamedSchema {
  std::string_view name, text;
};
extern const NamedSchema kSchemas[5];

}  // namespace grabr
