# Writes OUTPUT, a C++ file with the texts of FOLDER: the page, assembled from its parts, and the
# schemas.
#
#     cmake -DFOLDER=src/report -DOUTPUT=page_template.cc -P src/report/page/page_template.cmake
# Some compilers limit a literal to 64 kB, so texts are split into adjacent literals.
function(quote text result)
  string(LENGTH "${text}" length)
  set(pieces "")
  foreach(at RANGE 0 ${length} 10000)
    string(SUBSTRING "${text}" ${at} 10000 piece)
    string(APPEND pieces "R\"page(${piece})page\"\n")
  endforeach()
  set(${result} "${pieces}" PARENT_SCOPE)
endfunction()

file(READ ${FOLDER}/page/page.html page)
file(READ ${FOLDER}/page/page.css style)
set(script "")
foreach(part parts run turns bugs compare)
  file(READ ${FOLDER}/page/page_${part}.js text)
  string(APPEND script "${text}")
endforeach()
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
quote("${page}" page)
set(schemas "")
foreach(file page/page page/triage trace/events trace/trace tables/explanation)
  file(READ ${FOLDER}/${file}.schema.json text)
  quote("${text}" text)
  cmake_path(GET file FILENAME name)
  string(APPEND schemas "    {\"${name}\", ${text}},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by src/report/page/page_template.cmake.
#include \"report/page/page_template.h\"

namespace grabr {

const std::string_view kPageTemplate = ${page};

const NamedSchema kSchemas[5] = {
${schemas}};

}  // namespace grabr
")
