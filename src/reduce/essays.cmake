# Writes OUTPUT, a C++ file with the opening comment of each file below FOLDER that passes.def
# names, for `grabr strategies NAME`. Constants of the file are replaced by their values.
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
  # Replaces constants of the file by their values.
  string(REGEX MATCHALL "[^A-Za-z_]k[A-Z][A-Za-z]+" constants "${essay}")
  foreach(constant IN LISTS constants)
    string(SUBSTRING "${constant}" 1 -1 constant)
    if(text MATCHES "${constant} = ([0-9][0-9.']*)")
      string(REPLACE "'" "" number "${CMAKE_MATCH_1}")
      string(REGEX REPLACE "${constant}([^A-Za-z])" "${number}\\1" essay "${essay}")
    endif()
  endforeach()
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
