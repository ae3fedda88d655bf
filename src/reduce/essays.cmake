# Writes OUTPUT, a C++ file with the comment that opens each file below FOLDER which passes.def names, for
# `grabr strategies NAME`.
#
#     cmake -DFOLDER=src/reduce -DOUTPUT=essays.cc -P essays.cmake
file(GLOB_RECURSE sources ${FOLDER}/*.cc)
file(READ ${FOLDER}/passes.def passes)
set(rows "")
foreach(source IN LISTS sources)
  file(READ ${source} text)
  cmake_path(GET source FILENAME name)
  string(FIND "${passes}" "\"${name}\"" named)
  if(named EQUAL -1)
    continue()
  endif()
  set(essay "")
  while(text MATCHES "^// ?([^\n]*\n)")
    string(APPEND essay "${CMAKE_MATCH_1}")
    string(LENGTH "${CMAKE_MATCH_0}" length)
    string(SUBSTRING "${text}" ${length} -1 text)
  endwhile()
  if(NOT essay STREQUAL "")
    string(APPEND rows "    {\"${name}\", R\"essay(${essay})essay\"},\n")
  endif()
endforeach()
file(WRITE ${OUTPUT} "// Made by src/reduce/essays.cmake.
#include \"reduce/essays.h\"

namespace grabr {
namespace {

struct Row {
  std::string_view file, essay;
};

const Row kEssays[] = {
${rows}};

}  // namespace

std::string_view essay_of(std::string_view file) {
  for (const Row& row : kEssays) {
    if (row.file == file) return row.essay;
  }
  return {};
}

}  // namespace grabr
")
