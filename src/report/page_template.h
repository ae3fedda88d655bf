// Files of this folder, as part of the program: src/report/page.html and the schemas.
#pragma once

#include <string_view>

namespace grabr {

extern const std::string_view kPageTemplate;

/// src/report/NAME.schema.json
struct NamedSchema {
  std::string_view name, text;
};
extern const NamedSchema kSchemas[4];

}  // namespace grabr
