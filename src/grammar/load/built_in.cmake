# Writes OUTPUT, a C++ file with the text of each grammar of FOLDER.
#
#     cmake -DFOLDER=grammars -DOUTPUT=built_in_grammars.cc -P built_in.cmake
file(GLOB files ${FOLDER}/*.json)
list(SORT files)
set(rows "")
foreach(file IN LISTS files)
  file(READ ${file} text)
  cmake_path(GET file FILENAME name)
  string(APPEND rows "    {\"${name}\", R\"grammar(${text})grammar\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by src/grammar/load/built_in.cmake.
#include \"grammar/load/built_in.h\"

namespace grabr {
namespace {

const BuiltInGrammar kGrammars[] = {
${rows}};

}  // namespace

std::span<const BuiltInGrammar> built_in_grammars() { return kGrammars; }

}  // namespace grabr
")
