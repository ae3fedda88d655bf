// src/report/page.html, as part of the program.
#pragma once

#include <string_view>

namespace grabr {

extern const std::string_view kPageTemplate;

}  // namespace grabr
