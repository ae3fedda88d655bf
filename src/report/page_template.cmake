# Writes OUTPUT, a C++ file with the text of PAGE.
#
#     cmake -DPAGE=src/report/page.html -DOUTPUT=page_template.cc -P page_template.cmake
file(READ ${PAGE} text)
file(WRITE ${OUTPUT} "// Made by src/report/page_template.cmake.
#include \"report/page_template.h\"

namespace grabr {

const std::string_view kPageTemplate = R\"page(${text})page\";

}  // namespace grabr
")
